import { type BuildOptions, build } from 'esbuild';
import type { Program } from './runtime.js';

/** Bundles a program with the stories and the package, for a runtime that has no modules of Node. */
export async function bundled(
  { consumer }: Program,
  contents: string,
  options: Pick<BuildOptions, 'conditions' | 'format'>,
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: consumer },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    ...options,
  });
  const [output] = outputFiles;
  if (output === undefined) throw new Error('esbuild has made nothing.');
  return output.text;
}
