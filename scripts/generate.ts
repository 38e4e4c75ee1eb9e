/**
 * Generates six files from the contract, one from package.json, and the rest from the types, by `node scripts/generate.ts`:
 * - `types.ts`, `public-types.ts`: the types
 * - `known-statuses.ts`: the statuses that the contract lists, as types
 * - `operations.ts`: the operations by their names
 * - `answers.ts`: the schemas that check answers
 * - `answer-schemas.ts`: those of these schemas that the entry `schemas` exports
 * - `version.ts`: the version of the package
 * - `docs/api.md`: every call in one line
 * - the tables of options in other pages of docs
 * - what lists the formats of locale files: `format-names.ts`, a part of `project.schema.json`, and the table of docs/locale-files.md
 * - `llms.txt`: what the package is, for programs that write code
 *
 * With `--check` it writes nothing, and fails when a file is stale.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { Contract } from './contract.ts';
import { ENTRIES } from './entries.ts';
import { generateFormatChoice, generateFormatNames, generateFormatTable } from './generate-formats.ts';
import { generateOperations } from './generate-operations.ts';
import { generateLlms, generateReference } from './generate-reference.ts';
import { generateAnswers, generateNamedSchemas } from './generate-schemas.ts';
import { generateTables } from './generate-tables.ts';
import { generateKnownStatuses, generatePublicTypes, generateTypes } from './generate-types.ts';

const source = new URL('../src/client/contract/requester-v1.yaml', import.meta.url);
const root = new URL('../', import.meta.url);
const header = '// Generated from requester-v1.yaml by scripts/generate.ts. Do not edit.\n\n';

/** Writes a file. With `--check`, fails if the file has another content. */
async function write(name: string, text: string, head = header): Promise<void> {
  const target = new URL(name, source);
  if (!process.argv.includes('--check')) await writeFile(target, head + text);
  else if (head + text !== (await readFile(target, 'utf8').catch(() => ''))) {
    console.error(`${target.href.slice(root.href.length)} is stale: run \`npm run generate\`.`);
    process.exitCode = 1;
  }
}

// The contract is valid OpenAPI, which a test proves.
const contract = parse(await readFile(source, 'utf8')) as Contract;
await write('types.ts', await generateTypes(contract));
await write('public-types.ts', generatePublicTypes(contract));
await write('known-statuses.ts', generateKnownStatuses(contract));
await write('operations.ts', generateOperations(contract));
await write('answers.ts', generateAnswers(contract));
await write('answer-schemas.ts', generateNamedSchemas(contract));

const manifest = await readFile(new URL('package.json', root), 'utf8');
const { version } = JSON.parse(manifest) as { readonly version: string }; // our own package's
await write(
  '../core/http/version.ts',
  `/** The version of this package. */\nexport const VERSION = '${version}';\n`,
  '// Generated from package.json by scripts/generate.ts. Do not edit.\n\n',
);

const page = (name: string): Promise<string> => readFile(new URL(`docs/${name}`, root), 'utf8');
await write('../../../docs/api.md', await generateReference(ENTRIES), '');
await write('../../../llms.txt', generateLlms(await page('getting-started.md'), await page('README.md')), '');
for (const name of await readdir(new URL('docs/', root)))
  if (name.endsWith('.md'))
    await write(`../../../docs/${name}`, generateFormatTable(generateTables(await page(name))), '');

const schema = 'src/command/plan/project.schema.json';
await write(`../../../${schema}`, generateFormatChoice(await readFile(new URL(schema, root), 'utf8')), '');
await write('../../localise/files/format-names.ts', generateFormatNames(), '');
