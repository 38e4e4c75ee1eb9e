import { PassThrough } from 'node:stream';
import xterm from '@xterm/headless';
import { describe, expect, test } from 'vitest';
import { createIo } from '../../../src/command/terminal/io.js';
import { createTerminal } from '../../../src/command/terminal/process-terminal.js';
import { paintText, say } from '../../../src/command/terminal/safe-text.js';

const EVIL =
  '##vso[task.setvariable variable=x]y ##[add-path]z ##teamcity[x]\u001b]0;title\u0007\u001b]52;c;eA==\u0007\u001b[2J\u009b31m\u202e\u2066\u200b\n::set-output name=x::y\r\u2028\u00a0::stop-commands::z';

/** A process whose streams are a terminal of 80 columns, or files. */
function makeProcess(isTTY: boolean) {
  const written = { out: '', err: '' };
  const stream = (onText: (text: string) => void) =>
    Object.assign(new PassThrough(), { isTTY, columns: 80, rows: 24, setRawMode: () => {} }).on(
      'data',
      (piece) => onText(String(piece)),
    );
  const stdin = stream(() => {});
  const stdout = stream((text) => (written.out += text));
  const stderr = stream((text) => (written.err += text));
  const given = { stdin, stdout, stderr, env: {}, cwd: () => '/project', once: () => given };
  // Streams of this test have what the terminal uses.
  const io = createIo(createTerminal(given as unknown as NodeJS.Process, async () => false));
  return { io, stdin, written };
}

/** Styles, and moves of the cursor, as this command writes them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are the subject
const OWN_ESCAPES = /\u001b\[(?:\d+(?:;\d+)*m|\?25[hl]|\d*[A-KST])/g;

/** Expects that nothing but styles and moves of the cursor was written beside text, and no command to a CI. */
function expectHarmless(written: string): void {
  const text = written.replace(OWN_ESCAPES, '');
  expect(text).toContain('task.setvariable');
  expect(text).not.toMatch(/(?![\n\r])[\p{C}\p{Zl}\p{Zp}]|^[^\S\n]*::|##\w*\[/mu);
}

/** What stands on a terminal to which this was written. */
async function show(written: string): Promise<string> {
  const screen = new xterm.Terminal({ cols: 80, rows: 60, allowProposedApi: true, convertEol: true });
  await new Promise<void>((resolve) => screen.write(written, resolve));
  const { active } = screen.buffer;
  return Array.from({ length: active.length }, (_, y) => active.getLine(y)?.translateToString(true)).join(
    '\n',
  );
}

describe('on a terminal', () => {
  test('a question shows its names as plain text', async () => {
    const { io, stdin, written } = makeProcess(true);
    const answer = io.confirm(say`Sign in at ${EVIL}?`);
    await expect.poll(() => written.err).toContain('(y/N)');
    stdin.write('y\r');
    expect(await answer).toBe(true);
    expectHarmless(written.err);
    expect(await show(written.err)).toContain('Sign in at  #vso[task');
    expect(written.out).toBe('');
  });

  test.each([
    ['y\r', true],
    ['YES\r', true],
    ['\r', false],
    ['yep\r', false],
    ['n\r', false],
    ['\u0003', false],
    ['\u0004', false],
  ])('%j answers a question about money: %s', async (keys, isAgreed) => {
    const { io, stdin, written } = makeProcess(true);
    const answer = io.confirm(say`Order this?`);
    await expect.poll(() => written.err).toContain('(y/N)');
    stdin.write(keys);
    expect(await answer).toBe(isAgreed);
  });

  test('what was typed before a question about money does not answer it', async () => {
    const { io, stdin, written } = makeProcess(true);
    stdin.write('y\r');
    const answer = io.confirm(say`Order this?`);
    stdin.write('y\ry');
    await expect.poll(() => written.err).toContain('(y/N)');
    stdin.write('\r');
    expect(await answer).toBe(false);
  });

  test('a question for a secret shows its names as plain text, and nothing of the secret', async () => {
    const { io, stdin, written } = makeProcess(true);
    const answer = io.secret(say`The secret of ${EVIL}`);
    for (const key of ['s', '3', 'c', '\r']) stdin.write(key);
    expect(await answer).toBe('s3c');
    expectHarmless(written.err);
    expect(written.err).not.toContain('s3c');
  });

  test('a question begins no line with a command, wherever it is wrapped', async () => {
    for (let length = 0; length < 80; length += 1) {
      const { io, stdin, written } = makeProcess(true);
      const answer = io.secret(
        say`${'x'.repeat(length)}::set-output name=task.setvariable::value of http://[::1]:80`,
      );
      stdin.write('\r');
      await answer;
      expect(written.err.replace(OWN_ESCAPES, '')).not.toMatch(/^[^\S\n]*::.*::/m);
    }
  });

  test('a progress bar shows what it is about, and its end', async () => {
    const { io, written } = makeProcess(true);
    const bar = io.progress(say`Ordering ${EVIL}`, 2);
    bar.at(1, say`${EVIL}: ${paintText('bold', EVIL)}`);
    bar.at(2);
    bar.end(say`2 of 2 texts of ${EVIL}`);
    await expect.poll(() => written.err).toContain('2 of 2 texts');
    expectHarmless(written.err);
  });
});

describe('in a log', () => {
  test('a progress is a line for what was done, and one at the end', () => {
    const { io, written } = makeProcess(false);
    const bar = io.progress(say`Ordering ${EVIL}`, 2);
    bar.at(1);
    bar.at(1, say`${EVIL}`);
    bar.end(say`${EVIL}`);
    expect(written.err.trimEnd().split('\n')).toHaveLength(2);
    expectHarmless(written.err);
  });

  test('a line that begins with a name begins with no command', () => {
    const { io, written } = makeProcess(false);
    io.out(say`${'::error::x'} ${EVIL}\n  ${'::error::x'}\n${paintText('red', EVIL)}#${'#[add-path]'}\n`);
    io.json({ [EVIL]: EVIL });
    expectHarmless(written.out);
    expect(JSON.parse(written.out.trimEnd().split('\n').at(-1) ?? '')).toEqual({ [EVIL]: EVIL });
  });
});
