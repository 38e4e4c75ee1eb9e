import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileStore } from '../../../src/node.js';
import { createSandbox, type Sandbox, type SandboxServer } from '../../../src/sandbox.js';
import { shell } from '../shell.js';

let folder: string;
let sandbox: Sandbox;
let server: SandboxServer;

const DE = ['locales/en.json', '--to', 'de'] as const;
const REASON = 'Our shop says Warenkorb.';
const REJECT = ['reject', ...DE, '--key', 'cart.add', '--reason', REASON] as const;

beforeEach(() => start({}));
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function start(options: Parameters<typeof createSandbox>[0]): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-back-'));
  sandbox = createSandbox(options);
  server = await sandbox.listen();
  await put('locales/en.json', { cart: { add: 'Add to cart' }, bye: 'Good bye', end: 'Good bye' });
}

async function restart(options: Parameters<typeof createSandbox>[0]): Promise<void> {
  await server.close();
  await rm(folder, { recursive: true });
  await start(options);
}

async function put(name: string, content: object): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), JSON.stringify(content));
}

const german = async () => JSON.parse(await readFile(join(folder, 'locales/de.json'), 'utf8'));

async function run(...args: readonly string[]) {
  const { run: runHere, printed } = shell({ folder, env: { HOME: folder } });
  const code = await runHere(...args, '--sandbox', '--url', server.url);
  return { code, ...printed };
}

const unit = async (name: string) => JSON.parse((await run(name, ...DE, '--json')).out).units[0];

/** The bodies of the only order. */
async function bodies() {
  const [{ id = 0 } = {}] = sandbox.orders();
  const address = `${server.url}/api/v1/simple/questions/${id}?access_token=${sandbox.accessToken}`;
  return (await (await fetch(address)).json()).question.question_bodies as readonly {
    readonly id: number;
    readonly body: string;
    readonly translations: readonly { readonly id: number; readonly body: string }[];
  }[];
}

/** The question of the only project. */
async function questionOfProject(): Promise<number> {
  const [{ id = 0 } = {}] = sandbox.orders();
  const address = `${server.url}/api/v1/projects/${id}?access_token=${sandbox.accessToken}`;
  return (await (await fetch(address)).json()).project.questions[0].id;
}

/** Translates the texts that begin like this. */
async function translate(beginning: string, prefix: string): Promise<void> {
  for (const { id, body } of await bodies())
    if (body.startsWith(beginning)) sandbox.translators.translateBody(id, `${prefix}: ${body}`);
}

const rejections = () => sandbox.requests.filter(({ path }) => path.endsWith('/reject'));

