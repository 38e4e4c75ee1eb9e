import { addToGroup } from './groups.js';
import { type Choice, describeChoice, type Message } from './placeholders/message.js';
import { type Groups, groupByMeaning, type Placeholder } from './placeholders/placeholder.js';
import { hasNumbers, numberSpecifiers } from './placeholders/printf.js';
import { numberTags } from './placeholders/tags.js';
import { isCategory } from './plural-categories.js';
import type { TextIssue } from './text-issue.js';

export const MAX_ISSUES = 20;

/** The forms whose words can say the number by themselves: "an apple". */
const MAY_LACK_NUMBER = /^(?:zero|one|two|=.*)$/;
/** How a plural's number is shown. */
const NUMBER = '#';

type Placeholders = readonly Placeholder[];

/** A message of the original, and what it became in the translation. */
interface Pair {
  readonly original: Message;
  readonly translation: Message;
  /** The plural around them: its argument, and whether the message needs its number. */
  readonly plural?: { readonly name: string; readonly isNeeded: boolean } | undefined;
}

/** Compares the placeholders of two messages and of the plurals and selects in them, and their line breaks. */
export function compareMessages(original: Message, translation: Message): TextIssue[] {
  const issues: TextIssue[] = [];
  const pairs: Pair[] = [{ original, translation }];
  // It grows while it is read: texts may be nested as deep as they are long.
  for (const pair of pairs) {
    issues.push(...compareLevel(pair));
    for (const [before, after] of pairChoices(pair, issues)) {
      issues.push(...compareSelectors(before, after));
      for (const inner of pairMessages(before, after, pair.plural)) pairs.push(inner);
    }
    // Few issues are enough, and keep what is compared in proportion to the texts.
    if (issues.length >= MAX_ISSUES) break;
  }
  return issues.slice(0, MAX_ISSUES);
}

/** Compares what is outside of plurals and selects. */
function compareLevel({ original, translation, plural }: Pair): TextIssue[] {
  // A plural's number is shown by `#`, or by its argument.
  const numbers = plural === undefined ? [] : [NUMBER, `{${plural.name}}`];
  const count = ({ named }: Message): number =>
    numbers.reduce((sum, meaning) => sum + (named.get(meaning)?.length ?? 0), 0);
  const [had, has] = plural?.isNeeded === true ? [count(original), count(translation)] : [0, 0];
  return [
    ...(had > 0 && had !== has
      ? [makeCountIssue({ token: NUMBER, from: translation.from }, 'translation', had, has)]
      : []),
    ...compareCounts(original.named, translation.named, numbers),
    ...compareTags(original.tags, translation.tags),
    ...compareSpecifiers(original.specifiers, translation.specifiers),
    ...compareLines(original, translation),
  ];
}

/** Compares how often each meaning occurs, in any order. @param except meanings that are left out */
function compareCounts(before: Groups, after: Groups, except: readonly string[] = []): TextIssue[] {
  const compare = (meaning: string): TextIssue[] => {
    const [had, has] = [before.get(meaning) ?? [], after.get(meaning) ?? []];
    const [lost, added] = [had[has.length], has[had.length]];
    if (except.includes(meaning)) return [];
    if (lost !== undefined) return [makeCountIssue(lost, 'original', had.length, has.length)];
    const isNew = added !== undefined && (had.length > 0 || added.isDoubtful !== true);
    return isNew ? [makeCountIssue(added, 'translation', had.length, has.length)] : [];
  };
  const added = [...after.keys()].filter((meaning) => !before.has(meaning));
  return [...before.keys(), ...added].flatMap(compare);
}

/** @param place the text that has more of it */
export function makeCountIssue(
  { token, from }: Pick<Placeholder, 'token' | 'from'>,
  place: 'original' | 'translation',
  had: number,
  has: number,
): TextIssue {
  const what = `${readName(token)} ${token}`;
  const message =
    has === 0
      ? `The translation lacks ${what}.`
      : had === 0
        ? `The translation has ${what}, which the original does not have.`
        : `The translation has ${what} ${formatTimes(has)}, and the original ${formatTimes(had)}.`;
  return { kind: 'placeholder', message, placeholder: token, in: place, offset: from };
}

const formatTimes = (count: number): string => (count === 1 ? 'once' : `${count} times`);

function readName(token: string): string {
  if (token.startsWith('<')) return 'the tag';
  return token === '{' || token === '}' ? 'the brace' : 'the placeholder';
}

