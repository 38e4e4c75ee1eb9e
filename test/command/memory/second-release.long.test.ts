import { execFile } from 'node:child_process';
import { readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Sample, Texts } from '../../localise/files/samples/sample.js';
import { SAMPLES } from '../../localise/files/samples.js';
import { type App, startApp } from '../app.js';

/** How a format writes texts, one a line or an entry, and where. */
interface Format extends Pick<Sample, 'source' | 'write'> {
  /** Where a second file and a file with another name stand. */
  readonly second: string;
  readonly target: (language: string, source: string) => string;
}

const byName = (language: string, source: string): string =>
  source.replace(/(?<![a-z])en(?![a-z])/, language);

const FORMATS: Readonly<Record<string, Format>> = {
  JSON: { ...SAMPLES.json, second: 'locales/en/more.json', target: byName },
  YAML: { ...SAMPLES.yaml, second: 'locales/en/more.yaml', target: byName },
  PO: {
    ...SAMPLES.po,
    second: 'po/more/more.pot',
    target: (language, source) => `${dirname(source)}/${language}.po`,
  },
  Android: {
    ...SAMPLES.android,
    second: 'more/res/values/strings.xml',
    target: (language, source) => source.replace('values', `values-${language}`),
  },
  ARB: {
    source: 'lib/l10n/app_en.arb',
    second: 'lib/l10n/more_en.arb',
    target: byName,
    write: (texts) =>
      `${JSON.stringify(Object.fromEntries([['@@locale', 'en'], ...texts.map(([key, text]) => [key.replace('.', ''), text])]), null, 2)}\n`,
  },
};

const FIRST: Texts = [
  ['cart.add', 'Add to cart'],
  ['cart.remove', 'Remove from cart'],
  ['cart.pay', 'Pay now'],
  ['user.login', 'Log in'],
  ['user.logout', 'Log out'],
  ['user.name', 'Your name'],
];

/** A project in a repository, whose first release is translated and committed. */
async function release(app: App, format: Format, languages = 'de') {
  const { source } = format;
  const git = async (...args: readonly string[]) => {
    const names = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    return (await promisify(execFile)('git', [...names, ...args], { cwd: app.folder })).stdout;
  };
  let files = [source];
  const words = () => [...files, '--from', 'en', '--to', languages];
  const commit = async () => {
    // By force: orders of a sandbox are kept out of git.
    await git('add', '--all', '--force');
    await git('commit', '--quiet', '--allow-empty', '--message', 'Release');
  };
  const order = async () => {
    expect(await app.run('order', ...words(), '--yes')).toMatchObject({ code: 0 });
  };
  const pull = async () => {
    await app.translate();
    expect(await app.run('pull', ...words(), '--prune')).toMatchObject({ code: 0 });
  };
  const quote = async (): Promise<number> => (await app.json('quote', ...words())).points;
  const put = (entries: Texts, name = source) => app.put(name, format.write(entries));
  const target = (name = source) => format.target('de', name);
  await git('init', '--quiet', '--initial-branch', 'main');
  await put(FIRST);
  await order();
  await pull();
  await commit();
  const before = app.sandbox.orders().length;
  const prepared = app.sandbox.requests.length;
  return {
    app,
    git,
    put,
    order,
    quote,
    pull,
    commit,
    target,
    source,
    second: format.second,
    setFiles: (names: readonly string[]) => {
      files = [...names];
    },
    setLanguages: (codes: string) => {
      languages = codes;
    },
    replace: async (from: string | RegExp, to: string, name = target()) =>
      app.put(name, (await app.read(name)).replace(from, to)),
    remove: (name: string) => rm(join(app.folder, name)),
    /** What the second release costs: texts, points, and changed lines of translations. */
    async measure() {
      const bodies = app.sandbox.requests
        .slice(prepared)
        .flatMap(({ method, path, status, body }) =>
          method === 'POST' && path.endsWith('/questions') && status === 201
            ? Object(body).question_bodies
            : [],
        );
      const orders = app.sandbox.orders().slice(before);
      await git('add', '--all', '--force');
      const stat = await git('diff', '--cached', '--numstat', '--', '.', ':!.translation-requester');
      const lines = stat.split('\n').filter((line) => /(?<![a-z])(?:de|fr)(?![a-z])/.test(line));
      const sum = (at: number) => lines.reduce((all, line) => all + Number(line.split('\t')[at]), 0);
      return {
        texts: bodies.length,
        points: orders.reduce((all, { points }) => all + points, 0),
        lines: `+${sum(0)} −${sum(1)}`,
      };
    },
  };
}

