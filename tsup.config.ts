import { existsSync, readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { transform } from 'esbuild';
import { defineConfig, type Options } from 'tsup';
import { ENTRIES, findSource } from './scripts/entries.ts';
import { thirdParty } from './scripts/third-party.ts';
import { assetsModule, buildAssets } from './src/sandbox/desk/build.ts';

/** What users import. One build holds all of it, so that a program which imports several loads each class once. */
const published = {
  entry: Object.fromEntries(ENTRIES.map((entry) => [entry, findSource(entry)])),
} satisfies Options;

type TsupPlugin = NonNullable<Options['plugins']>[number];
type EsbuildPlugin = NonNullable<Options['esbuildPlugins']>[number];

interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
}

const OTHERS =
  /^\.\.\/src\/(sandbox|command|localise|server|locale-files|texts|documents|callbacks|proxy|msw)/;

/** Whether the source is one of the client's that people wrote: those are packed. Bundled packages name theirs alike. */
function isPacked(source: string): boolean {
  if (!source.startsWith('../src/') || OTHERS.test(source)) return false;
  const path = source.slice('../'.length);
  return existsSync(path) && !readFileSync(path, 'utf8').startsWith('// Generated');
}

/**
 * Leaves source maps to the client, as modules. They name one place for each line and quote no source, since the sources that people
 * wrote are in the package, with their comments. So they take a tenth of the room. What has no map is readable by itself, since
 * whoever gives it a token must be able to read it. Only the desk's page and other packages are minified: the page is loaded by a
 * browser, and shows a sandbox, which has no token of the service.
 */
