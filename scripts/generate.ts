/**
 * Writes `objects.ts` and `types.ts` from the contract: `node scripts/generate.ts`. The first holds the public types;
 * the second is what openapi-typescript makes of the same contract, and tests compare the two.
 * With `--check` it writes nothing and fails when a file is stale.
 */
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString, type SchemaObject } from 'openapi-typescript';
import ts from 'typescript';
import { parse } from 'yaml';
import { type Contract, objectsOf } from './generate-objects.ts';

const contract = new URL('../src/contract/requester-v1.yaml', import.meta.url);
const header = '// Generated from requester-v1.yaml by generate.ts. Do not edit.\n';

type Known = string | number;

/** The known values of an open value: `anyOf` of an enumeration and its plain type. */
function knownValues(schema: SchemaObject): readonly Known[] | undefined {
  const [known, plain, ...more] = 'anyOf' in schema ? (schema.anyOf ?? []) : [];
  if (!known || !plain || more.length > 0 || '$ref' in known || '$ref' in plain) return undefined;
  const isOpen = known.enum !== undefined && plain.enum === undefined && known.type === plain.type;
  // The contract gives an open value numbers or strings alone.
  return isOpen ? (known.enum as readonly Known[]) : undefined;
}

function literal(value: Known): ts.TypeNode {
  const { factory } = ts;
  return factory.createLiteralTypeNode(
    typeof value === 'number'
      ? factory.createNumericLiteral(value)
      : factory.createStringLiteral(value, true),
  );
}

/** `0 | 1 | (number & {})`: editors offer the known values, and any other is accepted. */
function openType(known: readonly Known[]): ts.TypeNode {
  const { factory, SyntaxKind } = ts;
  const plain = known.every((value) => typeof value === 'number')
    ? SyntaxKind.NumberKeyword
    : SyntaxKind.StringKeyword;
  const rest = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(plain),
    factory.createTypeLiteralNode([]),
  ]);
  return factory.createUnionTypeNode([...known.map(literal), rest]);
}

/** A string that is none of some values. */
function excludes(schema: SchemaObject): boolean {
  return 'not' in schema && 'type' in schema && schema.type === 'string';
}

/**
 * `'(not a known type)' & { readonly excluded: true }`: a string with a mark that no value has at run time. The
 * compiler takes a member of a union out by its literal alone; beside a plain `string` it would narrow nothing.
 */
function excludingType(): ts.TypeNode {
  const { factory, SyntaxKind } = ts;
  const mark = factory.createPropertySignature(
    [factory.createModifier(SyntaxKind.ReadonlyKeyword)],
    'excluded',
    undefined,
    factory.createLiteralTypeNode(factory.createTrue()),
  );
  return factory.createIntersectionTypeNode([
    literal('(not a known type)'),
    factory.createTypeLiteralNode([mark]),
  ]);
}

async function typesOfTheContract(): Promise<string> {
  // The constants tell the events apart; openapi-typescript would add each discriminator once more.
  const plain = parse(await readFile(contract, 'utf8'), (name, value) =>
    name === 'discriminator' ? undefined : value,
  );
  const nodes = await openapiTS(plain, {
    alphabetize: false,
    // A default is what the service assumes, not what a request must carry.
    defaultNonNullable: false,
    // An object without listed fields is one with unknown fields.
    emptyObjectsUnknown: true,
    transform(schema) {
      const known = knownValues(schema);
      if (known) return openType(known);
      return excludes(schema) ? excludingType() : undefined;
    },
  });
  return header + astToString(nodes).replace(/^\/\*\*[\s\S]*?\*\/\n+/, '');
}

/** Writes a file, or with `--check` fails when it holds another text. */
async function write(name: string, text: string): Promise<void> {
  const target = new URL(name, contract);
  if (!process.argv.includes('--check')) await writeFile(target, text);
  else if (text !== (await readFile(target, 'utf8').catch(() => ''))) {
    console.error(`src/contract/${name} is stale: run \`npm run generate\`.`);
    process.exitCode = 1;
  }
}

// The contract is valid OpenAPI, which a test proves.
const document = parse(await readFile(contract, 'utf8')) as Contract;
await write('objects.ts', objectsOf(document));
await write('types.ts', await typesOfTheContract());