type Release = Awaited<ReturnType<typeof release>>;

const PAY_NOW = /\[de\] Pay now/;
const insert = (entry: readonly [string, string]): Texts => [...FIRST.slice(0, 4), entry, ...FIRST.slice(4)];
const replaceKey = (key: string, entry: readonly [string, string]): Texts =>
  FIRST.map((own) => (own[0] === key ? entry : own));
const inGroup = (name: string, entries: Texts = FIRST): Texts =>
  entries.filter(([key]) => key.startsWith(name));

/** What can happen between two releases, by what the page calls it. */
const CHANGES: Readonly<Record<string, (project: Release) => Promise<unknown>>> = {
  'a text changed, its meaning too': ({ put }) => put(replaceKey('cart.pay', ['cart.pay', 'Buy now'])),
  'a text added': ({ put }) => put(insert(['user.mail', 'Your mail'])),
  'a text deleted': ({ put }) => put(FIRST.filter(([key]) => key !== 'cart.remove')),
  'texts moved within a file': ({ put }) => put(FIRST.toReversed()),
  'a key renamed': ({ put }) => put(replaceKey('cart.pay', ['cart.buy', 'Pay now'])),
  'a second key with the same text': ({ put }) => put(insert(['user.enter', 'Log in'])),
  'a translation corrected by hand': ({ replace }) => replace(PAY_NOW, 'Jetzt zahlen'),
  'a file split in two': async ({ put, source, second, setFiles }) => {
    await put(inGroup('cart'));
    await put(inGroup('user'), second);
    setFiles([source, second]);
  },
  'a file renamed': async ({ put, source, second, setFiles, remove }) => {
    await remove(source);
    await put(FIRST, second);
    setFiles([second]);
  },
  'a file renamed, its translations too': async (project) => {
    const { put, app, source, second, setFiles, remove, target } = project;
    await remove(source);
    await put(FIRST, second);
    await app.put(target(second), await app.read(target()));
    await remove(target());
    setFiles([second]);
  },
  'a language added': async ({ setLanguages }) => setLanguages('de,fr'),
  'two branches merged, each with a new text': async ({ git, put, order, commit }) => {
    await git('checkout', '--quiet', '-b', 'other');
    await put([['cart.title', 'Your cart'], ...FIRST]);
    await order();
    await commit();
    await git('checkout', '--quiet', 'main');
    await put([...FIRST, ['user.mail', 'Your mail']]);
    await order();
    await commit();
    await git('merge', '--quiet', '--no-edit', 'other');
  },
};

/** In gettext, a text is its own key. */
const WITHOUT_KEYS = ['a key renamed', 'a second key with the same text'];

const page = await readFile(new URL('../../../docs/command.md', import.meta.url), 'utf8');

