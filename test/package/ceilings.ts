import { type BuildOptions, build } from 'esbuild';

/** What may not grow without a reason: gzipped bytes of a bundle for browsers, ky and zod included. */
export interface Ceiling {
  readonly what: string;
  readonly program: string;
  readonly bytes: number;
  readonly reason: string;
}

const everythingOf = (entry: string): string => `export * from 'translation-requester${entry}'`;

export const CEILINGS: readonly Ceiling[] = [
  {
    what: 'the client',
    program: `export { Requester } from 'translation-requester'`,
    bytes: 51_500,
    reason: 'ky and zod alone are about 17,000; all schemas of answers are in it. The aim is 45,000.',
  },
  {
    what: 'the sign-in',
    program: `export { OAuthClient } from 'translation-requester/oauth'`,
    bytes: 26_000,
    reason: 'the same HTTP and ky, and no schema but that of the token',
  },
  {
    what: 'the errors',
    program: `export { isRequesterError } from 'translation-requester'`,
    bytes: 1000,
    reason: 'the index is re-exports, so that what nobody uses can be dropped',
  },
  {
    what: 'the callback handler',
    program: everythingOf('/callbacks'),
    bytes: 6000,
    reason: 'it reads through the client that it is given, so it brings no HTTP of its own',
  },
  {
    what: 'the journals for Redis',
    program: everythingOf('/redis'),
    bytes: 4500,
    reason: 'it has no client of Redis',
  },
  {
    what: 'the schemas',
    program: everythingOf('/schemas'),
    bytes: 11_500,
    reason: 'every schema, and the part of zod/mini that they use',
  },
];

export const BROWSER: BuildOptions = { platform: 'browser', conditions: ['browser'] };

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
    format: 'esm',
    minify: true,
    target: 'es2022',
    logLevel: 'error',
    // Unless asked for, without the paths of this repository, which lead to the source.
    ...(options.tsconfig === undefined && { tsconfigRaw: '{}' }),
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
