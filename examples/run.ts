// Runs an example: npm run example NAME [-- its options]
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildWhenNeeded } from './build.ts';

const folder = dirname(fileURLToPath(import.meta.url));

/** Every file that begins with a comment about itself. */
function names(): string[] {
  const isExample = (name: string): boolean =>
    /^([\w-]+|[\w-]+\/main|sign-in\/command-line|fleet\/scale\/(accounts|measure|simulate|soak))\.ts$/.test(
      name,
    ) && !/^(run|build)\.ts$/.test(name);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isExample)
    .map((name) => name.replace(/(\/main)?\.ts$/, ''))
    .sort();
}

// What is left are the options of the example.
const [name] = process.argv.splice(2, 1);
const file = [`${name}.ts`, `${name}/main.ts`].map((each) => `${folder}/${each}`).find(existsSync);
if (name === undefined || !names().includes(name) || file === undefined) {
  console.log(
    `Run one of these with npm run example NAME:\n${names()
      .map((each) => `  ${each}`)
      .join('\n')}`,
  );
  process.exit(name === undefined ? 0 : 2);
}
buildWhenNeeded();
if (existsSync(join(dirname(file), 'vite.config.ts'))) {
  const { build } = await import('vite');
  await build({ root: dirname(file), logLevel: 'warn' });
}
await import(pathToFileURL(file).href);