describe('a second release', () => {
  test.each(Object.entries(CHANGES))(
    'with %s orders and writes what docs/command.md says',
    async (name, change) => {
      const lines: string[] = [];
      const costs = new Set<string>();
      for (const [format, how] of Object.entries(FORMATS)) {
        if (format === 'PO' && WITHOUT_KEYS.includes(name)) {
          lines.push('–');
          continue;
        }
        await using app = await startApp();
        const project = await release(app, how);
        await change(project);
        const quoted = await project.quote();
        await project.order();
        await project.pull();
        const { texts, points, lines: changed } = await project.measure();
        expect(quoted).toBe(name.includes('branches') ? 0 : points);
        costs.add(`${texts} | ${points}`);
        lines.push(changed);
        // Nothing is left to be done.
        expect(await project.quote()).toBe(0);
        expect((await project.measure()).lines).toBe(changed);
      }
      expect(page).toContain(`\n| ${[name, ...costs, ...lines].join(' | ')} |\n`);
    },
  );

  test('keeps the correction of a key that was renamed in the translations, too', async () => {
    for (const [format, how] of Object.entries(FORMATS)) {
      if (format === 'PO') continue;
      await using app = await startApp();
      const { put, order, pull, replace, target, measure } = await release(app, how);
      await replace(PAY_NOW, 'Jetzt zahlen');
      await put(replaceKey('cart.pay', ['cart.buy', 'Pay now']));
      await replace(/(cart_?|\b)[pP]ay(?!ment)/, '$1buy');
      await order();
      await pull();
      expect(await measure()).toMatchObject({ texts: 0 });
      expect(await app.read(target())).toContain('Jetzt zahlen');
    }
  });

  test('pays for no text again that was ordered, and not pulled, before its file was split', async () => {
    for (const how of Object.values(FORMATS)) {
      await using app = await startApp();
      const { put, order, pull, measure, setFiles, source, second } = await release(app, how);
      const more = insert(['user.mail', 'Your mail']);
      await put(more);
      await order();
      await put(inGroup('cart'));
      await put(inGroup('user', more), second);
      setFiles([source, second]);
      await order();
      await pull();
      expect(await measure()).toMatchObject({ texts: 1, points: 16 });
    }
  });
});

test('files with equal texts pay for them once, from the first order on, as the quote says', async () => {
  await using app = await startApp();
  await app.put('a/en.json', '{"save": "Save", "a": "One"}');
  await app.put('b/en.json', '{"keep": "Save", "b": "Two"}');
  await app.put('c/en.json', '{"c": "Save"}');
  const words = ['a/en.json', 'b/en.json', 'c/en.json', '--to', 'de,ja'];
  const quote = await app.json('quote', ...words);
  expect(quote.units.map(({ texts }: { texts: number }) => texts)).toEqual([2, 2, 1, 1, 0, 0]);
  expect(await app.json('order', ...words, '--yes', '--max-points', `${quote.points}`)).toMatchObject({
    points: quote.points,
  });
  expect(app.sandbox.orders().reduce((all, { points }) => all + points, 0)).toBe(quote.points);
  await app.translate();
  expect(await app.json('pull', ...words)).toMatchObject({ units: Array(6).fill({ open: 0, issues: [] }) });
  expect(JSON.parse(await app.read('c/de.json'))).toEqual({ c: '[de] Save' });
  expect(await app.json('quote', ...words)).toMatchObject({ points: 0 });
  // Without the memory, the orders are found at the service.
  await rm(join(app.folder, '.translation-requester'), { recursive: true });
  for (const name of ['a', 'b', 'c']) await rm(join(app.folder, name, 'de.json'));
  expect(await app.json('order', ...words, '--yes')).toMatchObject({ points: 0 });
  await app.json('pull', ...words);
  expect(JSON.parse(await app.read('b/de.json'))).toEqual({ keep: '[de] Save', b: '[de] Two' });
});

test('a document is one text: changed or renamed, it is ordered again, unless its translations are renamed too', async () => {
  await using app = await startApp({ analysisTime: 0 });
  const order = (name: string) => app.json('order', name, '--from', 'en', '--to', 'de', '--yes');
  const pull = (name: string) => app.run('pull', name, '--from', 'en', '--to', 'de');
  await app.put('menu.txt', 'Soup of the day');
  expect((await order('menu.txt')).points).toBeGreaterThan(0);
  await app.translate();
  await pull('menu.txt');
  await rename(join(app.folder, 'menu.txt'), join(app.folder, 'card.txt'));
  await rename(join(app.folder, 'menu.de.txt'), join(app.folder, 'card.de.txt'));
  expect((await order('card.txt')).points).toBe(0);
  await app.put('card.txt', 'Soup of today');
  await rename(join(app.folder, 'card.txt'), join(app.folder, 'lunch.txt'));
  expect((await order('lunch.txt')).points).toBeGreaterThan(0);
});
