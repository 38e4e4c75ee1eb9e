import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import ceilings from '../../.size-limit.js';
import { BROWSER, bundle } from './bundles.js';
import { run, runModule } from './run.js';

const { consumer } = inject('packed');

const everything = ['', '/oauth', '/callbacks']
  .map((entry) => `export * from 'translation-requester${entry}';`)
  .join(' ');

describe('a bundle', () => {
  test('of each entry is smaller than its limit', async () => {
    const repository = fileURLToPath(new URL('../../', import.meta.url));
    const { stdout } = await run(process.execPath, ['node_modules/size-limit/bin.js', '--json'], {
      cwd: repository,
    });
    const found: readonly { name: string; size: number; passed: boolean }[] = JSON.parse(stdout);
    expect(found).toEqual(
      ceilings.map(({ name }) => expect.objectContaining({ name, size: expect.any(Number), passed: true })),
    );
  });

  test.each([
    ['browsers', ['browser']],
    ['browsers, with what Node has', ['browser', 'node']],
    ['Workers, with what Node has', ['workerd', 'node']],
  ])('for %s has the schemas without compilation', async (_, conditions) => {
    const { read, external } = await bundle(consumer, everything, { platform: 'browser', conditions });
    expect(read.filter((path) => /\/dist\/runtime/.test(path))).toEqual([
      expect.stringMatching(/\/dist\/runtime\.plain\.js$/),
    ]);
    expect(external).toEqual([]);
  });

  test('for Node has the part for Node, which compiles the schemas', async () => {
    const entries = ['', '/oauth', '/schemas', '/texts', '/documents'];
    const contents = entries.map((entry) => `export * from 'translation-requester${entry}';`).join(' ');
    const { read } = await bundle(consumer, contents, { platform: 'node' });
    expect(read.filter((path) => /\/dist\/runtime/.test(path))).toEqual([
      expect.stringMatching(/\/dist\/runtime\.bundled\.js$/),
    ]);
  });

  test('for browsers works where code generation is forbidden', async () => {
    const contents = `${everything} export { createSandbox } from 'translation-requester/sandbox';`;
    const { text } = await bundle(consumer, contents, { ...BROWSER, external: ['node:*'] });
    const file = join(consumer, 'browser.mjs');
    await writeFile(file, text);
    const point = await runModule(
      consumer,
      `const { createSandbox, Requester } = await import('${pathToFileURL(file)}');
      const { baseUrl, accessToken, fetch } = createSandbox();
      const account = await new Requester({ baseUrl, accessToken, fetch }).account.get();
      console.log(account.default_organization.available_point);`,
      ['--disallow-code-generation-from-strings'],
    );
    expect(point).toBe(10_000_000);
  });
});
