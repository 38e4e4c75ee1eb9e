import { type BuildOptions, build } from 'esbuild';

export const BROWSER: BuildOptions = { platform: 'browser', conditions: ['browser'] };

/** Without the paths of this repository, which lead to the source. */
export const AS_PUBLISHED: BuildOptions = {
  format: 'esm',
  target: 'es2022',
  logLevel: 'error',
  tsconfigRaw: '{}',
};

export interface Bundle {
  readonly text: string;
  /** The files that were read. */
  readonly read: readonly string[];
  /** The bytes of each file in it, before compression. */
  readonly inputs: Readonly<Record<string, number>>;
  readonly external: readonly string[];
}

/** Bundles a program in a project that has the package, for browsers unless something else is said. */
export async function bundle(
  resolveDir: string,
  contents: string,
  options: BuildOptions = BROWSER,
): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    bundle: true,
    minify: true,
    ...AS_PUBLISHED,
    ...options,
    stdin: { contents, resolveDir },
    metafile: true,
    write: false,
  });
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.entries(output?.inputs ?? {}).map(([path, { bytesInOutput }]) => [
    path,
    bytesInOutput,
  ]);
  return {
    text: outputFiles[0]?.text ?? '',
    read: Object.keys(metafile.inputs),
    inputs: Object.fromEntries(inputs),
    external: output?.imports.map(({ path }) => path) ?? [],
  };
}
