import { describe, expect, test } from 'vitest';
import { decideRules } from '../../../src/command/plan/decide.js';
import { parseProtect } from '../../../src/command/plan/protect.js';
import { parseStoredRules, tryExpression } from '../../../src/command/plan/text-rules.js';
import { UsageError } from '../../../src/command/terminal/failures.js';
import { isLong } from '../../runs.js';
import { type App, startApp } from '../app.js';

const commented = JSON.stringify({
  title: 'Orders',
  title_comment: 'A heading, keep it short',
  list: 'All orders',
  list_comment: 'A link',
  max: 'At most {max} texts',
});
const FILE = ['locales/en.json', '--to', 'de'] as const;

/** What translators have seen of the orders. */
const getBodies = async ({ server, sandbox }: App): Promise<readonly string[]> => {
  const { accessToken } = sandbox;
  const answer = await fetch(`${server.url}/api/v1/my/application_events?access_token=${accessToken}`);
  const { events } = await answer.json();
  return events.flatMap(({ question }: { question?: { question_bodies?: { body: string }[] } }) =>
    (question?.question_bodies ?? []).map(({ body }) => body),
  );
};

async function withTexts(content = commented, project?: object) {
  const app = await startApp();
  await app.put('locales/en.json', content);
  if (project !== undefined) await app.put('translation-requester.json', JSON.stringify(project));
  return app;
}

describe('texts that look like notes', () => {
  const found = '2 of 5 texts look like notes: title_comment, list_comment.';
  const decide = `${found} If they are notes, use --notes '*_comment'; if they are texts, use --no-notes. Or set "notes" in translation-requester.json.`;

  test('are shown by quote', async () => {
    await using app = await withTexts();
    const { code, out } = await app.run('quote', ...FILE);
    expect(code).toBe(0);
    expect(out).toContain(`locales/en.json: ${decide}\n`);
    expect((await app.json('quote', ...FILE)).doubtful).toEqual([
      { source: 'locales/en.json', keys: { '*_comment': ['title_comment', 'list_comment'] } },
    ]);
  });

  test('are not ordered without a decision', async () => {
    await using app = await withTexts();
    for (const more of [['--yes'], ['--json'], []]) {
      const { code, err, out } = await app.run('order', ...FILE, '--to', 'ja', ...more);
      expect([code, app.ordered()]).toEqual([3, 0]);
      expect(err + out).toContain(
        more[0] === '--json' ? found : `locales/en.json: ${decide} Nothing was ordered.`,
      );
    }
  });

  test('are notes of their texts with --notes, which pull remembers', async () => {
    await using app = await withTexts();
    expect(await app.run('order', ...FILE, '--yes', '--notes', '*_comment')).toMatchObject({ code: 0 });
    expect(await getBodies(app)).toEqual(['Orders', 'All orders', 'At most {max} texts']);
    expect((await app.json('status', ...FILE)).units[0]).toMatchObject({ missing: 0, texts: 3 });
    await app.translate();
    expect(await app.run('pull', ...FILE, '--accept-issues')).toMatchObject({ code: 0 });
    expect(Object.keys(JSON.parse(await app.read('locales/de.json')))).toEqual(['title', 'list', 'max']);
    expect(await app.run('order', ...FILE, '--yes')).toMatchObject({
      out: 'There is nothing new to order.\n',
    });
  });

  test('are texts with --no-notes, or where the project file says so', async () => {
    await using app = await withTexts(commented, { notes: false });
    expect((await app.json('quote', ...FILE)).units[0].texts).toBe(5);
    expect((await app.json('quote', ...FILE, '--notes', '*_comment')).units[0].texts).toBe(3);
    expect(await app.run('order', ...FILE, '--yes')).toMatchObject({ code: 0 });
    await using another = await withTexts();
    expect(await another.run('order', ...FILE, '--yes', '--no-notes')).toMatchObject({ code: 0 });
    expect(await getBodies(another)).toHaveLength(5);
  });

  test('are named to a person before the question of the price', async () => {
    await using app = await withTexts();
    const seen: string[] = [];
    const order = app.begin(['order', ...FILE], {
      isInteractive: true,
      confirm: async (question) => {
        seen.push(order.printed.err, question);
        return true;
      },
    });
    expect(await order.ended).toBe(0);
    expect(seen[0]).toContain(decide);
    expect(seen[1]).toMatch(/^Order this for/);
    expect(await getBodies(app)).toHaveLength(5);
    // Nobody is asked about texts that are translated.
    await app.translate();
    await app.run('pull', ...FILE, '--accept-issues');
    await app.put('locales/en.json', JSON.stringify({ ...JSON.parse(commented), more: 'More' }));
    expect(await app.run('order', ...FILE, '--yes')).toMatchObject({ code: 0 });
  });

  test('with long keys, and with keys that change a terminal, are named in a line of text', async () => {
    const evil = `a\u001b[31m\nb${'x'.repeat(200)}`;
    const value = { [evil]: 'Text', [`${evil}_comment`]: 'A link', b: 'Text', b_comment: 'A link' };
    await using app = await withTexts(JSON.stringify(value));
    const { err } = await app.run('order', ...FILE, '--yes');
    expect(err).toMatch(
      /^locales\/en\.json: 2 of 4 texts look like notes: a\P{C}{0,80}…, b_comment\. \P{C}*\n$/u,
    );
  });

  test('that are many are counted', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [
        [`k${at}`, `Text ${'x'.repeat(at)}`],
        [`k${at}.comment`, 'A link'],
      ]).flat(),
    );
    await using app = await withTexts(JSON.stringify(many));
    const { out } = await app.run('quote', ...FILE);
    expect(out).toContain(
      '9 of 18 texts look like notes: k0.comment, k1.comment, k2.comment, k3.comment, k4.comment and 4 more.',
    );
  });
});

