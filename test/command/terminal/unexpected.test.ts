import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCommand } from '../build.js';

let command: Awaited<ReturnType<typeof buildCommand>>;

beforeAll(async () => {
  command = await buildCommand();
});
afterAll(() => command.end());

test('an error that nobody catches is printed without what could change a terminal or be run by a CI', async () => {
  const message = JSON.stringify('gone\n::set-output name=x::y\n##vso[task.setvariable]\u001b]0;title\u0007');
  const program = `setTimeout(() => Promise.reject(new TypeError(${message})), 500)`;
  const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(program)}` };
  const { ended, printed } = command.run(['sandbox', '--port', '0'], env);
  expect(await ended).toEqual([1, null]);
  expect(printed.err).toMatch(/^TypeError: gone : :set-output|^TypeError: gone ::set-output/);
  expect(printed.err).not.toMatch(/(?!\n)\p{C}|^\s*::|##\w*\[/mu);
});