describe('reject', () => {
  test('sends the translation back, and pull waits for another and replaces it', async () => {
    await run('order', ...DE, '--yes');
    await translate('', '1');
    await run('pull', ...DE);
    const rejected = await run(...REJECT);
    expect(rejected.code).toBe(0);
    expect(rejected.out).toContain('Rejected in de: 1: Add to cart\n');
    expect(rejected.out).toContain(
      `use: translation-requester pull locales/en.json --to de --sandbox --url ${server.url}\n`,
    );
    expect(rejections()).toMatchObject([{ status: 200, body: { reason: REASON } }]);
    // The old one stays in the file until there is another.
    expect(await unit('pull')).toMatchObject({ written: 0, open: 1, issues: [] });
    expect(await german()).toMatchObject({ cart: { add: '1: Add to cart' } });
    expect(JSON.parse((await run('quote', ...DE, '--json')).out).points).toBe(0);
    await translate('Add', '2');
    expect(await unit('pull')).toMatchObject({ written: 1, open: 0 });
    expect(await german()).toMatchObject({ cart: { add: '2: Add to cart' }, bye: '1: Good bye' });
    expect(await unit('pull')).toMatchObject({ written: 0, open: 0 });
  });

  test('before the translation is in the file: pull does not write it', async () => {
    await run('order', ...DE, '--yes');
    await translate('', '1');
    const { out } = await run(...REJECT);
    expect(out).toContain("2 other texts of its order can't be pulled now");
    expect(await unit('pull')).toMatchObject({ written: 0, open: 3 });
    await translate('Add', '2');
    expect(await unit('pull')).toMatchObject({ written: 3, open: 0 });
    expect(await german()).toMatchObject({ cart: { add: '2: Add to cart' } });
  });

  test('counts what comes again with it: what another translation keeps, or a text that has changed since', async () => {
    await restart({ translationsPerBody: 2 });
    await run('order', ...DE, '--yes');
    await translate('', '1');
    await translate('Good', '2');
    // The service keeps one translation of each, but for the rejected text.
    const lines = JSON.parse((await run(...REJECT, '--json')).out);
    expect(lines).toMatchObject({ text: '1: Add to cart', waiting: 2 });
    await translate('Add', '3');
    await run('pull', ...DE);
    // The file has the translation of an earlier text.
    await put('locales/en.json', { cart: { add: 'Add to cart' }, bye: 'See you', end: 'Good bye' });
    await run('order', ...DE, '--yes');
    await translate('Add', '4');
    expect(JSON.parse((await run(...REJECT, '--json')).out)).toMatchObject({ waiting: 0 });
    expect(await unit('status')).toMatchObject({ open: 1 });
  });

  test('of a translation that is rejected already sends nothing, and says so', async () => {
    await run('order', ...DE, '--yes');
    await translate('', '1');
    await run(...REJECT);
    expect(await run(...REJECT)).toMatchObject({
      code: 1,
      err: expect.stringContaining('the text "cart.add" has no translation that could be rejected'),
    });
    expect(rejections()).toHaveLength(1);
  });

  test('names the keys that share the translation, and all of them get the new one', async () => {
    await run('order', ...DE, '--yes');
    await translate('', '1');
    await run('pull', ...DE);
    const { out } = await run('reject', ...DE, '--key', 'end', '--reason', REASON);
    expect(out).toContain('These keys have the same text: bye, end\n');
    await translate('Good', '2');
    await run('pull', ...DE);
    expect(await german()).toMatchObject({ bye: '2: Good bye', end: '2: Good bye' });
  });

  test('with two translations of each text: the newest is rejected, and pull writes the other', async () => {
    await restart({ translationsPerBody: 2 });
    await run('order', ...DE, '--yes');
    await translate('', '1');
    await translate('', '2');
    await run('pull', ...DE);
    expect(await german()).toMatchObject({ cart: { add: '2: Add to cart' } });
    const { out } = await run(...REJECT);
    expect(out).toContain('Rejected in de: 2: Add to cart\n');
    expect(out).not.toContain("can't be pulled now");
    expect(await unit('pull')).toMatchObject({ written: 1, mayChange: 1 });
    expect(await german()).toMatchObject({ cart: { add: '1: Add to cart' }, bye: '2: Good bye' });
    await translate('Add', '3');
    expect(await unit('pull')).toMatchObject({ written: 1, mayChange: 0 });
    expect(await german()).toMatchObject({ cart: { add: '3: Add to cart' } });
  });

  test('does not touch a correction in the file', async () => {
    await restart({ translationsPerBody: 2 });
    await run('order', ...DE, '--yes');
    await translate('', '1');
    await run('pull', ...DE);
    await put('locales/de.json', { ...(await german()), cart: { add: 'In den Korb' } });
    await run(...REJECT);
    await translate('Add', '2');
    await run('pull', ...DE);
    expect(await german()).toMatchObject({ cart: { add: 'In den Korb' } });
  });

  test('where nobody translates it again, the text has an issue', async () => {
    await run('order', ...DE, '--yes');
    await translate('', '1');
    await run('pull', ...DE);
    await run(...REJECT);
    await sandbox.clock.advance(25 * 3_600_000);
    const { code, err } = await run('pull', ...DE);
    expect(code).toBe(4);
    expect(err).toContain('locales/de.json: cart.add: ');
    expect(await german()).toMatchObject({ cart: { add: '1: Add to cart' } });
  });

  test('of a service that goes on showing it: it is not written, and is an issue once the order is finished', async () => {
    await restart({ translationsPerBody: 2 });
    await run('order', ...DE, '--yes');
    await translate('', '1');
    const shown = (await bodies()).map(({ translations }) => translations);
    await run(...REJECT);
    for (const status of [8, 4])
      sandbox.faults.add({
        on: 'GET /api/v1/simple/questions/:id',
        times: 1,
        fault: {
          kind: 'alter',
          alter: (answer) => {
            const { question } = Object(answer);
            question.status = status;
            for (const [at, body] of question.question_bodies.entries()) body.translations = shown[at];
            return answer;
          },
        },
      });
    expect(await unit('pull')).toMatchObject({ written: 2, open: 1, issues: [] });
    expect(await german()).toEqual({ bye: '1: Good bye', end: '1: Good bye' });
    const { code, err } = await run('pull', ...DE, '--accept-issues');
    expect({ code, err }).toMatchObject({
      code: 4,
      err: expect.stringContaining('cart.add: Its translation was rejected'),
    });
  });

  test('whose answer is lost: pull replaces the translation all the same', async () => {
    await run('order', ...DE, '--yes');
    await translate('', '1');
    await run('pull', ...DE);
    const on = 'PUT /api/v1/simple/translations/:id/reject';
    sandbox.faults.add({ on, fault: { kind: 'drop-after' } });
    expect(await run(...REJECT)).toMatchObject({ code: 1, err: expect.stringContaining('It is not known') });
    await translate('Add', '2');
    expect(await unit('pull')).toMatchObject({ written: 1 });
    expect(await german()).toMatchObject({ cart: { add: '2: Add to cart' } });
  });

  test('that is stopped before its answer comes: pull replaces the translation all the same', async () => {
    await run('order', ...DE, '--yes');
    await translate('', '1');
    await run('pull', ...DE);
    const on = 'PUT /api/v1/simple/translations/:id/reject';
    sandbox.faults.add({ on, fault: { kind: 'hang', carriedOut: true } });
    const { run: runHere, stop } = shell({ folder, env: { HOME: folder } });
    const ended = runHere(...REJECT, '--sandbox', '--url', server.url);
    await expect.poll(() => sandbox.requests.some(({ path }) => path.endsWith('/reject'))).toBe(true);
    stop();
    expect(await ended).toBeGreaterThan(0);
    await translate('Add', '2');
    expect(await unit('pull')).toMatchObject({ written: 1 });
    expect(await german()).toMatchObject({ cart: { add: '2: Add to cart' } });
  });

  test('whose time is over says so, remembers it as wrong, and says what it costs', async () => {
    await run('order', ...DE, '--yes');
    await translate('', '1');
    await run('pull', ...DE);
    await sandbox.clock.advance(25 * 3_600_000);
    expect(await run(...REJECT)).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /the translation of "cart\.add" can't be sent back any more: .* --again cart\.add\n$/,
      ),
    });
    expect(await unit('status')).toMatchObject({ written: 2, open: 0, issues: [{ key: 'cart.add' }] });
    // The file keeps it until there is another.
    expect(await german()).toMatchObject({ cart: { add: '1: Add to cart' } });
  });

  test('prints JSON', async () => {
    await run('order', ...DE, '--yes');
    await translate('', '1');
    const [body] = await bodies();
    expect(JSON.parse((await run(...REJECT, '--json')).out)).toEqual({
      files: [],
      source: 'locales/en.json',
      language: 'de',
      key: 'cart.add',
      keys: ['cart.add'],
      text: '1: Add to cart',
      translations: body?.translations.map(({ id }) => id),
      waiting: 2,
    });
  });
});