/** Compares placeholders whose order counts, too. */
function compareOrder(original: Placeholders, translation: Placeholders): TextIssue[] {
  const issues = compareCounts(groupByMeaning(original), groupByMeaning(translation));
  if (issues.length > 0) return issues;
  const at = original.findIndex(({ meaning }, index) => translation[index]?.meaning !== meaning);
  const [wanted, found] = [original[at], translation[at]];
  if (wanted === undefined || found === undefined) return [];
  const message = `The translation has ${readName(found.token)} ${found.token} where the original has ${wanted.token}: they are in another order.`;
  return [{ kind: 'order', message, placeholder: found.token, in: 'translation', offset: found.from }];
}

/** Tags that are whole may change their order, but not what they are in. */
function compareTags(original: Placeholders, translation: Placeholders): TextIssue[] {
  const numbers = new Map<string, number>();
  const [before, after] = [numberTags(original, numbers), numberTags(translation, numbers)];
  const isSame = before !== undefined && before.join() === after?.join();
  return isSame ? [] : compareOrder(original, translation);
}

/** Specifiers of printf without names. With numbers, they can come in any order. */
function compareSpecifiers(original: Placeholders, translation: Placeholders): TextIssue[] {
  const plain = ({ token }: Placeholder): string => token.replace(/^%\d+\$/, '%');
  const known = new Set(original.map(plain));
  const certain = translation.filter(
    (placeholder) => placeholder.isDoubtful !== true || known.has(plain(placeholder)),
  );
  return hasNumbers(original) || hasNumbers(certain)
    ? compareCounts(groupByMeaning(numberSpecifiers(original)), groupByMeaning(numberSpecifiers(certain)))
    : compareOrder(original, certain);
}

function compareLines({ lineBreaks: before }: Message, { lineBreaks: after, from }: Message): TextIssue[] {
  if (before === after) return [];
  const message = `The translation has ${after} line break${after === 1 ? '' : 's'}, and the original ${before}.`;
  return [{ kind: 'lines', message, in: 'translation', offset: from }];
}

/** The plurals and selects that both messages have. Reports the others. */
function pairChoices({ original, translation }: Pair, issues: TextIssue[]): (readonly [Choice, Choice])[] {
  if (original.choices.length + translation.choices.length === 0) return [];
  const [before, after] = [listChoices(original), listChoices(translation)];
  issues.push(...compareCounts(groupByMeaning(before), groupByMeaning(after)));
  const open = new Map<string, Choice[]>();
  for (const { meaning, choice } of after.toReversed()) addToGroup(open, meaning, choice);
  return before.flatMap(({ meaning, choice }) => {
    const counterpart = open.get(meaning)?.pop();
    return counterpart === undefined ? [] : [[choice, counterpart] as const];
  });
}

const listChoices = ({ choices }: Message) =>
  choices.map((choice) => ({ ...toNamed(describeChoice(choice), choice.from), choice }));

const toNamed = (token: string, from: number) => ({ kind: 'named', token, meaning: token, from }) as const;

/**
 * Compares the selectors of two plurals or selects. The forms of a plural are those of its language, and a translation may have texts
 * of its own for more numbers.
 */
function compareSelectors(original: Choice, translation: Choice): TextIssue[] {
  const isFree = (selector: string): boolean => {
    if (original.type === 'select' || selector === 'other') return false;
    return isCategory(selector) || (/^=\d/.test(selector) && !original.messages.has(selector));
  };
  const selectors = ({ messages }: Choice) =>
    [...messages].flatMap(([token, { from }]) => (isFree(token) ? [] : [toNamed(`${token}{…}`, from)]));
  const issues = compareCounts(groupByMeaning(selectors(original)), groupByMeaning(selectors(translation)));
  const { repeated, offset = '0', from } = translation;
  const add = (placeholder: string, what: string): void => {
    const message = `The translation has ${what} in ${describeChoice(translation)}.`;
    issues.push({ kind: 'placeholder', message, placeholder, in: 'translation', offset: from });
  };
  if (repeated !== undefined) add(`${repeated}{…}`, `${repeated}{…} twice`);
  if (offset !== (original.offset ?? '0')) add(`offset:${offset}`, 'another offset');
  return issues;
}

/** The messages of a plural or select with those that they translate. A plural form of its own translates `other`. */
function* pairMessages(original: Choice, { messages, type }: Choice, outer: Pair['plural']): Generator<Pair> {
  for (const [selector, translation] of messages) {
    const isPlural = type !== 'select';
    const before = original.messages.get(selector) ?? (isPlural ? original.messages.get('other') : undefined);
    if (before === undefined) continue;
    const plural = isPlural ? { name: original.name, isNeeded: !MAY_LACK_NUMBER.test(selector) } : outer;
    yield { original: before, translation, plural };
  }
}
