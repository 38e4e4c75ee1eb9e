import { normalizeText } from '../../../../base/kinds.js';
import { copyOwn } from '../../../../base/options.js';
import { hashText } from '../../../../base/texts.js';
import { makeWrappedFinder, protectText, unwrap } from '../../../checks/placeholders/protect.js';
import { findEscaped, removeRanges } from '../../../checks/placeholders/ranges.js';
import { isReference } from '../../../checks/reference.js';
import type { SourceText } from '../../../checks/source-text.js';
import type { JobPiece, JobText } from '../job.js';
import type { OrderLimits, TextsOrder } from '../options.js';
import { measureJson, type PieceLimits, splitText } from './split-text.js';
import { makeTermFinder } from './terms.js';

/** Bytes of an order besides its texts and notes: field names, languages, the key. */
const ORDER_OVERHEAD = 512;

/** The limits, with defaults filled in. */
export type Limits = Readonly<Record<keyof OrderLimits, number>>;

/** What to order, before it is divided into orders. Pieces are given as indexes into `pieces`. */
export interface TextsPlan {
  readonly texts: readonly JobText[];
  readonly pieces: readonly JobPiece[];
  /** The index of each piece by its fingerprint, in the order of the pieces. */
  readonly indexes: ReadonlyMap<string, number>;
  readonly needed: readonly (readonly number[])[];
}

/** A note as it is sent: on one line. */
export const writeNote = (note: string | undefined): string => (note ?? '').replace(/\s+/g, ' ').trim();

/** Splits the texts into pieces, each different piece once, and lists the pieces that each language needs. */
export function planTexts(order: TextsOrder, limits: Limits): TextsPlan {
  const pieces = new Pieces(order, limits);
  const texts = new Map<string | number, JobText & { readonly keys: string[] }>();
  for (const key of Object.keys(order.texts)) {
    const source = order.texts[key] ?? '';
    const languages = order.to.filter((language) => !isKnown(order, language, key));
    if (languages.length === 0) continue;
    const parts = pieces.split(copyOwn(typeof source === 'string' ? { text: source } : source));
    const only = languages.length === order.to.length ? {} : { languages };
    const name = identify(parts, only.languages);
    const equal = texts.get(name);
    if (equal !== undefined) equal.keys.push(key);
    else texts.set(name, { keys: [key], parts, ...only });
  }
  const all = [...texts.values()];
  const needed = order.to.map((language) => listNeededPieces(all, language));
  return { texts: all, pieces: pieces.all, indexes: pieces.indexes, needed };
}

/** A value that is equal for equal texts. For a text of one piece, the index of the piece is enough. */
function identify(parts: JobText['parts'], languages: readonly string[] | undefined): string | number {
  const [first] = parts;
  const isPiece = parts.length === 1 && typeof first === 'number' && languages === undefined;
  return isPiece ? first : JSON.stringify([parts, languages]);
}

/** Whether there is a translation of a text. Objects have more names than their own. */
function isKnown({ known = {} }: TextsOrder, language: string, key: string): boolean {
  const translations = (Object.hasOwn(known, language) ? known[language] : undefined) ?? {};
  return Object.hasOwn(translations, key) && Boolean(translations[key]);
}

function listNeededPieces(texts: readonly JobText[], language: string): number[] {
  const isTaken: boolean[] = [];
  const needed: number[] = [];
  for (const text of texts) {
    if (!isNeeded(text, language)) continue;
    for (const part of text.parts) {
      if (typeof part === 'string' || isTaken[part]) continue;
      isTaken[part] = true;
      needed.push(part);
    }
  }
  return needed;
}

export function isNeeded({ languages }: JobText, language: string): boolean {
  return languages === undefined || languages.includes(language);
}

type TermFinder = ReturnType<typeof makeTermFinder>;

const makeOptionalFinder = (terms: readonly string[] = []): TermFinder | undefined =>
  terms.length === 0 ? undefined : makeTermFinder(terms);

/** A piece, with what its translators are shown. */
interface GivenPiece extends Required<Pick<JobPiece, 'body' | 'note' | 'wrapped'>> {
  readonly remark: string;
  readonly again: number;
}

