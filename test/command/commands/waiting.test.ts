import { beforeAll, expect, test } from 'vitest';
import { type App, startApp } from '../app.js';
import { passTime } from '../passing-time.js';

beforeAll(passTime);

const HOUR = 3_600_000;

/** Orders two files in two languages, four orders in all. */
async function orderAll(app: App): Promise<readonly string[]> {
  await app.put('locales/en.json', '{\n  "add": "Add to cart",\n  "bye": "Good bye"\n}\n');
  await app.put('mails/en.json', '{"hello": "Hello"}\n');
  const files = ['locales/en.json', 'mails/en.json', '--to', 'de,ja'];
  expect(await app.run('order', ...files, '--yes')).toMatchObject({ code: 0 });
  return files;
}

/** The ids of the orders of a file for a language. */
const getIds = ({ sandbox }: App, file: string, language: string): readonly number[] =>
  sandbox.orders().flatMap(({ id, key }) => (key?.includes(`/${file}/en/${language}/`) ? [id] : []));

async function translate(app: App, file: string, language: string): Promise<void> {
  for (const orderId of getIds(app, file, language)) await app.translate({ orderId });
}

test.concurrent('a file is written as soon as it is finished, while others are waited for', async ({
  expect,
}) => {
  await using app = await startApp();
  const files = await orderAll(app);
  const lines: string[] = [];
  const progress = () => ({ at: (_: number, line?: string) => line && lines.push(line), end: () => {} });
  const pulling = app.begin(['pull', ...files, '--wait'], { progress } as never);
  await translate(app, 'mails/en.json', 'ja');
  await expect.poll(() => app.read('mails/ja.json').catch(() => '')).toContain('"hello"');
  await expect(app.read('mails/de.json')).rejects.toThrow();
  await translate(app, 'locales/en.json', 'de');
  await expect.poll(() => app.read('locales/de.json').catch(() => '')).toContain('"bye"');
  await expect
    .poll(() => lines)
    .toEqual(['mails/ja.json: 1 new translation', 'locales/de.json: 2 new translations']);
  await translate(app, 'mails/en.json', 'de');
  await translate(app, 'locales/en.json', 'ja');
  expect(await pulling.ended).toBe(0);
  expect(pulling.printed.out).toMatch(/^locales\/ja\.json +2$/m);
});

test.concurrent('--timeout ends the wait with exit code 5, says what is open, and what was finished is written', async ({
  expect,
}) => {
  await using app = await startApp();
  const files = await orderAll(app);
  await translate(app, 'mails/en.json', 'ja');
  const { code, err, out } = await app.run('pull', ...files, '--wait', '--timeout', '5s');
  expect(code).toBe(5);
  expect(err).toBe(
    'Stopped waiting after 5s. Still being translated, and collected by the next pull: locales/de.json (2), locales/ja.json (2), mails/de.json (1)\n',
  );
  expect(out).toMatch(/^file +new translations +still open\n(?:.*\n)*mails\/ja\.json +1 +0$/m);
  expect(await app.read('mails/ja.json')).toContain('"hello"');
  const { units } = await app.json('pull', ...files, '--wait', '--timeout', '1s');
  expect(units.map(({ open }: { open: number }) => open)).toEqual([2, 2, 1, 0]);
  for (const language of ['de', 'ja'])
    for (const file of ['locales/en.json', 'mails/en.json']) await translate(app, file, language);
  expect(await app.run('pull', ...files, '--wait', '--timeout', '1h')).toMatchObject({ code: 0, err: '' });
});

test.concurrent('a stop writes what is finished', async ({ expect }) => {
  await using app = await startApp();
  const files = await orderAll(app);
  const pulling = app.begin(['pull', ...files, '--wait']);
  await translate(app, 'locales/en.json', 'de');
  await expect.poll(() => app.read('locales/de.json').catch(() => '')).toContain('"add"');
  pulling.stop();
  expect(await pulling.ended).toBe(130);
  await expect(app.read('locales/ja.json')).rejects.toThrow();
});