describe('comment', () => {
  const COMMENT = ['comment', ...DE, '--key', 'cart.add', '--text', 'Say Warenkorb, please.'] as const;

  test('writes to the translator of a text in a project', async () => {
    await run('order', ...DE, '--yes', '--using', 'project');
    const { code, out } = await run(...COMMENT);
    expect(code).toBe(0);
    expect(out).toContain('The comment is written.');
    const written = sandbox.requests.filter(
      ({ method, path }) => method === 'POST' && path.endsWith('/comments'),
    );
    expect(written).toMatchObject([{ status: 201, body: { body: 'Say Warenkorb, please.' } }]);
    expect(JSON.parse((await run(...COMMENT, '--json')).out)).toEqual({
      source: 'locales/en.json',
      language: 'de',
      key: 'cart.add',
      keys: ['cart.add'],
      comments: [expect.any(Number)],
    });
  });

  test('a text in a simple question has no comments, and one in a project is not rejected', async () => {
    await run('order', ...DE, '--yes');
    expect(await run(...COMMENT)).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'locales/en.json in de: the text "cart.add" is in a simple question, and the service does not say how a comment on that is written; reject its translation instead.',
      ),
    });
    await put('locales/en.json', { more: 'More' });
    await run('order', ...DE, '--yes', '--using', 'project');
    expect(await run('reject', ...DE, '--key', 'more', '--reason', REASON)).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'the text "more" is in a project, and the service has no rejection for that',
      ),
    });
    expect(rejections()).toEqual([]);
  });
});

