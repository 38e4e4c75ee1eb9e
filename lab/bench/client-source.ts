import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const source = fileURLToPath(new URL('../../src/client/', import.meta.url));

/**
 * Imports parts of the client that no entry of the package gives.
 *
 * @param contents a module in src/client that exports them
 * @param runtime which form of `#runtime` they get
 */
export async function importClient<Parts>(
  contents: string,
  runtime: 'node' | 'plain' = 'node',
): Promise<Parts> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: source },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    alias: { '#runtime': `${source}core/runtime/${runtime}.ts` },
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return await import(`data:text/javascript;base64,${code}`);
}
