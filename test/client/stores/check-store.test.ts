import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { InputError, memoryStore, type Store } from '../../../src/index.js';
import { fileStore, sqliteStore } from '../../../src/node.js';
import { checkStore } from '../../../src/testing.js';
import { rejection } from '../../recorded-fetch.js';

afterEach(() => {
  vi.useRealTimers();
});

describe('a store of this package', () => {
  test('in memory passes, and nothing is left in it', async () => {
    const store = memoryStore();
    await store.swap('mine', undefined, 'text');
    await checkStore(store);
    expect(await store.keys('')).toEqual(['mine']);
  });

  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'translation-requester-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  test('in files passes, and nothing is left in it', async () => {
    await checkStore(fileStore(folder), { other: fileStore(folder) });
    expect(await fileStore(folder).keys('')).toEqual([]);
  });

  test('in SQLite passes, and nothing is left in it', async () => {
    const path = join(folder, 'store.db');
    const databases = [new DatabaseSync(path), new DatabaseSync(path)] as const;
    databases[0].exec('PRAGMA journal_mode = WAL');
    await checkStore(sqliteStore(databases[0]), { other: sqliteStore(databases[1]) });
    expect(await sqliteStore(databases[0]).keys('')).toEqual([]);
    for (const database of databases) database.close();
  });
});

/** A correct store over a Map, whose steps take a moment as those of a database do. */
function slowStore(texts = new Map<string, string>()) {
  const moment = () => new Promise((resolve) => void setImmediate(resolve));
  return {
    texts,
    moment,
    async get(key: string): Promise<string | undefined> {
      await moment();
      return texts.get(key);
    },
    async swap(key: string, previous: string | undefined, next: string | undefined): Promise<boolean> {
      await moment();
      if (texts.get(key) !== previous) return false;
      if (next === undefined) texts.delete(key);
      else texts.set(key, next);
      return true;
    },
    async keys(prefix: string): Promise<readonly string[]> {
      await moment();
      return [...texts.keys()].filter((key) => key.startsWith(prefix));
    },
  };
}

/** A process that keeps what it has read until it writes itself. */
function cachedStore(texts: Map<string, string>): Store {
  const store = slowStore(texts);
  const cache = new Map<string, string | undefined>();
  return {
    ...store,
    get: async (key) => {
      if (!cache.has(key)) cache.set(key, await store.get(key));
      return cache.get(key);
    },
    swap: async (key, ...step) => {
      cache.delete(key);
      return store.swap(key, ...step);
    },
  };
}

/** Broken steps don't have the types of a store's, but take what those take. */
interface Loose {
  get(key: string): unknown;
  swap(key: string, previous: string | undefined, next: string | undefined): unknown;
  keys(prefix: string): unknown;
  now(): unknown;
}
/** What a broken store does in another way than a correct one. */
type Breaking = (store: ReturnType<typeof slowStore>) => Partial<Loose>;

/** Keys or texts are changed on their way. */
function through(place: (key: string) => string, write = (text: string) => text): Breaking {
  const text = (value: string | undefined) => (value === undefined ? undefined : write(value));
  return (store) => ({
    get: (key) => store.get(place(key)),
    swap: (key, previous, next) => store.swap(place(key), text(previous), text(next)),
    keys: (prefix) => store.keys(place(prefix)),
  });
}

/** A prefix is a pattern, as of LIKE. */
function withPattern(makePattern: (prefix: string) => RegExp): Breaking {
  return ({ texts }) => ({
    keys: async (prefix) => [...texts.keys()].filter((key) => makePattern(prefix).test(key)),
  });
}

const escaped = (text: string, except: string): string =>
  text.replace(/[\\^$.*+?()[\]{}|]/g, (sign) => (except.includes(sign) ? sign : `\\${sign}`));

type Broken = readonly [name: string, breaking: Breaking, step: keyof Store, message: string];

