import { InputError } from '../../index.js';
import { compareMessages, MAX_ISSUES, makeCountIssue } from './compare.js';
import { HiddenTags } from './icu/hidden-tags.js';
import { type IcuText, readIcu } from './icu/icu-text.js';
import { hasBlock } from './icu/tokens.js';
import { describeChoice, type Scan, scan, scanText } from './placeholders/message.js';
import type { PlainText } from './placeholders/protect.js';
import { TAG } from './placeholders/tags.js';
import type { TextIssue } from './text-issue.js';
import { TokenCounter } from './token-counter.js';

/** A text without any of these has nothing to compare. */
const SYNTAX = /[_{}%$<@!:[\\\r\n]/;
/** Tags with attributes that would be read as parts of a message. */
const TAGS = new RegExp(`(?=<[^<>]*[{}'])${TAG}`, 'gu');
const QUOTED_TAG = /'[<>]/;

/**
 * Compares a translation with its original, as `collectTexts` has done already. What may differ: docs/texts.md, Placeholders.
 *
 * @returns what differs, at most 20 issues; empty when nothing does
 * @throws InputError when one is not a string
 */
export function checkTranslation(original: string, translation: string): readonly TextIssue[] {
  const issues = Object.entries({ original, translation })
    .filter(([, text]) => typeof text !== 'string')
    .map(([path]) => ({ path, message: 'must be a string' }));
  if (issues.length > 0) throw new InputError(issues);
  return findIssues({ text: original, protected: [] }, translation);
}

export function findIssues(original: PlainText, translation: string): readonly TextIssue[] {
  const issues = compareTexts(original, translation, false);
  // Where libraries differ in what an apostrophe quotes, nobody knows which one reads the text.
  const isClear = issues.length === 0 || ![original.text, translation].some((text) => QUOTED_TAG.test(text));
  return isClear || compareTexts(original, translation, true).length > 0 ? issues : [];
}

/** @param quotesTags whether an apostrophe before a tag quotes in a message */
function compareTexts(original: PlainText, translation: string, quotesTags: boolean): readonly TextIssue[] {
  const { text } = original;
  const [before, after] = [text.trim(), translation.trim()];
  if (after === '' && before !== '') return [{ kind: 'empty', message: 'The translation is empty.' }];
  const isSame = text.length === before.length && translation.length === after.length;
  const issues = isSame ? [] : [...compareEnds(text, translation)];
  if (SYNTAX.test(text) || SYNTAX.test(translation) || original.protected.length > 0)
    issues.push(...compareContent(original, translation, quotesTags));
  const mayBeSentences = issues.length > 0 && original.protected.length === 0 && hasBlock(text);
  const found = mayBeSentences ? compareSentences(text, translation, quotesTags) : undefined;
  return (found ?? issues).slice(0, MAX_ISSUES);
}

/**
 * Compares a translation whose plural forms are whole sentences, as `LocaleFile.write` writes them, with an original that has text
 * around its plurals. Undefined if they are not.
 */
function compareSentences(
  original: string,
  translation: string,
  quotesTags: boolean,
): readonly TextIssue[] | undefined {
  const tags = new HiddenTags(TAGS);
  const before = readIcu(tags.hide(original), true);
  const after = readIcu(tags.hide(translation), false);
  const hidden = before?.isSpread === false && after?.isSpread ? before.spread() : undefined;
  if (hidden === undefined || describeArguments(before) !== describeArguments(after)) return undefined;
  const spread = tags.show(hidden);
  const issues = compareMessages(
    scan(spread, true, quotesTags).message,
    scan(translation, true, quotesTags).message,
  );
  return issues.map((issue) => {
    if (issue.in !== 'original') return issue;
    return { ...issue, offset: Math.max(0, original.indexOf(issue.placeholder ?? '')) };
  });
}

const describeArguments = (message: IcuText | undefined): string | undefined =>
  message?.arguments
    .map(({ key }) => key)
    .toSorted()
    .join();

function* compareEnds(original: string, translation: string): Generator<TextIssue> {
  const begin = (text: string): string => text.slice(0, text.length - text.trimStart().length);
  const end = (text: string): string => text.slice(text.trimEnd().length);
  const kind = 'space';
  if (begin(original) !== begin(translation))
    yield { kind, message: 'The translation begins with other white space.', in: 'translation', offset: 0 };
  if (end(original) === end(translation)) return;
  const offset = translation.trimEnd().length;
  yield { kind, message: 'The translation ends with other white space.', in: 'translation', offset };
}

function compareContent(original: PlainText, translation: string, quotesTags: boolean): TextIssue[] {
  const before = scanText(original.text, quotesTags);
  const after = scan(translation, before.isMessage, quotesTags);
  const { endless } = after;
  const issues = compareProtected(original, before, translation);
  if (endless === undefined) return [...compareMessages(before.message, after.message), ...issues];
  const placeholder = describeChoice(endless);
  const message = `The translation has ${placeholder} without its end: a brace is missing.`;
  return [{ kind: 'placeholder', message, placeholder, in: 'translation', offset: endless.from }, ...issues];
}

/** Compares what was protected by an expression and is not a placeholder of a known kind. */
function compareProtected(original: PlainText, { parts }: Scan, translation: string): TextIssue[] {
  const places = new Map<string, number>();
  let part = 0;
  for (const { token, from } of original.protected) {
    const end = from + token.length;
    let at = from;
    while ((parts[part]?.to ?? Number.POSITIVE_INFINITY) <= at) part += 1;
    // Adjacent placeholders are protected together.
    for (let next = part; at < end && (parts[next]?.from ?? Number.POSITIVE_INFINITY) <= at; next += 1)
      at = Math.max(at, parts[next]?.to ?? 0);
    if (at < end && !places.has(token)) places.set(token, from);
  }
  if (places.size === 0) return [];
  const counter = new TokenCounter(places.keys());
  const [before, after] = [counter.count(original.text), counter.count(translation)];
  return [...places].flatMap(([token, from]) => {
    const [had, has] = [before.get(token) ?? 0, after.get(token) ?? 0];
    if (has < had) return [makeCountIssue({ token, from }, 'original', had, has)];
    // A word that stays as it is can be said again.
    const isWord = /^[\p{L}\p{N}]/u.test(token);
    if (has === had || isWord) return [];
    return [makeCountIssue({ token, from: translation.lastIndexOf(token) }, 'translation', had, has)];
  });
}
