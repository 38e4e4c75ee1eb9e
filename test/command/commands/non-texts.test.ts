import { describe, expect, test } from 'vitest';
import { type App, startApp } from '../app.js';

const TEXTS = {
  add: 'Add to cart',
  theme: { primary: '#ff0000', label: 'Theme' },
  mail: 'info@shop.example',
  ok: 'OK',
};
const FILE = ['locales/en.json', '--to', 'de'] as const;
const NAMED =
  'locales/en.json: 2 of 5 texts are probably not to be translated: theme.primary (#ff0000, a colour), mail (info@shop.example, an address).\n';
const ORDERED =
  'They are ordered as they are. To leave them out, put this line into translation-requester.json:\n';
const LINE = '  "files": [{"source":"locales/en.json","ignore":["theme.primary","mail"]}]\n';

async function withTexts(files: Readonly<Record<string, object>> = { 'locales/en.json': TEXTS }) {
  const app = await startApp();
  for (const [name, content] of Object.entries(files)) await app.put(name, JSON.stringify(content));
  return app;
}

const putProject = (app: App, content: string) => app.put('translation-requester.json', content);

/** The line of the project file that was printed. */
const readLine = (printed: string): string => /^ {2}("(?:ignore|files)": .*)$/m.exec(printed)?.[1] ?? '';

describe('texts that are probably not to be translated', () => {
  test('are named by quote, with the line that leaves them out, and that works', async () => {
    await using app = await withTexts();
    const { out, code } = await app.run('quote', ...FILE);
    expect(code).toBe(0);
    expect(out).toContain(NAMED + ORDERED + LINE);
    await putProject(app, `{${readLine(out)}}`);
    const after = await app.run('quote', ...FILE);
    expect(after.out).not.toContain('probably');
    expect(after.out).toMatch(/^locales\/en\.json +de +3 /m);
  });

  test('are in the JSON of quote and order', async () => {
    await using app = await withTexts();
    const doubtfulTexts = [
      {
        source: 'locales/en.json',
        texts: [
          { key: 'theme.primary', text: '#ff0000', reason: 'a colour' },
          { key: 'mail', text: 'info@shop.example', reason: 'an address' },
        ],
        ignore: ['theme.primary', 'mail'],
      },
    ];
    expect(await app.json('quote', ...FILE)).toMatchObject({ doubtfulTexts, units: [{ texts: 5 }] });
    expect(await app.json('order', ...FILE, '--yes')).toMatchObject({ doubtfulTexts, units: [{ texts: 5 }] });
  });

  test('are named and ordered with --yes, once', async () => {
    await using app = await withTexts();
    const { code, err } = await app.run('order', ...FILE, '--yes');
    expect(code).toBe(0);
    expect(err).toContain(NAMED + ORDERED + LINE);
    // Neither while they are translated nor afterwards: only what is new.
    for (const work of [
      async () => {},
      async () => app.translate(),
      async () => app.run('pull', ...FILE, '--accept-issues'),
    ]) {
      await work();
      for (const command of ['quote', 'order']) {
        const { out, err } = await app.run(command, ...FILE, ...(command === 'order' ? ['--yes'] : []));
        expect(out + err).not.toContain('probably');
      }
    }
    await app.put('locales/en.json', JSON.stringify({ ...TEXTS, size: '12px' }));
    expect((await app.run('order', ...FILE, '--yes')).err).toContain(
      '1 of 6 texts is probably not to be translated: size (12px, a number).',
    );
  });

  test('are named to a person before the question, which counts them', async () => {
    await using app = await withTexts();
    const asked: string[] = [];
    const order = app.begin(['order', ...FILE], {
      isInteractive: true,
      confirm: async (question) => {
        asked.push(order.printed.err, question);
        return false;
      },
    });
    expect(await order.ended).toBe(3);
    expect(asked[0]).toContain(NAMED + ORDERED + LINE);
    expect(asked[1]).toMatch(/^Order this for \d+ points, 2 of the texts probably not to be translated\?$/);
    expect(app.ordered()).toBe(0);
  });

  test('are named without a person who could agree, too', async () => {
    await using app = await withTexts();
    const { code, err } = await app.run('order', ...FILE);
    expect(code).toBe(3);
    expect(err).toContain(NAMED);
    expect(app.ordered()).toBe(0);
  });
});

