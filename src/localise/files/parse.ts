import { isSameTongue } from '../../base/language-code.js';
import { copyOwn } from '../../base/options.js';
import type { Content } from './content.js';
import {
  type Block,
  indexSlots,
  type LocaleDocument,
  type LocaleFormat,
  type ReadContext,
  type Slot,
} from './document.js';
import { describePlace } from './line-ending.js';
import { refuse, shortenKey } from './refusal.js';
import { dropRepeated } from './repeated.js';

/** A file with its slots. */
export interface ReadFile extends Content {
  readonly document: LocaleDocument;
  readonly slots: ReadonlyMap<string, Slot>;
  /** What a person should know of it. */
  readonly warnings: readonly string[];
}

/** Reads what is in a file. @throws InputError when it breaks the rules of its format, or is for another language */
export function parseContent(
  format: LocaleFormat,
  content: Content,
  context: Omit<ReadContext, 'fail'>,
): ReadFile {
  const { name, text } = content;
  const { to, from, isTarget } = context;
  const fail = (offset: number, message: string): never =>
    refuse(`${name}:${describePlace(text, offset)}`, message);
  if (text.trim() === '') fail(0, 'is empty');
  const read = copyOwn(format.read(text, { ...context, fail }));
  const { root, slots, repeated } = indexDocument(content, read.root, isTarget);
  const document = copyOwn({ ...read, root });
  const warnings = [...(document.warnings ?? [])];
  if (repeated.length > 0)
    warnings.push(
      `has ${nameKeys(repeated)} several times; the last one counts, as in programs that read it`,
    );
  const file = { ...content, document, slots, warnings };
  // A file of translations alone says their language where that of the texts is said in another.
  const language = document.to ?? (isTarget && !format.isBilingual ? document.language : undefined);
  const wanted = isTarget ? (to ?? '') : (to ?? language);
  // The translations into the language of the texts are the texts: its originals are keys.
  if (!isTarget && format.isBilingual && isSameTongue(document.to, from)) return file;
  // The region may differ.
  if (language === undefined || isSameTongue(language, wanted)) return file;
  const mayHaveTexts =
    !isTarget &&
    format.isBilingual &&
    from === undefined &&
    isSameTongue(document.to, document.language ?? document.to);
  const advice = mayHaveTexts
    ? `; if its translations are the texts, pass from: '${language}', and the file for ${to} as the target`
    : '';
  return refuse(name, `is for the language ${language}, not ${to}${advice}`);
}

/** Finds the places of a document. @throws InputError when two with the same key have different texts */
function indexDocument(content: Content, root: Block, isTarget: boolean) {
  let isRepeated = false;
  const slots = indexSlots(content, root, () => {
    isRepeated = true;
  });
  if (!isRepeated) return { root, slots, repeated: [] };
  const found = dropRepeated(root, isTarget);
  return { root: found.root, slots: indexSlots(content, found.root), repeated: [...found.repeated] };
}

/** The first of some keys, for a sentence. */
function nameKeys(keys: readonly string[]): string {
  const shown = keys.slice(0, MAX_SHOWN).map(shortenKey).join(', ');
  return keys.length > MAX_SHOWN ? `${shown} and ${keys.length - MAX_SHOWN} more keys` : shown;
}

const MAX_SHOWN = 3;