describe('what stays as it is', () => {
  const texts = JSON.stringify({ a: 'Acme sells %what%', b: 'Open Acme', url: 'https://acme.example' });

  test('is said by the project file: ignored keys, terms and an expression', async () => {
    await using app = await withTexts(texts, {
      from: 'en',
      to: ['de'],
      files: [{ source: 'locales/en.json', protect: '/%\\w+%/' }],
      protect: 'icu',
      terms: ['Acme'],
      ignore: ['url'],
    });
    expect(await app.run('order', '--yes')).toMatchObject({ code: 0 });
    expect(await getBodies(app)).toEqual(['{{{Acme}}} sells {{{%what%}}}', 'Open {{{Acme}}}']);
    await app.translate();
    expect(await app.run('pull')).toMatchObject({ code: 0 });
    expect(JSON.parse(await app.read('locales/de.json'))).not.toHaveProperty('url');
  });

  test('is said by the command line, which pull remembers', async () => {
    await using app = await withTexts(texts);
    const { code, out } = await app.run(
      'order',
      ...FILE,
      '--yes',
      '--terms',
      'Acme',
      '--protect',
      '/%\\w+%/',
      '--ignore',
      'url',
      '--ignore',
      'x*',
    );
    expect(code).toBe(0);
    expect(out).toContain("--ignore 'url,x*'");
    expect(await getBodies(app)).toEqual(['{{{Acme}}} sells {{{%what%}}}', 'Open {{{Acme}}}']);
    await app.translate();
    expect(await app.run('pull', ...FILE, '--ignore', 'url')).toMatchObject({ code: 0 });
    expect(Object.keys(JSON.parse(await app.read('locales/de.json')))).toEqual(['a', 'b']);
  });

  test.each([
    [
      ['--protect', 'java'],
      '--protect must be icu, i18next, printf, all, or a regular expression such as /%\\w+%/, not "java"',
    ],
    [['--protect', '/(/'], '--protect must be icu'],
    [['--protect', '/a/g'], '--protect must be icu'],
    [
      ['--notes', 'a'],
      '--notes, or "notes" in translation-requester.json, must be a list of at most 100 patterns',
    ],
    [['--ignore', 'a,,b'], '--ignore takes names separated by commas'],
    [
      ['--terms', '{{{'],
      '--terms, or "terms" in translation-requester.json, must be a list of at most 1000 words',
    ],
  ])('is refused when it is wrong: %j', async (args, message) => {
    await using app = await withTexts(texts);
    const { code, err } = await app.run('quote', ...FILE, ...args);
    expect(err).toContain(message);
    expect(code).toBeGreaterThan(0);
  });

  test.runIf(isLong)('is not an expression that never ends', async () => {
    await using app = await withTexts(JSON.stringify({ a: `${'a'.repeat(60)}!` }), { protect: '/(a+)+$/' });
    const { code, err } = await app.run('quote', ...FILE);
    expect(code).toBe(2);
    expect(err).toContain(
      'The expression /(a+)+$/ takes more than 5 s for the texts of locales/en.json. Avoid repetitions within repetitions',
    );
  });
});

test('an expression is also tried on the texts between triple braces', () => {
  const text = `{{{x}}}${'a'.repeat(60)}{{{x}}}!`;
  expect(() => tryExpression(/^(a+)+[^a-{]$|^(a+)+$(?!)/, [text], 'en.json', 200)).toThrow(UsageError);
  expect(() => tryExpression(/%\w+%/i, ['%a%', '{{{%b%}}} %c%'], 'en.json', 60_000)).not.toThrow();
});

test('each rule is taken from the command line, then a file, the project and the memory, if that is valid', () => {
  const file = { notes: ['*_a'], terms: ['A'] };
  const memory = { protect: 'icu', terms: ['B'] };
  expect(decideRules({ memory, file, commandLine: { notes: false } })).toEqual({
    protect: 'icu',
    terms: ['A'],
    ignore: undefined,
    notes: false,
  });
  expect(parseStoredRules({ protect: '/a/i', written: {} })).toEqual({ protect: '/a/i' });
  for (const wrong of [{ protect: '/(/' }, { protect: 5 }, { terms: 'a' }, { notes: true }, null])
    expect(parseStoredRules(wrong)).toEqual({});
  expect([parseProtect('/a|b/u'), parseProtect('icu'), parseProtect('//'), parseProtect('toString')]).toEqual(
    [/a|b/u, 'icu', undefined, undefined],
  );
});
