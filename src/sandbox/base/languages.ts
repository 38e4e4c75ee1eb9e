import { nameLanguage } from '../../base/language-code.js';
import type { LanguagePairRecord, LanguageRecord } from './records.js';

const LANGUAGE_RECORDS: readonly LanguageRecord[] = [
  { id: 'ar', name: 'Arabic' },
  { id: 'cy', name: 'Welsh' },
  { id: 'de', name: 'German' },
  { id: 'en', name: 'English' },
  { id: 'es', name: 'Spanish' },
  { id: 'fr', name: 'French' },
  { id: 'ja', name: 'Japanese' },
  { id: 'ko', name: 'Korean' },
  { id: 'pl', name: 'Polish' },
  { id: 'pt-BR', name: 'Portuguese (Brazil)' },
  { id: 'ru', name: 'Russian' },
  { id: 'sl', name: 'Slovenian' },
  { id: 'zh-CN', name: 'Chinese (Simplified)' },
];

/** Languages in which a text can be rewritten: each has a pair with itself. */
const REWRITTEN = new Set(['en', 'ja']);
/** Pairs that are refused, so that a test can order one. */
const NOT_OFFERED = new Set(['ko>pt-BR', 'pt-BR>ko']);

/** Every pair that can be ordered, unless others are given. */
export const defaultPairs: readonly LanguagePairRecord[] = LANGUAGE_RECORDS.flatMap((source) =>
  LANGUAGE_RECORDS.filter(({ id }) =>
    id === source.id ? REWRITTEN.has(id) : !NOT_OFFERED.has(`${source.id}>${id}`),
  ).map((target) => makePair(source, target)),
);

/** The pairs of languages that can be ordered. */
export class OfferedLanguages {
  readonly pairs: readonly LanguagePairRecord[];
  readonly #ids: ReadonlySet<string>;
  readonly #byIds: ReadonlyMap<string, LanguagePairRecord>;

  constructor(pairs: readonly LanguagePairRecord[]) {
    this.pairs = pairs;
    this.#ids = new Set(pairs.flatMap(({ source, target }) => [source.id, target.id]));
    this.#byIds = new Map(pairs.map((pair) => [`${pair.source.id}>${pair.target.id}`, pair]));
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  find(sourceId: string, targetId: string): LanguagePairRecord | undefined {
    return this.#byIds.get(`${sourceId}>${targetId}`);
  }
}

/** A pair from its ids. @param point the price of a character. @default as for the languages of the sandbox */
export function findPair(sourceId: string, targetId: string, point?: number): LanguagePairRecord {
  const made = makePair(findLanguage(sourceId), findLanguage(targetId));
  return point === undefined ? made : { ...made, point };
}

function findLanguage(id: string): LanguageRecord {
  const known = LANGUAGE_RECORDS.find((language) => language.id === id);
  if (known !== undefined) return known;
  return { id, name: nameLanguage(id) ?? id };
}

function makePair(source: LanguageRecord, target: LanguageRecord): LanguagePairRecord {
  const point = source.id === target.id ? 1 : source.id === 'en' || target.id === 'en' ? 2 : 3;
  return { source, target, point, extraPoint: 50, extraLetter: 500 };
}