describe('the line for the project file', () => {
  test('is that of the project if it has this one file, and keeps what is ignored already', async () => {
    await using app = await withTexts({
      'locales/en.json': TEXTS,
      'web/en.json': { add: '#fff', mail: 'Mail' },
    });
    const listed = '"from": "en", "to": ["de"], "files": [{"source": "locales/en.json"}]';
    await putProject(app, `{${listed}, "ignore": ["add"]}`);
    const line = readLine((await app.run('quote')).out);
    expect(line).toBe('"ignore": ["add","theme.primary","mail"]');
    await putProject(app, `{${listed}, ${line}}`);
    expect((await app.run('quote')).out).not.toContain('probably');
    // Another file would lose a text with the same key.
    await putProject(app, `{${listed}}`);
    expect(JSON.parse(`{${readLine((await app.run('quote', 'web/en.json')).out)}}`)).toEqual({
      files: [{ source: 'locales/en.json' }, { source: 'web/en.json', ignore: ['add'] }],
    });
  });

  test('has all files where there are several, or where a file has rules of its own', async () => {
    const files = [
      { source: 'locales/en.json', protect: 'i18next', ignore: ['add'] },
      { source: './web/en.json', target: 'web/{language}.json' },
    ];
    const project = { from: 'en', to: ['de', 'ja'], ignore: ['x'], files };
    await using app = await withTexts({
      'locales/en.json': TEXTS,
      'web/en.json': { mail: 'Your mail', icon: 'check.svg' },
    });
    await putProject(app, JSON.stringify(project));
    const { out } = await app.run('quote');
    const line = readLine(out);
    expect(JSON.parse(`{${line}}`)).toEqual({
      files: [
        { ...files[0], ignore: ['add', 'theme.primary', 'mail'] },
        { ...files[1], ignore: ['x', 'icon'] },
      ],
    });
    await putProject(app, `{"from": "en", "to": ["de", "ja"], "ignore": ["x"], ${line}}`);
    const after = await app.run('quote');
    expect(after).toMatchObject({ code: 0, out: expect.not.stringContaining('probably') });
    expect(after.out).toMatch(/^web\/en\.json +ja +1 /m);
  });

  test('adds files that only the command line names', async () => {
    await using app = await withTexts({ 'locales/en.json': TEXTS, 'web/en.json': { icon: 'check.svg' } });
    const { out } = await app.run('quote', 'locales/en.json', 'web/en.json', '--to', 'de');
    expect(JSON.parse(`{${readLine(out)}}`)).toEqual({
      files: [
        { source: 'locales/en.json', ignore: ['theme.primary', 'mail'] },
        { source: 'web/en.json', ignore: ['icon'] },
      ],
    });
  });

  test('names an object that holds nothing else, and works for hundreds of keys', async () => {
    const icons = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`k${at}`, `icons/${at}.svg`]));
    const colours = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`c${at}`, at % 2 === 0 ? `#a${10_000 + at}` : `Colour ${at}`]),
    );
    await using app = await withTexts({
      'locales/en.json': { icons, colours: { ...colours, x: '#abcdef' }, few: { a: '12px' } },
    });
    const { out } = await app.run('quote', ...FILE);
    const { files } = JSON.parse(`{${readLine(out)}}`);
    const [{ ignore }] = files;
    expect(ignore).toHaveLength(153);
    expect(ignore).toContain('icons.*');
    await putProject(app, `{${readLine(out)}}`);
    const after = await app.run('quote', ...FILE);
    expect(after.out).not.toContain('probably');
    expect(after.out).toMatch(/^locales\/en\.json +de +150 /m);
  });

  test('loses nothing of keys that change a terminal or a CI, and leaves out no other text', async () => {
    const evil = 'a\u001b[31m\n::##vso[x]"\u202e';
    await using app = await withTexts({
      'locales/en.json': { [evil]: '#ff0000', 'a*c': '#00ff00', 'b*': '#0000ff', abc: 'A text' },
    });
    const { out } = await app.run('quote', ...FILE);
    expect(out).not.toMatch(/[^\n\P{C}]/u);
    expect(JSON.parse(`{${readLine(out)}}`)).toEqual({
      files: [{ source: 'locales/en.json', ignore: [evil, 'b*'] }],
    });
  });
});
