import type { Store } from './store.js';

/** Something that a store does wrong. */
export class Fault extends Error {
  declare readonly step: keyof Store;

  constructor(step: keyof Store, message: string) {
    super(message);
    this.step = step;
  }
}

/** A store, and a second object for the same place, or the same object again. */
export interface Tried {
  readonly one: Required<Store>;
  readonly two: Required<Store>;
  readonly hasClock: boolean;
}

/** Tries one thing, under keys with a prefix. Rejects with a Fault when the store does it wrong. */
export type Probe = (tried: Tried, prefix: string) => Promise<void>;

/** Throws the fault of a step unless it did what it must do. */
const mustOf =
  (step: keyof Store) =>
  (isDone: boolean, message: string): void => {
    if (!isDone) throw new Fault(step, message);
  };
export const getMust = /* @__PURE__ */ mustOf('get');
export const swapMust = /* @__PURE__ */ mustOf('swap');
const keysMust = /* @__PURE__ */ mustOf('keys');
export const nowMust = /* @__PURE__ */ mustOf('now');

const named = (key: string): string => JSON.stringify(key.length > 40 ? `${key.slice(0, 40)}…` : key);

async function keepsText({ one, two }: Tried, key: string): Promise<void> {
  getMust((await one.get(key)) === undefined, 'must resolve to undefined for a key without a text');
  let last: string | undefined;
  for (let round = 0; round < 6; round += 1) {
    const [writer, reader] = round % 2 === 0 ? [one, two] : [two, one];
    const done = await writer.swap(key, last, `text ${round}`);
    swapMust(done, 'must resolve to true when the text was `previous`; it gave false');
    last = `text ${round}`;
    for (const each of [writer, reader]) {
      const message =
        'must resolve to what was written last, in every process. Keep no texts in memory, and read from no copy that can be behind';
      getMust((await each.get(key)) === last, message);
    }
  }
}

async function comparesExactly({ one }: Tried, prefix: string): Promise<void> {
  const [key, none] = [`${prefix}key`, `${prefix}none`];
  await one.swap(key, undefined, 'text');
  for (const previous of ['other', 'Text', 'text ', '', undefined]) {
    const done = await one.swap(key, previous, 'next');
    const message = `must change nothing and resolve to false when the text is not exactly \`previous\`; it changed "text" for ${JSON.stringify(previous) ?? 'undefined'}`;
    swapMust(!done && (await one.get(key)) === 'text', message);
  }
  swapMust(
    !(await one.swap(key, 'other', 'text')),
    'must resolve to false when the text is `next` but not `previous`',
  );
  swapMust(!(await one.swap(key, 'other', undefined)), 'must remove nothing when the text is not `previous`');
  swapMust(
    await one.swap(key, 'text', 'text'),
    'must resolve to true when the text is `previous`, though `next` is the same text',
  );
  for (const [previous, next] of [
    ['text', 'next'],
    ['', 'next'],
    ['text', undefined],
  ] as const) {
    const done = await one.swap(none, previous, next);
    const message = 'must change nothing and resolve to false when there is no text and `previous` is one';
    swapMust(!done && (await one.get(none)) === undefined, message);
  }
  const isSame = (await one.swap(none, undefined, undefined)) && !(await one.swap(key, undefined, undefined));
  swapMust(isSame, 'must resolve to whether there is no text when `previous` and `next` are both undefined');
}

async function removes({ one, two }: Tried, key: string): Promise<void> {
  await one.swap(key, undefined, 'text');
  swapMust(
    await one.swap(key, 'text', undefined),
    'must remove the text, and resolve to true, when `next` is undefined',
  );
  for (const each of [one, two]) {
    getMust((await each.get(key)) === undefined, 'must resolve to undefined after the text was removed');
  }
  keysMust(!(await two.keys(key)).includes(key), 'must not list a key whose text was removed');
  swapMust(
    !(await two.swap(key, 'text', undefined)),
    'must resolve to false when another has removed the text',
  );
  swapMust(await two.swap(key, undefined, 'again'), 'must write a text again after it was removed');
}

const textsToKeep = (): readonly string[] => [
  ...['', ' ', ' text ', '5', '05', 'true', 'null', '{"a":[1,"\\u0000"]}', 'line\nline\r\n', '\'";--'],
  ...['\\', '%s $1 :a ?', 'ä a\u0308 \u{1f600} \u200b', 'x'.repeat(200_000)],
];

async function keepsEveryText({ one, two }: Tried, key: string): Promise<void> {
  let last: string | undefined;
  for (const text of textsToKeep()) {
    swapMust(
      await one.swap(key, last, text),
      `must take every text; it gave false for ${named(text)}, or for the one before`,
    );
    for (const each of [one, two]) {
      const found = await each.get(key);
      const message = `must resolve to exactly the text that was written; for ${named(text)} it gave ${found === undefined ? 'undefined' : named(found)}`;
      getMust(found === text, message);
    }
    last = text;
  }
}

const keysToKeepApart = (): readonly string[] => [
  ...['plain', 'Plain', 'plain ', ' plain', 'plains', 'pläin', 'pla\u0308in', 'a', 'a/b', 'a/./b', 'a.b'],
  ...['%', '%a', '_a', '*a', '?a', '[a]', '{a}', '^a', '(a', '+a', '$1', '#', 'a\\b', "'", '"', ';', '\n'],
  ...['a\u0000b', '\u{1f600}', '\ud800', '\udfff', '__proto__', 'constructor'],
  ...['x'.repeat(400), `${'x'.repeat(400)}y`],
];

async function keepsKeysApart({ one, two }: Tried, prefix: string): Promise<void> {
  const keys = [...keysToKeepApart(), `in ${prefix}plain`];
  for (const key of keys) {
    const message = `must tell keys apart by each of their characters; it took the new key ${named(key)} for another one`;
    swapMust(await one.swap(prefix + key, undefined, named(key)), message);
  }
  for (const key of keys) {
    const isFound = (await two.get(prefix + key)) === named(key);
    getMust(isFound, `must find the text of every key; it did not find that of ${named(key)}`);
  }
  // Without a prefix, since objects of JavaScript have these names: there is no text, or a string.
  for (const key of ['__proto__', 'constructor']) await one.get(key);
  for (const key of ['', ...keys, 'p', 'a[', '\\']) {
    const found = await two.keys(prefix + key);
    const expected = keys.map((each) => prefix + each).filter((each) => each.startsWith(prefix + key));
    const rule = `must list exactly the keys that begin with the prefix, character by character; for ${named(key)} it`;
    const [wrong] = found.filter((each) => !expected.includes(each));
    keysMust(wrong === undefined, `${rule} listed ${named(wrong?.slice(prefix.length) ?? '')} too`);
    const [lost] = expected.filter((each) => !found.includes(each));
    keysMust(lost === undefined, `${rule} left out ${named(lost?.slice(prefix.length) ?? '')}`);
    keysMust(found.length === expected.length, `${rule} listed a key twice`);
  }
}

async function listsAll({ one, two }: Tried, prefix: string): Promise<void> {
  const keys = Array.from({ length: 110 }, (_, number) => `${prefix}${number}`);
  await Promise.all(keys.map((key) => one.swap(key, undefined, key)));
  const found = await two.keys(prefix);
  keysMust(
    found.length === keys.length,
    `must list all keys, page by page if need be; it listed ${found.length} of ${keys.length}`,
  );
}

/** Without these, a store would fail everywhere. */
export const BASICS: readonly Probe[] = [keepsText];

export const PROBES: readonly Probe[] = [comparesExactly, removes, keepsEveryText, keepsKeysApart, listsAll];