const BROKEN: readonly Broken[] = [
  // What a step resolves to.
  ['null for no text', () => ({ get: async () => Object(null) && null }), 'get', 'got null'],
  [
    'the number of changed rows',
    (store) => ({ swap: async (...step) => Number(await store.swap(...step)) }),
    'swap',
    'must resolve to true or false; got an integer',
  ],
  [
    'texts that come back as JSON values',
    (store) => {
      const parsed = (text = 'null') => {
        try {
          return JSON.parse(text) ?? undefined;
        } catch {
          return text;
        }
      };
      return { get: async (key) => parsed(await store.get(key)) };
    },
    'get',
    'must resolve to a string, or to undefined when there is no text; got an integer',
  ],
  [
    'bytes',
    (store) => ({
      get: async (key) => {
        const text = await store.get(key);
        return text && new TextEncoder().encode(text);
      },
    }),
    'get',
    'got an object',
  ],
  [
    'keys that are rows',
    (store) => ({ keys: async (prefix) => (await store.keys(prefix)).map((key) => ({ key })) }),
    'keys',
    'must resolve to an array of strings',
  ],
  [
    'an object for a memory',
    () => {
      const texts: Record<string, string> = {};
      return {
        get: async (key) => texts[key],
        swap: async (key, previous, next) => {
          if (texts[key] !== previous) return false;
          if (next === undefined) delete texts[key];
          else texts[key] = next;
          return true;
        },
        keys: async (prefix) => Object.keys(texts).filter((key) => key.startsWith(prefix)),
      };
    },
    'get',
    'must resolve to a string, or to undefined when there is no text; got an object',
  ],
  // Comparing.
  [
    'a swap that ignores `previous`',
    (store) => ({
      swap: async (key, _, next) => {
        if (next === undefined) store.texts.delete(key);
        else store.texts.set(key, next);
        return true;
      },
    }),
    'swap',
    'must resolve to false for a swap from "" to "next" when the text is undefined; it gave true',
  ],
  [
    'a swap that ignores `previous` when there is no text',
    (store) => ({
      swap: async (key, previous, next) => store.swap(key, store.texts.has(key) ? previous : undefined, next),
    }),
    'swap',
    'from "" to "next" when the text is undefined; it gave true',
  ],
  [
    'a swap that writes over a text when `previous` is undefined',
    (store) => ({
      swap: async (key, previous, next) => store.swap(key, previous ?? store.texts.get(key), next),
    }),
    'swap',
    'from undefined to "next" when the text is "text"; it gave true',
  ],
  [
    'texts that are compared without upper and lower case',
    (store) => ({
      swap: async (key, previous, next) => {
        const text = store.texts.get(key);
        return store.swap(key, text?.toLowerCase() === previous?.toLowerCase() ? text : previous, next);
      },
    }),
    'swap',
    'from "Text" to "next" when the text is "text"; it gave true',
  ],
  [
    'texts that are compared without spaces at the end',
    (store) => ({
      swap: async (key, previous, next) => {
        const text = store.texts.get(key);
        return store.swap(key, text?.trimEnd() === previous?.trimEnd() ? text : previous, next);
      },
    }),
    'swap',
    'from "text " to "next" when the text is "text"; it gave true',
  ],
  [
    'a removal that ignores `previous`',
    (store) => ({
      swap: async (key, previous, next) =>
        store.swap(key, next === undefined ? store.texts.get(key) : previous, next),
    }),
    'swap',
    'from "" to undefined when the text is undefined; it gave true',
  ],
  [
    'false when nothing was to be changed',
    (store) => ({
      swap: async (key, previous, next) =>
        (await store.swap(key, previous, next)) && (previous !== next || next === undefined),
    }),
    'swap',
    'must resolve to true for a swap from "text" to "text" when the text is "text"; it gave false',
  ],
  [
    'true for two texts that are undefined',
    (store) => ({
      swap: async (key, previous, next) =>
        (previous ?? next) === undefined || store.swap(key, previous, next),
    }),
    'swap',
    'from undefined to undefined when the text is "text"; it gave true',
  ],
  // Removing.
  [
    'an empty text instead of none',
    (store) => ({ swap: async (key, previous, next) => store.swap(key, previous, next ?? '') }),
    'get',
    'must resolve to undefined after a swap from "text" to undefined',
  ],
  [
    'a removed key that is listed',
    (store) => {
      const keys = new Set<string>();
      return {
        swap: async (key, ...step) => {
          keys.add(key);
          return store.swap(key, ...step);
        },
        keys: async (prefix) => [...keys].filter((key) => key.startsWith(prefix)),
      };
    },
    'keys',
    'must not list a key after a swap',
  ],
  [
    'a key that can be used once',
    (store) => {
      const keys = new Set<string>();
      return {
        swap: async (key, previous, next) => {
          if (previous === undefined && keys.has(key)) return false;
          keys.add(key);
          return store.swap(key, previous, next);
        },
      };
    },
    'swap',
    'must resolve to true for a swap from undefined to "text"',
  ],
  // Texts.
  [
    'no empty texts',
    (store) => ({ get: async (key) => (await store.get(key)) || undefined }),
    'get',
    'must resolve to "" after a swap from "again" to ""',
  ],
  [
    'texts without spaces around them',
    through(
      (key) => key,
      (text) => text.trim(),
    ),
    'swap',
    'from "text " to "next" when the text is "text"; it gave true',
  ],
  [
    'texts in NFC',
    through(
      (key) => key,
      (text) => text.normalize(),
    ),
    'get',
    'must resolve to "ä a',
  ],
  [
    'texts in Latin 1',
    through(
      (key) => key,
      (text) => Buffer.from(text, 'latin1').toString('latin1'),
    ),
    'get',
    'must resolve to "ä a',
  ],
  [
    'short texts only',
    through(
      (key) => key,
      (text) => text.slice(0, 65_535),
    ),
    'get',
    `must resolve to "${'x'.repeat(39)}…" after a swap from`,
  ],
  // Keys.
  [
    'keys without upper and lower case',
    through((key) => key.toLowerCase()),
    'swap',
    'it took the new key "Plain" for another one',
  ],
  ['keys without spaces at the end', through((key) => key.trimEnd()), 'swap', 'it took the new key "plain "'],
  ['keys in NFC', through((key) => key.normalize()), 'swap', 'it took the new key "plaı̈n"'.slice(0, 10)],
  ['keys in UTF-8', through((key) => Buffer.from(key).toString()), 'swap', 'it took the new key "\\udfff"'],
  ['short keys', through((key) => key.slice(0, 255)), 'swap', 'it took the new key "xxx'],
  [
    'keys that end at a NUL',
    through((key) => key.split('\0')[0] ?? ''),
    'swap',
    'it took the new key "a\\u0000b"',
  ],
  [
    'keys as parts of a path',
    through((key) => (key === '' ? '' : join('/', key).slice(1))),
    'swap',
    'for another one',
  ],
  // Listing.
  [
    'LIKE',
    withPattern(
      (prefix) => new RegExp(`^${escaped(prefix, '').replaceAll('%', '.*').replaceAll('_', '.')}`, 's'),
    ),
    'keys',
    'for "%" it listed "plain" too',
  ],
  [
    'LIKE without upper and lower case',
    withPattern((prefix) => new RegExp(`^${escaped(prefix, '')}`, 'is')),
    'keys',
    'for "plain" it listed "Plain" too',
  ],
  [
    'GLOB',
    withPattern(
      (prefix) =>
        new RegExp(
          `^${escaped(prefix, '*?[]')
            .replaceAll('*', '.*')
            .replaceAll('?', '.')
            .replace(/\[(?!.*\])/, '\\[')}`,
          's',
        ),
    ),
    'keys',
    'listed',
  ],
  [
    'a regular expression',
    withPattern((prefix) => {
      try {
        return new RegExp(`^${prefix}`, 's');
      } catch {
        return /^$/;
      }
    }),
    'keys',
    'for "',
  ],
  [
    'all keys but one',
    (store) => ({ keys: async (prefix) => (await store.keys(prefix)).filter((key) => key !== 'p p1 Plain') }),
    'keys',
    'for "" it left out "Plain"',
  ],
  ['a part of a key', withPattern((prefix) => new RegExp(escaped(prefix, ''), 's')), 'keys', 'listed'],
  ['all keys', withPattern(() => /.*/s), 'keys', 'must'],
  [
    'the first page',
    (store) => ({ keys: async (prefix) => (await store.keys(prefix)).slice(0, 100) }),
    'keys',
    'must list all keys, page by page if need be; it listed 100 of 110',
  ],
  [
    'a key twice',
    (store) => ({
      keys: async (prefix) => [...(await store.keys(prefix)), ...(await store.keys(prefix))],
    }),
    'keys',
    'listed a key twice',
  ],
  [
    'keys with the prefix of the database',
    through((key) => `db:${key}`),
    'keys',
    'must list a key after a swap',
  ],
  // Atomic.
  [
    'a swap in two steps',
    (store) => ({
      swap: async (key, previous, next) => {
        if ((await store.get(key)) !== previous) return false;
        await store.moment();
        if (next === undefined) store.texts.delete(key);
        else store.texts.set(key, next);
        return true;
      },
    }),
    'swap',
    'must be one atomic step',
  ],
  [
    'a first text in two steps',
    (store) => ({
      swap: async (key, previous, next) => {
        if (previous !== undefined || next === undefined) return store.swap(key, previous, next);
        if ((await store.get(key)) !== undefined) return false;
        await store.moment();
        store.texts.set(key, next);
        return true;
      },
    }),
    'swap',
    'must be one atomic step',
  ],
  [
    'a removal in two steps',
    (store) => ({
      swap: async (key, previous, next) => {
        if (next !== undefined) return store.swap(key, previous, next);
        if ((await store.get(key)) !== previous) return false;
        await store.moment();
        store.texts.delete(key);
        return true;
      },
    }),
    'swap',
    'must be one atomic step',
  ],
  [
    'a swap that writes before it compares',
    (store) => ({
      swap: async (key, previous, next) => {
        if (previous === undefined || next === undefined) return store.swap(key, previous, next);
        const before = store.texts.get(key);
        store.texts.set(key, next);
        await store.moment();
        if (before === previous) return true;
        if (before === undefined) store.texts.delete(key);
        else store.texts.set(key, before);
        return false;
      },
    }),
    'swap',
    'must be one atomic step',
  ],
  [
    'a text that is removed before it is written',
    (store) => ({
      swap: async (key, previous, next) => {
        if (previous === undefined || next === undefined || store.texts.get(key) !== previous)
          return store.swap(key, previous, next);
        store.texts.delete(key);
        await store.moment();
        store.texts.set(key, next);
        return true;
      },
    }),
    'get',
    'must show the text before or after a swap',
  ],
  [
    'a swap that fails when many come',
    (store) => {
      let under = 0;
      return {
        swap: async (...step) => {
          under += 1;
          try {
            if (under > 10) throw new Error('too many connections');
            return await store.swap(...step);
          } finally {
            under -= 1;
          }
        },
      };
    },
    'swap',
    'must resolve for every key and text; it failed: too many connections',
  ],
  [
    'a swap that fails while others read',
    (store) => {
      let readers = 0;
      return {
        get: async (key) => {
          readers += 1;
          const text = await store.get(key);
          readers -= 1;
          return text;
        },
        swap: async (...step) => readers === 0 && store.swap(...step),
      };
    },
    'swap',
    'must resolve to true while others only read the text',
  ],
  // Freshness.
  [
    'a cached get',
    (store) => {
      const cache = new Map<string, string | undefined>();
      return {
        get: async (key) => {
          if (!cache.has(key)) cache.set(key, await store.get(key));
          return cache.get(key);
        },
      };
    },
    'get',
    'keep no texts in memory',
  ],
  [
    'keys of a lagging replica',
    (store) => {
      let behind: readonly string[] = [];
      return {
        keys: async (prefix) => {
          const now = behind;
          behind = [...store.texts.keys()];
          return now.filter((key) => key.startsWith(prefix));
        },
      };
    },
    'keys',
    'must',
  ],
  // The clock.
  ['seconds', () => ({ now: async () => Math.floor(Date.now() / 1_000) }), 'now', 'is another unit'],
  ['microseconds', () => ({ now: async () => Date.now() * 1_000 }), 'now', 'is another unit'],
  ['a time of the year 2000', () => ({ now: async () => 946_684_800_000 }), 'now', 'is another unit'],
  ['a time of the year 5138', () => ({ now: async () => 100_000_000_000_000 }), 'now', 'is another unit'],
  [
    'parts of milliseconds',
    () => ({ now: async () => Date.now() + 0.5 }),
    'now',
    'must resolve to whole milliseconds',
  ],
  [
    'a Date',
    () => ({ now: async () => Object(new Date()) }),
    'now',
    'must resolve to a number; got an object',
  ],
  [
    'a text for a time',
    () => ({ now: async () => Object(`${Date.now()}`).toString() }),
    'now',
    'must resolve to a number; got a string',
  ],
  [
    'a clock that goes back',
    () => {
      let now = Date.now();
      return { now: async () => (now -= 7) };
    },
    'now',
    'it went back by 7 ms',
  ],
  // No answer.
  [
    'a clock that fails',
    () => ({ now: () => Promise.reject(new Error('no clock')) }),
    'now',
    'it failed: no clock',
  ],
  [
    'a failure',
    () => ({ get: () => Promise.reject(new Error('no such table')) }),
    'get',
    'it failed: no such table',
  ],
  [
    'a throw',
    () => ({
      keys: () => {
        throw new Error('not implemented');
      },
    }),
    'keys',
    'it failed: not implemented',
  ],
];

