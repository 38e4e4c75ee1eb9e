import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, transform } from 'esbuild';
import { parse } from 'yaml';

const repositoryRoot = new URL('../../..', import.meta.url);
const read = (path: string) => readFile(new URL(path, repositoryRoot), 'utf8');

/** Matches src/sandbox/desk/assets.ts, which builds and tests replace. */
export const assetsModule = /sandbox[/\\]desk[/\\]assets\.ts$/;

/** Returns the code of its replacement, with the page of a served sandbox. @param plugins of the bundle of its script */
export async function buildAssets(...plugins: readonly Plugin[]): Promise<string> {
  const assets = {
    page: await read('src/sandbox/desk/index.html'),
    style: (await transform(await read('src/sandbox/desk/style.css'), { loader: 'css', minify: true })).code,
    script: await bundle(plugins),
    // As JSON, which the desk reads too.
    contract: JSON.stringify(parse(await read('src/client/contract/requester-v1.yaml'))),
  };
  return `export const assets = ${JSON.stringify(assets)};`;
}

async function bundle(plugins: readonly Plugin[]): Promise<string> {
  const { outputFiles } = await build({
    plugins: [...plugins],
    entryPoints: [fileURLToPath(new URL('src/sandbox/desk/main.tsx', repositoryRoot))],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
  });
  return outputFiles[0]?.text ?? '';
}