test.each([
  ['simple', 'reject', '--reason WHY'],
  ['project', 'comment', '--text TEXT'],
])('pull says how to send back a translation with an issue: %s', async (using, name, words) => {
  await put('locales/en.json', { hello: 'Hello {name}' });
  await run('order', ...DE, '--yes', '--using', using);
  // Listed for translators: what they submit then can be submitted again.
  await sandbox.clock.advance(3_600_000);
  if (using === 'simple') sandbox.translators.translateBody((await bodies())[0]?.id ?? 0, 'Hallo');
  else sandbox.translators.translateQuestion(await questionOfProject(), ['Hallo']);
  const issue = /locales\/de\.json: hello: .*\{name\}/;
  const hint = `To send one back: translation-requester ${name} locales/en.json --to de --sandbox --url ${server.url} --key hello ${words}\n`;
  const { code, err } = await run('pull', ...DE);
  expect({ code, err }).toEqual({ code: 4, err: expect.stringMatching(issue) });
  expect(err).toContain(hint);
  // It is ordered and not in the file, so that 0 points are not all there is to say.
  const quoted = await run('quote', ...DE);
  expect(quoted.out).toMatch(/^locales\/en\.json +de +0 +0$/m);
  for (const { out } of [quoted, await run('order', ...DE, '--yes')]) {
    expect(out).toContain('Ordered already, and not written since they have issues: 1\n');
    expect(out).toMatch(issue);
    expect(out).toContain(hint);
  }
  expect((await unit('quote')).issues).toMatchObject([{ key: 'hello', issues: [{ kind: 'placeholder' }] }]);
  await run('pull', ...DE, '--accept-issues');
  expect((await run('quote', ...DE)).out).not.toContain('issues');
  expect((await unit('quote')).issues).toEqual([]);
});