const smallMaps: TsupPlugin = {
  name: 'small-maps',
  async buildEnd({ writtenFiles }) {
    for (const { name } of writtenFiles.filter((file) => file.name.endsWith('.map'))) {
      const map: SourceMap = JSON.parse(await readFile(name, 'utf8'));
      const file = name.slice(0, -'.map'.length);
      const text = await readFile(file, 'utf8');
      const isModule = file.endsWith('.js');
      if (isModule && map.sources.some(isPacked) && !map.sources.some((source) => OTHERS.test(source))) {
        const all = text.split('\n');
        const isShown = findShown(all);
        const lines = all.map((line, at) => (isShown[at] ? wrapList(line) : []));
        await writeFile(file, lines.flat().join('\n'));
        await writeFile(name, JSON.stringify(byLine(map, lines)));
        continue;
      }
      const unmapped = text.replace(/(\/\/# sourceMappingURL=.*\s*)+$/, '');
      const lines = unmapped.split('\n');
      const isShown = findShown(lines);
      const shown = lines.filter((_, at) => isShown[at]);
      await writeFile(file, await shrinkPackages(shown.flatMap(wrapList).join('\n')));
      await rm(name);
    }
  },
};

/** The comment with which each file of a package begins. */
const OF_PACKAGE = /^\/\/ (node_modules\/(?:@[^/]+\/)?[^/\n]+).*\n/;

/** Makes the code of other packages small again, which Rollup has written anew. A comment names the package that each part is from. */
async function shrinkPackages(text: string): Promise<string> {
  const parts: { readonly name: string | undefined; code: string }[] = [];
  for (const part of text.split(/^(?=\/\/ (?:node_modules|src)\/)/m)) {
    const name = OF_PACKAGE.exec(part)?.[1];
    const last = parts.at(-1);
    if (name !== undefined && last?.name === name) last.code += part.replace(OF_PACKAGE, '');
    else parts.push({ name, code: name === undefined ? part : part.replace(OF_PACKAGE, '') });
  }
  const small = parts.map(async ({ name, code: given }) => {
    if (name === undefined) return given;
    const { code } = await transform(given, {
      minify: true,
      legalComments: 'none',
      lineLimit: LINE_LIMIT,
      target: 'es2022',
    });
    return `// ${name}\n${code}`;
  });
  return (await Promise.all(small)).join('');
}

/** Whether each line is no line of a doc comment: the sources, which are packed, and the declarations have those. */
function findShown(lines: readonly string[]): readonly boolean[] {
  let isComment = false;
  return lines.map((line) => {
    const begins = !isComment && /^\s*\/\*\*/.test(line);
    const isLine = isComment || begins;
    isComment = isLine && !line.trimEnd().endsWith('*/');
    return !isLine;
  });
}

/**
 * Where a line is wrapped: an uncaught error prints the whole line that has thrown it. A token can make a line longer by its own
 * length.
 */
const LINE_LIMIT = 250;

/** The lines of a line. Rollup writes each list of imports or exports on one. */
function wrapList(line: string): readonly string[] {
  return /^(import|export) \{/.test(line) ? line.replace(/(.{1,250},) /g, '$1\n').split('\n') : [line];
}

/** @param lines of the file, each in the lines that it is wrapped in */
function byLine(map: SourceMap, lines: readonly (readonly string[])[]): object {
  const sources = map.sources.map((source) => (isPacked(source) ? source : null));
  const places = decode(map.mappings).map(([first]): SourceMapSegment[] => {
    if (first === undefined) return [];
    const [column, source = -1, line = 0, from = 0] = first;
    // Without a place, so that a line of a bundled package is not taken for the one of ours above it.
    return [sources[source] ? [column, source, line, from] : [column]];
  });
  const wrapped = lines.flatMap((parts, at) => parts.map((_, part) => (part === 0 && places[at]) || []));
  return { version: 3, sources, names: [], mappings: encode(wrapped) };
}

/** Rollup's getter for an export of another file. No file imports itself, so each value is there when it is exported. */
const GETTER =
  /^Object\.defineProperty\(exports, "(\w+)", \{\n {2}enumerable: true,\n {2}get: function \(\) \{ return (\w+\.\w+); \}\n\}\);$/gm;

/** An import of a file of the build that waits until the file is needed. */
const LATE_IMPORT = /\bimport\((?='\.\/[\w.-]+\.cjs'\))/g;

/** What a file names another file of the build by. The ending says nothing there. */
const CHUNK = /\b(chunk[A-Z\d]{8})_cjs\b/g;

/**
 * Makes CommonJS files such as people write: exports are values, since a tool that replaces a module by a mock leaves getters out,
 * and a file that is needed later is required, since such tools can't import in a CommonJS file.
 */
const plainCommonJs: TsupPlugin = {
  name: 'plain-commonjs',
  async buildEnd({ writtenFiles }) {
    for (const { name } of writtenFiles.filter((file) => file.name.endsWith('.cjs'))) {
      const text = await readFile(name, 'utf8');
      const plain = text.replace(GETTER, 'exports.$1 = $2;').replace(LATE_IMPORT, 'require(');
      await writeFile(name, plain.replace(CHUNK, '$1'));
    }
  },
};

/** Puts the pages of a served sandbox in their place. They are large, so one file has them for both formats. */
const pages = (format: 'esm' | 'cjs'): EsbuildPlugin => ({
  name: 'pages',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: assetsModule }, async () => ({
      contents: await buildAssets(thirdParty),
      loader: 'js',
    }));
    // A CommonJS file can import a module late.
    if (format === 'cjs')
      onResolve({ filter: /\/assets\.js$/ }, () => ({ path: './assets.js', external: true }));
  },
});

const GETTEXT_SHIM = './src/localise/files/formats/gettext-shims.ts';

/** Takes the parsers of locale files from one file, for both formats: they are large, and both can load CommonJS. */
const parsers: EsbuildPlugin = {
  name: 'parsers',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\/parsers\.js$/ }, () => ({ path: './parsers.cjs', external: true }));
    onLoad({ filter: /[\\/]gettext-parser[\\/]lib[\\/]\w+\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(
        /from 'node:(?:buffer|stream|util)'/g,
        `from ${JSON.stringify(resolve(GETTEXT_SHIM))}`,
      ),
      loader: 'js',
    }));
    // The tables of letters have thousands of characters in a line. Our engines know them.
    onLoad({ filter: /[\\/]json5[\\/]dist[\\/]index\.mjs$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/^var (ID_\w+) = .*$/gm, 'var $1 = /\\p{$1}/u;'),
      loader: 'js',
    }));
  },
};

