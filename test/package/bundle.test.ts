import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { describe, expect, inject, test } from 'vitest';
import { runModule } from './run.js';

const { consumer } = inject('packed');

interface Bundle {
  readonly text: string;
  readonly inputs: readonly string[];
  readonly external: readonly string[];
}

async function bundle(contents: string, options: BuildOptions = {}): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    bundle: true,
    format: 'esm',
    minify: true,
    target: 'es2022',
    ...options,
    stdin: { contents, resolveDir: consumer },
    metafile: true,
    write: false,
  });
  const [output] = Object.values(metafile.outputs);
  return {
    text: outputFiles[0]?.text ?? '',
    inputs: Object.keys(metafile.inputs),
    external: output?.imports.map(({ path }) => path) ?? [],
  };
}

const browser: BuildOptions = { platform: 'browser', conditions: ['browser'] };
const everything = ['', '/oauth', '/callbacks']
  .map((entry) => `export * from 'translation-requester${entry}';`)
  .join(' ');

describe('a bundle', () => {
  // Gzipped bytes. What is added here has to be worth it: ky and zod alone are about 17,000.
  test.each([
    // The client with every schema, ky, and the part of zod/mini that they use.
    ['the client', `export { Requester } from 'translation-requester'`, 51_500],
    // The same HTTP and ky, and no schema but the token's.
    ['the sign-in', `export { OAuthClient } from 'translation-requester/oauth'`, 26_000],
    // Nothing but themselves: the index is re-exports, so that what nobody uses can be dropped.
    ['the errors', `export { isRequesterError } from 'translation-requester'`, 1000],
  ])('of %s keeps below its ceiling', async (_, contents, ceiling) => {
    const { text } = await bundle(contents, browser);
    expect(gzipSync(text).byteLength).toBeLessThan(ceiling);
  });

  test('for browsers takes the schemas as they are', async () => {
    const { inputs, external } = await bundle(everything, browser);
    expect(inputs.filter((path) => path.includes('/dist/compile'))).toEqual([
      expect.stringMatching(/\/dist\/compile\.plain\.js$/),
    ]);
    expect(external).toEqual([]);
  });

  test('for Node takes the compiled ones', async () => {
    const { inputs } = await bundle(everything, { platform: 'node' });
    expect(inputs).toContainEqual(expect.stringMatching(/\/dist\/compile\.js$/));
    expect(inputs).not.toContainEqual(expect.stringMatching(/\/dist\/compile\.plain\.js$/));
  });

  test('for browsers works where code generation is forbidden', async () => {
    const contents = `${everything} export { createSandbox } from 'translation-requester/sandbox';`;
    const { text } = await bundle(contents, { ...browser, external: ['node:*'] });
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
