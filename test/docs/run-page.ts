// Runs the programs of pages of docs on the source, without a build: npm run page docs/texts.md
// `npm run test:package` runs them all, with the packed package, and compiles them first.
import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPageCode } from './page-code.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const hooks = new URL('../source-hooks.ts', import.meta.url).href;
// Inside the repository, so that the programs find the packages that they import.
const parent = join(root, '.pages');

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error('Name pages: npm run page docs/texts.md README.md');
  process.exitCode = 2;
}
for (const path of paths) {
  const { folder, programs, printed, files } = await readPageCode(path, parent);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, text] of files) await writeFile(join(folder, name), text);
  for (const program of programs) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', hooks, program], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });
    const passed = status === 0 && stdout === (printed.get(program) ?? stdout);
    console.log(`${passed ? 'runs' : 'FAILS'}: ${path}, ${program}`);
    if (passed) continue;
    console.log(`${stdout}${stderr}`);
    process.exitCode = 1;
  }
}