/** What packages would make of TextEncoder and TextDecoder while they are imported, made when it is used. */
const LATE: readonly (readonly [file: RegExp, early: string, late: string])[] = [
  [
    /[\\/]ky[\\/]distribution[\\/]utils[\\/]body\.js$/,
    '= new TextEncoder()',
    '= { encode: (text) => new TextEncoder().encode(text) }',
  ],
  [
    /[\\/]multipasta[\\/]dist[\\/]esm[\\/]internal[\\/]multipart\.js$/,
    'new TextEncoder().encode("\\r\\n")',
    'new Uint8Array([13, 10])',
  ],
  [
    /[\\/]multipasta[\\/]dist[\\/]esm[\\/]internal[\\/]multipart\.js$/,
    'new TextDecoder("utf-8")',
    '{ decode: (bytes) => new TextDecoder().decode(bytes) }',
  ],
];

/** Environments of tests can lack both. */
const lateEncoder: EsbuildPlugin = {
  name: 'late-encoder',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](ky|multipasta)[\\/].*\.js$/ }, async ({ path }) => {
      const own = LATE.filter(([file]) => file.test(path));
      if (own.length === 0) return undefined;
      const code = await readFile(path, 'utf8');
      return {
        contents: own.reduce((text, [, early, late]) => text.replace(early, late), code),
        loader: 'js',
      };
    });
  },
};

const shared = {
  entry: {
    // On its own, so that a bundler finds nothing but re-exports in the index and drops what nobody uses. First, since the
    // order of the entries is that of the files in a bundle, which is compressed better so.
    requester: 'src/client/requester.ts',
    ...published.entry,
    // Which `runtime` it is, the package's own imports map chooses; nobody imports its types.
    runtime: 'src/client/core/runtime/node.ts',
    'runtime.plain': 'src/client/core/runtime/plain.ts',
  },
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  // A file that nothing is taken from is not loaded.
  treeshake: { moduleSideEffects: false },
  silent: true,
  removeNodeProtocol: false,
  sourcemap: true,
  plugins: [plainCommonJs, smallMaps],
  external: ['#runtime', 'ky', 'msw', 'zod', /^node:/],
  // So that the sandbox, the command and the proxy need no other package.
  noExternal: ['hono', 'multipasta', 'fflate', 'saxes', 'commander', 'string-width', '@clack/prompts'],
  esbuildOptions: (options) => {
    // The parsers of locale files are bundled. They have no `exports`, which `neutral` alone would look at.
    options.mainFields = ['module', 'main'];
    options.lineLimit = LINE_LIMIT;
    options.alias = { encoding: './src/localise/files/formats/gettext-shims.ts' };
  },
} satisfies Options;

export default defineConfig([
  {
    ...shared,
    format: 'esm',
    entry: {
      ...shared.entry,
      'runtime.bundled': 'src/client/core/runtime/bundled.ts',
      assets: 'src/sandbox/desk/assets.ts',
      cli: 'src/command/main.ts',
    },
    esbuildPlugins: [pages('esm'), parsers, thirdParty],
  },
  {
    ...shared,
    format: 'cjs',
    // For both formats: scripts/share-declarations.ts.
    dts: published,
    entry: { ...shared.entry, parsers: 'src/localise/files/formats/parsers.ts' },
    esbuildPlugins: [pages('cjs'), parsers, lateEncoder, thirdParty],
    // ky has no CommonJS build, and not every loader can require a module.
    external: shared.external.filter((name) => name !== 'ky'),
    noExternal: [...shared.noExternal, 'ky'],
  },
]);
