import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { complaints } from './compile.js';
import { addTarball, folderOr, type Installed, install } from './install.js';
import { run } from './run.js';

const { tarball } = inject('packed');

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const versions: readonly string[] = ['2.7.0', '2.9.0', manifest.devDependencies.msw];

/** Calls of the client that msw answers from a sandbox. Prints what came of them. */
const program = `
import { setupServer } from 'msw/node';
import { Requester } from 'translation-requester';
import { sandboxHandlers } from 'translation-requester/msw';
import { createSandbox } from 'translation-requester/sandbox';

const sandbox = createSandbox({ publicUrl: 'https://public.example' });
const server = setupServer(...sandboxHandlers(sandbox));
server.listen();

const order = {
  language_id: 'en',
  translated_language_id: 'ja',
  questions: [{ type: 'string', body: 'Hello' }],
} as const;
const options = { accessToken: sandbox.accessToken, retries: 0 };
const requester = new Requester({ baseUrl: sandbox.baseUrl, ...options });
const { email } = await requester.account.get();
const { questions } = await new Requester({ baseUrl: 'https://public.example', ...options }).projects.create(order);
const { status: uploaded } = await requester.files.upload(new Blob(['Hello']), { filename: 'a.txt' });
sandbox.faults.add({ on: '*', fault: { kind: 'drop-after' } });
const loss: unknown = await requester.projects.create(order).catch((error: Error) => error.name);
// @ts-expect-error a sandbox is needed
const misuse = () => sandboxHandlers();
server.close();
console.log(JSON.stringify({ email, questions: questions.length, uploaded, loss, orders: sandbox.orders().length, misuse: typeof misuse }));
`;

describe.each(versions)('with msw %s', (version) => {
  let installed: Installed;

  beforeAll(async () => {
    installed = await install(tarball, `msw-${version}`, { msw: version });
    // Not a reason to skip: msw is there, and the package has to fit beside it.
    if ('folder' in installed) await addTarball(installed.folder, tarball);
  }, 300_000);

  test('the package installs without a conflict', async (context) => {
    const folder = folderOr(context, installed);
    const msw = JSON.parse(readFileSync(join(folder, 'node_modules/msw/package.json'), 'utf8'));
    expect(msw.version).toBe(version);
  });

  test("msw answers the client's calls from a sandbox", async (context) => {
    const folder = folderOr(context, installed);
    await writeFile(join(folder, 'program.mts'), program);
    const { stdout } = await run(process.execPath, ['program.mts'], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({
      email: expect.stringContaining('@'),
      questions: 1,
      uploaded: 1,
      loss: 'ConnectionError',
      orders: 2,
    });
  });

  test('a program that uses it compiles', (context) => {
    const folder = folderOr(context, installed);
    const options: ts.CompilerOptions = {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: ['node'],
      // The declarations of msw itself are not ours to check.
      skipLibCheck: true,
    };
    expect(complaints(folder, [program], 'mts', options)).toEqual([]);
  });
});