describe('a store is refused that has', () => {
  test.each(BROKEN)('%s', async (_, breaking, step, message) => {
    const correct = slowStore();
    const store = Object({ ...correct, ...breaking(correct) });
    const error = await rejection(checkStore(store, { prefix: 'p ' }));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({
      issues: expect.arrayContaining([{ path: `store.${step}`, message: expect.stringContaining(message) }]),
    });
  });

  test.each([
    [
      'in each process a cache of its own',
      () => {
        const texts = new Map<string, string>();
        return [cachedStore(texts), cachedStore(texts)] as const;
      },
      'get',
      'keep no texts in memory',
    ],
    [
      'a cache in one process alone',
      () => {
        const texts = new Map<string, string>();
        return [cachedStore(texts), slowStore(texts)] as const;
      },
      'get',
      'keep no texts in memory',
    ],
    [
      'in each process a lock in memory',
      () => {
        const texts = new Map<string, string>();
        const process = (): Store => {
          const store = slowStore(texts);
          let last: Promise<unknown> = Promise.resolve();
          return {
            ...store,
            swap: (key, previous, next) => {
              const done = last.then(async () => {
                if ((await store.get(key)) !== previous) return false;
                await store.moment();
                if (next === undefined) texts.delete(key);
                else texts.set(key, next);
                return true;
              });
              last = done;
              return done;
            },
          };
        };
        return [process(), process()] as const;
      },
      'swap',
      'must be one atomic step',
    ],
    [
      'in each process a memory of its own',
      () => [memoryStore(), memoryStore()] as const,
      'get',
      'keep no texts in memory',
    ],
  ] as const)('%s', async (_, make, step, message) => {
    const [store, another] = make();
    const error = await rejection(checkStore(store, { other: another }));
    expect(error).toMatchObject({
      issues: expect.arrayContaining([{ path: `store.${step}`, message: expect.stringContaining(message) }]),
    });
  });
});