describe('a mistake is explained, and nothing is sent', () => {
  test.each([
    [
      ['reject', ...DE, '--key', 'cart.ad', '--reason', REASON],
      2,
      'locales/en.json has no text "cart.ad"; did you mean cart.add?',
    ],
    [['reject', ...DE, '--key', '__proto__', '--reason', REASON], 2, 'has no text "__proto__".'],
    [
      ['reject', ...DE, '--key', 'cart.add', '--reason', 'too short'],
      2,
      '--reason takes a text of at least 16 characters',
    ],
    [
      // As many code units, and half as many characters.
      ['reject', ...DE, '--key', 'cart.add', '--reason', '😀'.repeat(8)],
      2,
      '--reason takes a text of at least 16 characters',
    ],
    [
      ['reject', ...DE, '--key', 'cart.add', '--reason', `${' '.repeat(20)}x`],
      2,
      '--reason takes a text of at least 16 characters',
    ],
    [['reject', ...DE, '--key', 'cart.add'], 2, "'--reason <text>' not specified"],
    [
      ['reject', 'locales/en.json', '--to', 'de,ja', '--key', 'cart.add', '--reason', REASON],
      2,
      'name one file, and by --to one language',
    ],
    [REJECT, 1, 'locales/en.json in de: the text "cart.add" was not ordered in "de" as it is now'],
    [['comment', ...DE, '--key', 'cart.add', '--text', ''], 2, '--text takes a non-empty string'],
  ])('%j', async (args, code, message) => {
    expect(await run(...args)).toMatchObject({ code, err: expect.stringContaining(message) });
    expect(sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('a text that has no translation yet', async () => {
    await run('order', ...DE, '--yes');
    expect(await run(...REJECT)).toMatchObject({
      code: 1,
      err: expect.stringContaining('the text "cart.add" has no translation that could be rejected'),
    });
  });
});

describe('a document', () => {
  const MENU = ['menu.txt', '--from', 'en', '--to', 'de'] as const;
  const written = () =>
    sandbox.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/comments'));

  beforeEach(async () => {
    await restart({ analysisTime: 0 });
    await writeFile(join(folder, 'menu.txt'), 'Soup\n');
  });

  test('gets a comment, with and without its name as the key, and also after it has changed', async () => {
    await run('order', ...MENU, '--yes');
    for (const more of [[], ['--key', 'menu.txt']])
      expect(await run('comment', ...MENU, ...more, '--text', 'Hot or cold?')).toMatchObject({ code: 0 });
    await writeFile(join(folder, 'menu.txt'), 'Soup of the day\n');
    const { out } = await run('comment', ...MENU, '--text', 'Cold.', '--json');
    expect(JSON.parse(out)).toMatchObject({
      key: 'menu.txt',
      keys: ['menu.txt'],
      comments: [expect.any(Number)],
    });
    expect(written()).toMatchObject([
      { status: 201, body: { body: 'Hot or cold?' } },
      { status: 201, body: { body: 'Hot or cold?' } },
      { status: 201, body: { body: 'Cold.' } },
    ]);
  });

  test('is not rejected, and the message says what works', async () => {
    await run('order', ...MENU, '--yes');
    const { code, err } = await run('reject', ...MENU, '--reason', REASON);
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining('translation-requester comment'),
    });
    expect(rejections()).toEqual([]);
  });

  test.each([
    [['--text', 'x'], 1, 'menu.txt was not ordered in "de" as it is now.'],
    [['--text', 'x', '--key', 'menu'], 2, 'menu.txt has no text "menu"'],
  ])('that is not on order, or has another name, gets none: %j', async (more, code, message) => {
    expect(await run('comment', ...MENU, ...more)).toMatchObject({
      code,
      err: expect.stringContaining(message),
    });
    expect(written()).toEqual([]);
  });

  test('whose record names another order gets none', async () => {
    await writeFile(join(folder, 'other.txt'), 'Wages\n');
    const other = ['other.txt', ...MENU.slice(1)];
    await run('order', ...other, '--yes');
    await run('order', ...MENU, '--yes');
    const memory = join(folder, '.translation-requester');
    const [service = ''] = await readdir(memory);
    const store = fileStore(join(memory, service));
    const read = async (name: string) => {
      for (const key of await store.keys(`unit ${name} `)) {
        const text = await store.get(key);
        if (text?.includes('"job"')) return { key, text, note: JSON.parse(text) };
      }
      throw new Error(`No note of ${name}`);
    };
    const [own, secret] = [await read('menu.txt'), await read('other.txt')];
    own.note.ordered.job.orders = secret.note.ordered.job.orders;
    await store.swap(own.key, own.text, JSON.stringify(own.note));
    expect(await run('comment', ...MENU, '--text', 'x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('which is of another order. Nothing was sent.'),
    });
    expect(written()).toEqual([]);
  });
});

test('a text without --key is a mistake', async () => {
  expect(await run('comment', ...DE, '--text', 'x')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Name the text that is meant by --key.'),
  });
});
