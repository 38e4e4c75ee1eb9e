// Makes the packages small that are in the bundles, and writes their licences: a plugin of the build.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Plugin, transform } from 'esbuild';

const root = new URL('../', import.meta.url);

/** Matches the folder of the innermost package that a file belongs to. */
const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+\//;

const LICENCE = /^(licen[cs]e|copying|notice)/i;

const read = (path: string): string => readFileSync(new URL(path, root), 'utf8').trim();

/** @throws Error when neither the package nor scripts/licences has the text */
function readLicence(folder: string, name: string): string {
  const files = readdirSync(new URL(folder, root)).filter((file) => LICENCE.test(file));
  if (files.length > 0) return files.map((file) => read(folder + file)).join('\n\n');
  const kept = `scripts/licences/${name.replace('/', '__')}.txt`;
  if (existsSync(new URL(kept, root))) return read(kept);
  throw new Error(`${name} is bundled and has no licence file: put the text of its repository into ${kept}.`);
}

/** Where the text begins that licences of a kind have in common, after whose they are. */
const TERMS = /^(?:Permission (?:is hereby granted|to use, copy)|Apache License\n)/m;

/**
 * One part for each text of a licence, below the packages that have it, each with what it says before: its title and whose it is. Texts that
 * differ in white space alone are the same.
 */
function formatLicences(folders: Iterable<string>): string {
  const titles: string[] = [];
  const parts = new Map<string, { readonly owners: string[]; readonly terms: string }>();
  for (const folder of folders) {
    const { name, version, license }: Record<string, string> = JSON.parse(read(`${folder}package.json`));
    const text = readLicence(folder, name ?? folder);
    const at = Math.max(0, text.search(TERMS));
    const terms = text.slice(at);
    const title = `${name} ${version} (${license})`;
    titles.push(title);
    const key = terms.split(/\s+/).join(' ');
    const part = parts.get(key) ?? { owners: [], terms };
    part.owners.push(`${title}\n\n${text.slice(0, at)}`.trimEnd());
    parts.set(key, part);
  }
  const list = titles.sort().map((title) => `- ${title}`);
  const written = [...parts.values()].map(({ owners, terms }) =>
    [`${'-'.repeat(78)}`, ...owners.sort(), terms].join('\n\n'),
  );
  return `The files in dist/ contain parts of these packages:\n\n${list.join('\n')}\n\n${written.sort().join('\n\n')}\n`;
}

const bundled = new Set<string>();

/** The code of a package without white space and comments. Ours stays readable, and so do its stacks. */
async function minify(path: string): Promise<string> {
  const code = await readFile(path, 'utf8');
  const { code: small } = await transform(code, { minify: true, legalComments: 'none', target: 'es2022' });
  return small;
}

/**
 * Collects the packages of which something is in a bundle, and writes their licences anew at the end of each. Every
 * bundle of the package needs it, those that are put into others, too.
 */
export const thirdParty: Plugin = {
  name: 'third-party',
  setup({ initialOptions, onEnd, onLoad }) {
    initialOptions.metafile = true;
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => ({
      contents: await minify(path),
      loader: 'js',
    }));
    onEnd(({ metafile }) => {
      for (const { inputs } of Object.values(metafile?.outputs ?? {})) {
        for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
          const folder = PACKAGE.exec(path)?.[0];
          if (folder !== undefined && bytesInOutput > 0) bundled.add(folder);
        }
      }
      writeFileSync(new URL('THIRD-PARTY-LICENSES', root), formatLicences(bundled));
    });
  },
};