/** Collects the pieces of a job, each different piece once. */
class Pieces {
  readonly all: JobPiece[] = [];
  /** Equal pieces have equal fingerprints. */
  readonly indexes = new Map<string, number>();
  readonly #order: TextsOrder;
  readonly #limits: PieceLimits;
  readonly #findTerms: TermFinder | undefined;

  constructor(order: TextsOrder, { letters, bytes }: Limits) {
    this.#order = order;
    this.#findTerms = makeOptionalFinder(order.protectTerms);
    this.#limits = { letters, bytes: bytes - 2 * ORDER_OVERHEAD - measureJson(order.description ?? '') };
  }

  /** Splits a text into parts: indexes of its pieces, and strings that are not ordered. */
  split({
    text,
    note: given,
    remark,
    protectTerms: ownTerms = [],
    again = 0,
  }: SourceText): (string | number)[] {
    const note = writeNote(given);
    const { protect, protectTerms = [] } = this.#order;
    const findTerms =
      ownTerms.length === 0 ? this.#findTerms : makeOptionalFinder([...protectTerms, ...ownTerms]);
    const { body, wrapped } = protectText(text, protect, findTerms);
    const html = this.#order.html === true;
    if (!hasTranslatableLetters(body, html) || isReference(text)) return [text];
    const { letters, bytes } = this.#limits;
    const parts: (string | number)[] = [];
    const wrappedIn = makeWrappedFinder(wrapped);
    splitText(body, { letters, bytes: bytes - measureJson(note) }).forEach((part, index) => {
      if (part === '') return;
      const inPart = index % 2 === 0 ? [] : wrappedIn(part);
      if (index % 2 === 0) parts.push(part);
      else
        parts.push(
          hasTranslatableLetters(part, html)
            ? this.#add({ body: part, note, remark: writeNote(remark), wrapped: inPart, again })
            : unwrap(part, inPart),
        );
    });
    return parts;
  }

  /** The fingerprint leaves out the remark, as `identifyText` does. */
  #add({ body, note, remark, wrapped, again }: GivenPiece): number {
    const name = hashText(JSON.stringify([note, normalizeText(body), ...(again === 0 ? [] : [again])]));
    const known = this.indexes.get(name);
    if (known !== undefined) return known;
    const index = this.all.length;
    this.indexes.set(name, index);
    const shown = this.#joinRemark(body, note, remark);
    this.all.push({
      body,
      ...(shown === '' ? {} : { note: shown }),
      ...(wrapped.length === 0 ? {} : { wrapped }),
    });
    return index;
  }

  /** The note with the remark, if both fit into an order beside the text: a remark must not decide how a text is split. */
  #joinRemark(body: string, note: string, remark: string): string {
    const joined = [note, remark].filter((text) => text !== '').join(' / ');
    return measureJson(body) + measureJson(joined) <= this.#limits.bytes ? joined : note;
  }
}

const LETTER = /\p{L}/u;

/** Whether there is something to translate besides triple braces and, in HTML, tags. */
function hasTranslatableLetters(text: string, html: boolean): boolean {
  const rest = removeRanges(findEscaped(text), text);
  return LETTER.test(html ? rest.replace(/<[^<>]*>/g, '') : rest);
}

/** Bytes that an order has for each text besides the text: field names, the number of its note, its key. */
const PIECE_OVERHEAD = { simple: 32, project: 512 };

/** Returns a function that divides pieces into orders within the limits, keeping their order. */
export function makePacker(
  pieces: readonly JobPiece[],
  { using = 'simple', description = '' }: Pick<TextsOrder, 'using' | 'description'>,
  limits: Limits,
) {
  const most = using === 'simple' ? limits.bodies : limits.questions;
  const described = measureJson(description);
  // In a project, each question repeats the description.
  const overhead = PIECE_OVERHEAD[using] + (using === 'project' ? described : 0);
  const sizes = pieces.map(({ body, note = '' }) => overhead + measureJson(body) + measureJson(note));
  return (chosen: readonly number[]): number[][] => {
    const orders: number[][] = [];
    let size = 0;
    for (const piece of chosen) {
      const own = sizes[piece] ?? 0;
      const order = orders.at(-1);
      size += own;
      if (order !== undefined && order.length < most && size <= limits.bytes) order.push(piece);
      else {
        orders.push([piece]);
        size = ORDER_OVERHEAD + described + own;
      }
    }
    return orders;
  };
}
