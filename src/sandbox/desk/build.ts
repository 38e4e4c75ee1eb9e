import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { contractPage } from './contract-page.ts';

const root = new URL('../../..', import.meta.url);
const read = (path: string) => readFile(new URL(path, root), 'utf8');

/** Matches src/sandbox/desk/assets.ts, which builds and tests replace. */
export const assetsModule = /sandbox[/\\]desk[/\\]assets\.ts$/;

const CONTRACT = 'src/contract/requester-v1.yaml';

/**
 * Returns the code of its replacement, with the pages of a served sandbox. The contract stays in its file.
 *
 * @param folder of the package, as that code sees it
 * @param plugins of the bundle of its script
 */
export async function buildAssets(folder = root.href, ...plugins: readonly Plugin[]): Promise<string> {
  const path = JSON.stringify(folder + CONTRACT);
  const assets = {
    page: await read('src/sandbox/desk/index.html'),
    style: await read('src/sandbox/desk/style.css'),
    script: await bundle(plugins),
    contractPage: contractPage(await read(CONTRACT)),
    control: await read('src/sandbox/control-interface/sandbox-control.yaml'),
  };
  return [
    "import { readFileSync } from 'node:fs';",
    `const contract = readFileSync(new URL(${path}, import.meta.url), 'utf8');`,
    `export const assets = { ...${JSON.stringify(assets)}, contract };`,
  ].join('\n');
}

async function bundle(plugins: readonly Plugin[]): Promise<string> {
  const { outputFiles } = await build({
    plugins: [...plugins],
    entryPoints: [fileURLToPath(new URL('src/sandbox/desk/main.tsx', root))],
    ...{ jsx: 'automatic', jsxImportSource: 'preact', define: { 'process.env.NODE_ENV': '"production"' } },
    ...{ bundle: true, write: false, minify: true, format: 'esm', target: 'es2022', platform: 'browser' },
  });
  return outputFiles[0]?.text ?? '';
}
