import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
});

const folder = new URL('../examples/', import.meta.url);

/** Runs an example to its end. @returns the lines that it printed, with `ID` for long numbers */
async function printedBy(name: string): Promise<string[]> {
  vi.resetModules();
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await import(new URL(`${name}.ts`, folder).href);
  return log.mock.calls.flatMap((values) =>
    values
      .join(' ')
      .replaceAll(/\b\d{9,}\b/g, 'ID')
      .split('\n'),
  );
}

/** What each example must print, among other lines. */
const PRINTED: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  'first-order': ['17 letters cost 34 points.', 'Add to cart → In den Warenkorb', 'Check out → Zur Kasse'],
  'order-safely': [
    /^Not ordered: .* costs 92 points, 50 are allowed/,
    'Project ID, placed by this call: 92 points.',
    'Project ID, placed before: 92 points.',
    'The service counts 1 order.',
  ],
  'nightly-order': [
    /^2 orders placed for \d+ points/,
    '0 orders placed for 0 points.',
    /^\d{4} points are too many, \d{4} are left/,
    'The service counts 2 orders.',
  ],
  'upload-and-wait': ['Uploaded 100%', '荷物にはすべて番号があります。'],
  'browse-listings': ['Page 1 of 100; 1000 events in all.', 'The newest 250 events are in memory.'],
  'follow-events': [
    'Started again, it goes on with the third, and has what happened meanwhile:',
    '  ID simple_question.finished',
    '  Track your parcel: Completed',
    /^It took \d requests\.$/,
  ],
  'handle-errors': [
    /InputError, outcome not_sent/,
    /ValidationError, outcome rejected/,
    /NotFoundError, outcome rejected/,
    /ConnectionError, outcome not_sent/,
    /ConnectionError, outcome unknown/,
    /UnexpectedAnswerError, outcome unknown/,
    '  Call again after 120000 ms.',
    /^The service counts 2 orders/,
  ],
  'sign-in/main': [
    'Translations of second-requester',
    '  Good morning → de: open',
    '  Good morning → de: [de] Good morning',
    '  Good night → fr: [fr] Good night',
  ],
  'sign-in/command-line': ['Signed in as first-requester, with a token of 64 characters.'],
  'receive-callbacks': [
    '  without the secret: 401',
    '  an event that does not exist: 404',
    '  no event at all: 400',
    '  try 1: 500',
    '  try 2: 200',
    '  200, 200, 200',
    '  a late copy: 200',
  ],
  'tracing/main': ['  questions.list 503 200', '  projects.create 429 201', '  projects.get 200'],
  'localise-app/main': [
    'The texts are new: 2 orders placed',
    'Nobody has translated yet: 0 orders placed',
    'They are translated: 0 orders placed',
    'Nothing is new: 0 orders placed',
    'One text is new: 2 orders placed',
    '  de: 1 filled in, 0 missing',
    '    "count": "[de] {{count}} things",',
  ],
  shop: [
    /^Sale 1003: project ID, placed before$/,
    'The service was paid for 3 orders: shop/1001, shop/1002, shop/1003',
  ],
};

const SUPPORT = new Set(['run.ts', 'build.ts']);

describe('the example', () => {
  test.each(Object.entries(PRINTED))('%s tells its story', async (name, expected) => {
    const lines = await printedBy(name);
    for (const line of expected) {
      if (typeof line === 'string') expect(lines).toContain(line);
      else
        expect(
          lines.some((printed) => line.test(printed)),
          `${line} in\n${lines.join('\n')}`,
        ).toBe(true);
    }
  });

  test('receive-callbacks handles each event once', async () => {
    const handled = (await printedBy('receive-callbacks')).filter((line) => line.startsWith('  handled'));
    expect(handled).toEqual(['  handled: simple_question.created', '  handled: simple_question.created']);
  });

  test('has a line here for each file that stands alone', () => {
    const names = readdirSync(folder, { encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !SUPPORT.has(name))
      .map((name) => name.slice(0, -'.ts'.length));
    expect(Object.keys(PRINTED)).toEqual(expect.arrayContaining(names));
  });
});
