import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, inject, test } from 'vitest';
import { complaints } from './compile.js';
import { run } from './run.js';

const { consumer } = inject('packed');
const folder = new URL('./old/', import.meta.url);
const { ModuleKind, ModuleResolutionKind } = ts;

describe('a program that was written for version', () => {
  test.each(readdirSync(folder))('%s compiles with this one', (name) => {
    const program = readFileSync(new URL(name, folder), 'utf8');
    const options: ts.CompilerOptions = {
      module: ModuleKind.NodeNext,
      moduleResolution: ModuleResolutionKind.NodeNext,
      lib: ['lib.es2023.d.ts'],
      types: ['node'],
    };
    expect(complaints(consumer, [program], 'mts', options)).toEqual([]);
  });
});

test('a client and one call cost the compiler at most 60,000 instantiations', async () => {
  const program = `import { Requester } from 'translation-requester';
const requester = new Requester({ baseUrl: 'https://service.example', accessToken: 'token' });
export const name = (await requester.projects.get(1)).questions[0]?.title;
`;
  const file = join(consumer, 'one-call.mts');
  await writeFile(file, program);
  const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');
  const flags = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--noEmit', '--skipLibCheck'];
  const { stdout } = await run(process.execPath, [compiler, ...flags, '--extendedDiagnostics', file], {
    cwd: consumer,
  });
  const instantiations = Number(/^Instantiations:\s+(\d+)$/m.exec(stdout)?.[1]);
  expect(instantiations).toBeGreaterThan(0);
  expect(instantiations).toBeLessThanOrEqual(60_000);
});