test.concurrent('an order that expired ends the wait, with exit code 4', async ({ expect }) => {
  await using app = await startApp();
  const files = await orderAll(app);
  const pulling = app.begin(['pull', ...files, '--wait']);
  for (const file of ['locales/en.json', 'mails/en.json']) await translate(app, file, 'de');
  await translate(app, 'mails/en.json', 'ja');
  await expect.poll(() => app.read('mails/ja.json').catch(() => '')).toContain('"hello"');
  await app.sandbox.clock.advance(24 * HOUR);
  expect(await pulling.ended).toBe(4);
  expect(pulling.printed.err).toContain(
    'locales/ja.json: add: Nobody translated this text: its order expired',
  );
  expect(Object.keys(JSON.parse(await app.read('locales/de.json')))).toEqual(['add', 'bye']);
  // What the message advises helps.
  expect(pulling.printed.err).toMatch(
    /Translate one in the file, or order it anew \(.* points.*\): .* locales\/en\.json --to ja .*--again KEY\n/,
  );
  expect(await app.json('quote', ...files)).toMatchObject({ points: 0 });
  await app.put('locales/ja.json', '{"bye": "さようなら"}');
  expect(await app.run('order', ...files, '--again', 'add', '--yes')).toMatchObject({ code: 0 });
  await app.translate();
  expect(await app.run('pull', ...files)).toMatchObject({ code: 0 });
  expect(await app.run('status', ...files, '--check')).toMatchObject({ code: 0 });
});

test.concurrent('a file that can not be written keeps back no other, and is an error at the end', async ({
  expect,
}) => {
  await using app = await startApp();
  const files = await orderAll(app);
  const pulling = app.begin(['pull', ...files, '--wait']);
  await translate(app, 'mails/en.json', 'ja');
  await expect.poll(() => app.read('mails/ja.json').catch(() => '')).toContain('"hello"');
  await app.put('locales/de.json', '{ not JSON');
  await translate(app, 'locales/en.json', 'de');
  await translate(app, 'locales/en.json', 'ja');
  await translate(app, 'mails/en.json', 'de');
  expect(await pulling.ended).toBe(1);
  expect(pulling.printed.err).toContain('de.json:1:3');
  expect(await app.read('locales/de.json')).toBe('{ not JSON');
  for (const file of ['locales/ja.json', 'mails/de.json']) expect(await app.read(file)).toContain('"');
});

test.concurrent('what somebody has changed while the command waited is kept', async ({ expect }) => {
  await using app = await startApp();
  const files = await orderAll(app);
  const pulling = app.begin(['pull', ...files, '--wait']);
  await translate(app, 'mails/en.json', 'ja');
  await expect.poll(() => app.read('mails/ja.json').catch(() => '')).toContain('"hello"');
  await app.put('locales/en.json', '{"add": "Put into the cart", "bye": "Good bye"}');
  await app.put('locales/de.json', '{"own": "Eigenes"}');
  await app.put('locales/ja.json', '{"bye": "さようなら"}');
  await app.put('mails/de.json', '{}');
  for (const language of ['de', 'ja']) await translate(app, 'locales/en.json', language);
  await translate(app, 'mails/en.json', 'de');
  expect(await pulling.ended).toBe(0);
  const texts = async (file: string) => JSON.parse(await app.read(file));
  expect(await texts('locales/de.json')).toEqual({ own: 'Eigenes', bye: expect.any(String) });
  expect(await texts('locales/ja.json')).toEqual({ bye: 'さようなら' });
  expect(await texts('mails/de.json')).toEqual({ hello: expect.any(String) });
  // The correction counts as one: it is not replaced later.
  expect(await app.json('status', ...files)).toMatchObject({
    units: [{ written: 1, missing: 1 }, { written: 1, missing: 1, ready: 0 }, { written: 1 }, { written: 1 }],
  });
});

test.each([
  [['--timeout', '1h'], '--timeout ends the waiting of --wait, and is given without it.'],
  [
    ['--wait', '--timeout', '2'],
    '--timeout takes a time such as 90s, 30m, 2h or 1d, and at most 24d, not "2".',
  ],
  [['--wait', '--timeout', '0s'], 'not "0s"'],
  [['--wait', '--timeout', '25d'], 'not "25d"'],
  [['--wait', '--timeout', '-1h'], '--timeout'],
  [['--wait', '--timeout', '1h30m'], 'not "1h30m"'],
])('%j is a mistake', async (args, message) => {
  await using app = await startApp();
  const { code, err } = await app.run('pull', 'locales/en.json', '--to', 'de', ...args);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
  expect(app.sandbox.requests).toEqual([]);
});
