import { cutText } from '../../base/texts.js';
import type { Store } from './store.js';

export class StoreFault extends Error {
  declare readonly step: keyof Store;

  constructor(step: keyof Store, message: string) {
    super(message);
    this.step = step;
  }
}

/** A store under test, and a second object for the same place, which can be the same object. */
export interface TestedStore {
  readonly first: Required<Store>;
  readonly second: Required<Store>;
  readonly hasClock: boolean;
}

/** Tests one thing, under keys with a prefix. Rejects with a Fault when the store does it wrong. */
export type Probe = (tried: TestedStore, prefix: string) => Promise<void>;

/** Throws the fault of a step unless it did what it must do. */
const makeAssertion =
  (step: keyof Store) =>
  (isDone: boolean, message: string): void => {
    if (!isDone) throw new StoreFault(step, message);
  };
export const getMust = /* @__PURE__ */ makeAssertion('get');
export const swapMust = /* @__PURE__ */ makeAssertion('swap');
const keysMust = /* @__PURE__ */ makeAssertion('keys');
export const nowMust = /* @__PURE__ */ makeAssertion('now');

/** Like `Promise.all`, but waits for all tasks, so that nothing goes on after a fault. */
export async function settleAll<Result>(tasks: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}

const quoteText = (text: string | undefined): string =>
  text === undefined ? 'undefined' : JSON.stringify(cutText(text, 40));

/** The first texts that a key has, one after the other. */
const FIRST_TEXTS = ['text', 'text', undefined, 'again'];
/** Texts that look like one of those but differ. */
const OTHER_TEXTS = [undefined, '', 'Text', 'text ', 'other'];
/** Texts that a store may spoil. */
const listOddTexts = (): readonly (string | undefined)[] => [
  '',
  ' text ',
  '5',
  '05',
  'null',
  '{"a":[1,"\\u0000"]}',
  '\r\n',
  '\'";--\\',
  'ä a\u0308 \u{1f600}',
  'x'.repeat(200_000),
  undefined,
];

/** Takes a key from text to text, with swaps in between that must change nothing. */
async function probeSwaps({ first, second }: TestedStore, prefix: string): Promise<void> {
  const key = `${prefix}key`;
  let text: string | undefined;
  const swap = async (
    store: Store,
    previous: string | undefined,
    next: string | undefined,
  ): Promise<void> => {
    const fits = previous === text;
    const what = `a swap from ${quoteText(previous)} to ${quoteText(next)} when the text is ${quoteText(text)}`;
    const done = await store.swap(key, previous, next);
    swapMust(done === fits, `must resolve to ${fits} for ${what}; it gave ${done}`);
    if (fits) text = next;
    for (const each of [first, second]) {
      const found = await each.get(key);
      const message = `must resolve to ${quoteText(text)} after ${what}; it gave ${quoteText(found)}. Compare every character, keep no texts in memory, and read from no copy that can be behind`;
      getMust(found === text, message);
    }
    const isListed = (await second.keys(key)).includes(key);
    const message = `must ${text === undefined ? 'not ' : ''}list a key after ${what}`;
    keysMust(isListed === (text !== undefined), message);
  };
  let [writer, reader] = [first, second];
  const write = async (next: string | undefined): Promise<void> => {
    await swap(writer, text, next);
    [writer, reader] = [reader, writer];
  };
  for (const next of FIRST_TEXTS) {
    for (const previous of OTHER_TEXTS.filter((each) => each !== text)) {
      await swap(reader, previous, previous === 'other' ? text : 'next');
      await swap(reader, previous, undefined);
    }
    await write(next);
  }
  for (const next of listOddTexts()) await write(next);
}

const listOddKeys = (): readonly string[] => [
  'plain',
  'Plain',
  'plain ',
  ' plain',
  'plains',
  'pläin',
  'pla\u0308in',
  'a',
  'a/b',
  'a/./b',
  'a.b',
  '%',
  '%a',
  '_a',
  '*a',
  '?a',
  '[a]',
  '{a}',
  '^a',
  '(a',
  '+a',
  '$1',
  '#',
  'a\\b',
  "'",
  '"',
  ';',
  '\n',
  'a\u0000b',
  '\u{1f600}',
  '\ud800',
  '\udfff',
  '__proto__',
  'x'.repeat(400),
  `${'x'.repeat(400)}y`,
];

async function probeKeys({ first, second }: TestedStore, prefix: string): Promise<void> {
  const keys = [...listOddKeys(), `in ${prefix}plain`];
  for (const key of keys) {
    const message = `must tell keys apart by each of their characters; it took the new key ${quoteText(key)} for another one`;
    swapMust(await first.swap(prefix + key, undefined, quoteText(key)), message);
  }
  for (const key of keys) {
    const isFound = (await second.get(prefix + key)) === quoteText(key);
    getMust(isFound, `must find the text of every key; it did not find that of ${quoteText(key)}`);
  }
  // Without a prefix, since objects of JavaScript have these names: there is no text, or a string.
  for (const key of ['__proto__', 'constructor']) await first.get(key);
  for (const key of ['', ...keys, 'p', 'a[', '\\']) {
    const found = await second.keys(prefix + key);
    const expected = keys.map((each) => prefix + each).filter((each) => each.startsWith(prefix + key));
    const rule = `must list exactly the keys that begin with the prefix, character by character; for ${quoteText(key)} it`;
    const [wrong] = found.filter((each) => !expected.includes(each));
    keysMust(wrong === undefined, `${rule} listed ${quoteText(wrong?.slice(prefix.length) ?? '')} too`);
    const [lost] = expected.filter((each) => !found.includes(each));
    keysMust(lost === undefined, `${rule} left out ${quoteText(lost?.slice(prefix.length) ?? '')}`);
    keysMust(found.length === expected.length, `${rule} listed a key twice`);
  }
}

async function probeListing({ first, second }: TestedStore, prefix: string): Promise<void> {
  const keys = Array.from({ length: 110 }, (_, number) => `${prefix}${number}`);
  await settleAll(keys.map((key) => first.swap(key, undefined, key)));
  const found = await second.keys(prefix);
  keysMust(
    found.length === keys.length,
    `must list all keys, page by page if need be; it listed ${found.length} of ${keys.length}`,
  );
}

export const STORE_PROBES: readonly Probe[] = [probeSwaps, probeKeys, probeListing];
