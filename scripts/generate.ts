/**
 * Generates five files from the contract, by `node scripts/generate.ts`:
 * - `types.ts`, `public-types.ts`: the types
 * - `operations.ts`: the operations by their names
 * - `answers.ts`: the schemas that check answers
 * - `answer-schemas.ts`: those of these schemas that the entry `schemas` exports
 *
 * With `--check` it writes nothing, and fails when a file is stale.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { Contract } from './contract.ts';
import { operationsOf } from './generate-operations.ts';
import { answersOf, namedSchemasOf } from './generate-schemas.ts';
import { publicTypesOf, typesOf } from './generate-types.ts';

const source = new URL('../src/contract/requester-v1.yaml', import.meta.url);
const header = '// Generated from requester-v1.yaml by scripts/generate.ts. Do not edit.\n\n';

/** Writes a file. With `--check`, fails if the file has another content. */
async function write(name: string, text: string): Promise<void> {
  const target = new URL(name, source);
  if (!process.argv.includes('--check')) await writeFile(target, header + text);
  else if (header + text !== (await readFile(target, 'utf8').catch(() => ''))) {
    console.error(`src/contract/${name} is stale: run \`npm run generate\`.`);
    process.exitCode = 1;
  }
}

// The contract is valid OpenAPI, which a test proves.
const contract = parse(await readFile(source, 'utf8')) as Contract;
await write('types.ts', await typesOf(contract));
await write('public-types.ts', publicTypesOf(contract));
await write('operations.ts', operationsOf(contract));
await write('answers.ts', answersOf(contract));
await write('answer-schemas.ts', namedSchemasOf(contract));