/** The paths of what `checkStore` says of a store that is broken in this way. */
async function collectPaths(breaking: Breaking): Promise<unknown> {
  const correct = slowStore();
  const error = await checkStore(Object({ ...correct, ...breaking(correct) }), { prefix: 'p ' }).catch(
    (thrown) => thrown,
  );
  return error?.issues?.map(({ path }: { path: string }) => path);
}

describe('a store is refused that loses only', () => {
  const KEYS = [
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
  // Each probe has keys of its own: these are of the second one.
  test.each(['', ...KEYS])('the keys that begin with %j', async (key) => {
    const breaking: Breaking = (store) => ({
      keys: async (prefix) => (prefix === `p p1 ${key}` ? [] : store.keys(prefix)),
    });
    expect(await collectPaths(breaking)).toEqual(['store.keys']);
  });

  test.each(['p', 'a[', '\\'])('its way for the prefix %j', async (key) => {
    const breaking: Breaking = (store) => ({
      keys: (prefix) => {
        if (prefix === `p p1 ${key}`) throw new Error('no such pattern');
        return store.keys(prefix);
      },
    });
    expect(await collectPaths(breaking)).toEqual(['store.keys']);
  });

  test.each(['__proto__', 'constructor'])('its way for the name %j', async (name) => {
    const breaking: Breaking = (store) => ({
      get: async (key) => (key === name ? Object : store.get(key)),
    });
    expect(await collectPaths(breaking)).toEqual(['store.get']);
  });

  const TEXTS = ['text', 'again', '', ' text ', '5', '05', 'null', '{"a":[1,"\\u0000"]}', '\r\n'];
  const ODD_TEXTS = ['\'";--\\', 'ä a\u0308 \u{1f600}', 'x'.repeat(200_000)];
  test.each([...TEXTS, ...ODD_TEXTS].map((text) => [text.slice(0, 50), text] as const))(
    'the text that begins with %j',
    async (_, text) => {
      const breaking: Breaking = (store) => ({
        get: async (key) => {
          const found = await store.get(key);
          return key === 'p p0 key' && found === text ? 'lost' : found;
        },
      });
      expect(await collectPaths(breaking)).toEqual(['store.get']);
    },
  );

  test.each([undefined, '', 'Text', 'text ', 'other'])(
    'the difference between "text" and %j',
    async (another) => {
      const breaking: Breaking = (store) => ({
        swap: async (key, previous, next) => {
          const text = store.texts.get(key);
          return store.swap(key, text === 'text' && previous === another ? text : previous, next);
        },
      });
      expect(await collectPaths(breaking)).toEqual(['store.swap']);
    },
  );
});

test('passes a store that keeps texts of 200,000 characters, and keys of about 400', async () => {
  const store = slowStore();
  const breaking = through(
    (key) => key.slice(0, 450),
    (text) => text.slice(0, 200_000),
  );
  const checked = checkStore(Object({ ...store, ...breaking(store) }), {
    prefix: 'p ',
    timeout: Number.POSITIVE_INFINITY,
  });
  await expect(checked).resolves.toBeUndefined();
});

test('passes a store whose reads take no time while a swap takes a moment', async () => {
  const store = slowStore();
  await checkStore({ ...store, get: async (key) => store.texts.get(key) });
  expect(store.texts.size).toBe(0);
});

test.each([
  ['just after the year 2000', 946_684_800_001],
  ['just before the year 5138', 99_999_999_999_999],
])('passes a store whose clock is %s', async (_, first) => {
  let now = first - 1;
  await checkStore({ ...memoryStore(), now: async () => (now += 1) });
  expect(now).toBeGreaterThan(first);
});

test('waits for two seconds for a clock that stands', async () => {
  vi.useFakeTimers();
  let issues: unknown;
  const check = checkStore({ ...memoryStore(), now: async () => 1_700_000_000_000 });
  void rejection(check).then((error) => {
    ({ issues } = Object(error));
  });
  await vi.advanceTimersByTimeAsync(1_999);
  expect(issues).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  const message = 'must go on: it gave the same time for two seconds';
  expect(issues).toEqual([{ path: 'store.now', message }]);
});

test.each([
  ['get', undefined, 10_000],
  ['swap', undefined, 10_000],
  ['swap', 300, 300],
])('a store whose %s never answers is refused soon, with the timeout %s', async (step, timeout, ms) => {
  vi.useFakeTimers();
  const begun = Date.now();
  const store = { ...memoryStore(), [step]: () => new Promise<never>(() => undefined) };
  const check = rejection(checkStore(store, { timeout }));
  await vi.runAllTimersAsync();
  const message = `must resolve for every key and text; it failed: no answer within ${ms} ms`;
  expect(await check).toMatchObject({ issues: [{ path: `store.${step}`, message }] });
  expect(Date.now() - begun).toBeLessThan(6 * ms);
});

test('refuses a store that shows the half of a new text', async () => {
  const breaking: Breaking = (store) => ({
    swap: async (key, previous, next) => {
      const isOther = next !== undefined && previous !== undefined && next !== previous;
      if (!isOther || store.texts.get(key) !== previous) return store.swap(key, previous, next);
      store.texts.set(key, next.slice(0, next.length / 2));
      await store.moment();
      store.texts.set(key, next);
      return true;
    },
  });
  expect(await collectPaths(breaking)).toContain('store.get');
});

test('after a failure, waits for the other steps that run at the same time before it goes on', async () => {
  const store = slowStore();
  let running = 0;
  let hasFailed = false;
  let late = 0;
  const error = await rejection(
    checkStore({
      ...store,
      get: async (key) => {
        if (hasFailed) late = Math.max(late, running);
        return store.get(key);
      },
      swap: async (...step) => {
        running += 1;
        try {
          if (running === 16) {
            hasFailed = true;
            throw new Error('too many connections');
          }
          for (let moment = 0; moment < 5; moment += 1) await store.moment();
          return await store.swap(...step);
        } finally {
          running -= 1;
        }
      },
    }),
  );
  expect(error).toBeInstanceOf(InputError);
  expect(late).toBe(0);
});

test('names each thing that is wrong, and nothing that is right', async () => {
  const store = slowStore();
  const error = await rejection(
    checkStore({
      ...store,
      get: async (key) => (await store.get(key)) || undefined,
      keys: async (prefix) => (await store.keys(prefix)).slice(0, 100),
      now: async () => Date.now() + 0.5,
    }),
  );
  expect(Object(error).issues.map(({ path }: { path: string }) => path)).toEqual([
    'store.get',
    'store.keys',
    'store.now',
  ]);
});

test('passes a correct store whose steps take a moment, and removes its keys', async () => {
  const store = slowStore();
  await checkStore(store, { prefix: 'mine ' });
  expect(store.texts.size).toBe(0);
});

test('leaves no timer behind, which would keep a program from ending', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  await checkStore(memoryStore());
  expect(timers() - before).toBeLessThan(5);
});

test('writes under its prefix alone', async () => {
  const store = slowStore();
  const swap = vi.spyOn(store, 'swap');
  await checkStore(store, { prefix: 'mine ' });
  expect(swap.mock.calls.length).toBeGreaterThan(100);
  expect(swap.mock.calls.filter(([key]) => !key.startsWith('mine '))).toEqual([]);
});

test.each([
  [undefined, {}, 'store', 'must have the methods get, swap, keys'],
  [{ get: () => undefined }, {}, 'store', 'must have the methods get, swap, keys'],
  [memoryStore(), 5, 'options', 'must be an object; got an integer'],
  [memoryStore(), { othr: 1 }, 'othr', 'did you mean other?'],
  [memoryStore(), { other: {} }, 'other', 'must have the methods get, swap, keys'],
  [memoryStore(), { prefix: '' }, 'prefix', 'must be a non-empty string'],
  [memoryStore(), { timeout: 0 }, 'timeout', 'must be a positive number'],
])('refuses the arguments %# before it tries anything', async (store, options, path, message) => {
  expect(await rejection(checkStore(Object(store), options as object))).toMatchObject({
    issues: [{ path, message: expect.stringContaining(message) }],
  });
});
