/**
 * Generates the public types, from the contract, with openapi-typescript. Each schema becomes a named interface, so that
 * an editor shows `Question` instead of its fields.
 */
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import {
  type Contract,
  canBeMissing,
  isPrimitive,
  type JsonObject,
  readExtensibleEnum,
  readReference,
  type Schema,
  type Schemas,
} from './contract.ts';
import { listAnswerNames } from './generate-schemas.ts';

const { factory, SyntaxKind } = ts;

/** Schemas without a generated type: `statuses.ts` has types of these names, with constants for their values. */
const NAMED_BY_HAND: ReadonlySet<string> = new Set(['QuestionStatus', 'SimpleQuestionStatus', 'FileStatus']);

type Known = string | number;

const text = (value: string): ts.StringLiteral => factory.createStringLiteral(value, true);

function literal(value: Known): ts.TypeNode {
  return factory.createLiteralTypeNode(
    typeof value === 'number' ? factory.createNumericLiteral(value) : text(value),
  );
}

/** `0 | 1 | (number & {})`: editors offer the known values, and any other is accepted. */
function extensibleEnumType(known: readonly Known[]): ts.TypeNode {
  const plain = known.every((value) => typeof value === 'number')
    ? SyntaxKind.NumberKeyword
    : SyntaxKind.StringKeyword;
  const rest = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(plain),
    factory.createTypeLiteralNode([]),
  ]);
  return factory.createUnionTypeNode([...known.map(literal), rest]);
}

/**
 * `'(not a known type)' & { readonly excluded: true }`: stands for every string that is not a known value. It is a literal,
 * since the compiler narrows a union only if all its members have literals. `excluded` is a mark for the
 * compiler; no value has it at run time.
 */
function excludingType(): ts.TypeNode {
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

/** Whether a schema has no type of its own: its values are written where they are used. */
const isInlined = (name: string, schema: Schema = {}): boolean =>
  NAMED_BY_HAND.has(name) || isPrimitive(schema);

/** The text of `public-types.ts`: the types that users can import. */
export function generatePublicTypes({ components: { schemas } }: Contract): string {
  const named = Object.entries(schemas).filter(([name, schema]) => !isInlined(name, schema));
  const names = named.filter(([, schema]) => !schema['x-internal']).map(([name]) => `  ${name},\n`);
  return `export type {\n${names.join('')}} from './types.js';\n`;
}

/** The schemas that are public, and those that they refer to. Nobody needs a type for the others. */
function listUsed(schemas: Schemas): ReadonlySet<string> {
  const used = new Set<string>();
  const add = (name: string, schema: Schema | undefined): void => {
    if (used.has(name)) return;
    used.add(name);
    JSON.stringify(schema, (_, node) => {
      const next = readReference(node ?? {});
      if (next !== undefined) add(next, schemas[next]);
      return node;
    });
  };
  for (const [name, schema] of Object.entries(schemas)) if (!schema['x-internal']) add(name, schema);
  return used;
}

/** A schema of an answer in which promised fields that can be missing are not required, so that TypeScript has them as optional. */
function relaxRequired(schema: Schema, contract: Contract): Schema {
  const { required, properties = {}, allOf } = schema;
  const kept = required?.filter((name) => !canBeMissing(name, properties[name] ?? {}, contract));
  return {
    ...schema,
    ...(kept && { required: kept }),
    ...(allOf && { allOf: allOf.map((part) => relaxRequired(part, contract)) }),
  };
}

/** Inlines the primitive schemas of the contract, and adds the section of docs/service.md to each description. */
function prepareContract(contract: Contract): JsonObject {
  const { openapi, info, components } = contract;
  const { schemas } = components;
  const answers = listAnswerNames(contract);
  // Only references are replaced, so the type stays right.
  const inlined = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value), (key, node) => {
      // The `const` of each type tells the events apart. With a discriminator, openapi-typescript would add it again.
      if (key === 'discriminator') return undefined;
      const name = readReference(node ?? {});
      if (name === undefined || !isInlined(name, schemas[name])) return node;
      const { $ref: _, ...own } = node;
      return { ...schemas[name], ...own };
    });
  const used = listUsed(schemas);
  const named = Object.entries(schemas).filter(
    ([name, schema]) => used.has(name) && !isInlined(name, schema),
  );
  const described = named.map(([name, { 'x-see': section, ...schema }]) => {
    if (section === undefined) throw new Error(`${name} has no x-see, its section of docs/service.md.`);
    const description = `${(schema.description ?? '').trim()}\n@see docs/service.md, ${section}`;
    const typed = answers.has(name) ? relaxRequired(schema, contract) : schema;
    return [name, { ...typed, description } satisfies Schema] as const;
  });
  return { openapi, info, components: { schemas: inlined(Object.fromEntries(described)) } };
}

/** Replaces references by path with references by name, and double quotes with single ones. */
function rewriteReferences(node: ts.TypeNode): ts.TypeNode {
  const visit = (child: ts.Node): ts.Node => {
    if (ts.isIndexedAccessTypeNode(child) && ts.isLiteralTypeNode(child.indexType)) {
      const { literal: name } = child.indexType;
      if (ts.isStringLiteral(name)) return factory.createTypeReferenceNode(name.text);
    }
    if (ts.isStringLiteral(child)) return text(child.text);
    // openapi-typescript makes some strings as identifiers with quotes.
    if (ts.isIdentifier(child) && child.text.startsWith('"')) return text(JSON.parse(child.text));
    return ts.visitEachChild(child, visit, undefined);
  };
  // The visitor replaces types only by types.
  return visit(node) as ts.TypeNode;
}

/** The parts of an intersection. */
function splitIntersection(node: ts.TypeNode): readonly ts.TypeNode[] {
  if (ts.isParenthesizedTypeNode(node)) return splitIntersection(node.type);
  return ts.isIntersectionTypeNode(node) ? node.types.flatMap(splitIntersection) : [node];
}

/** Declares a schema: an interface if it is an object or extends objects, otherwise a type alias. */
function declareSchema(name: string, type: ts.TypeNode): ts.DeclarationStatement {
  const modifiers = [factory.createModifier(SyntaxKind.ExportKeyword)];
  const parts = splitIntersection(type);
  const bases = parts
    .filter(ts.isTypeReferenceNode)
    .map(({ typeName }) => typeName)
    .filter(ts.isIdentifier);
  const own = parts.filter(ts.isTypeLiteralNode);
  if (bases.length + own.length < parts.length) {
    return factory.createTypeAliasDeclaration(modifiers, name, undefined, type);
  }
  const extended = bases.map((base) => factory.createExpressionWithTypeArguments(base, undefined));
  const clauses =
    extended.length > 0 ? [factory.createHeritageClause(SyntaxKind.ExtendsKeyword, extended)] : [];
  const members = own.flatMap((part) => part.members);
  return factory.createInterfaceDeclaration(modifiers, name, undefined, clauses, members);
}

/** The property signatures of an interface or of an object's type. */
function listMembers(node: ts.Node | undefined): readonly ts.PropertySignature[] {
  const hasMembers = node !== undefined && (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node));
  return hasMembers ? [...node.members].filter(ts.isPropertySignature) : [];
}

const readMemberName = ({ name }: ts.PropertySignature): string => (ts.isIdentifier(name) ? name.text : '');

/** Cleans the docstrings: removes the tags of openapi-typescript, and puts short ones on one line. */
function cleanDocstrings(source: string): string {
  return source.replaceAll(/^( *)\/\*\*([\s\S]*?)\*\/\n/gm, (_, indent: string, inner: string) => {
    const lines = inner
      .split('\n')
      .map((line) =>
        line
          .replace(/^\s*\*?\s*/, '')
          .replace('@description ', '')
          .trimEnd(),
      )
      .map((line) => line.replace(/^(@default )([a-z_]+)$/, "$1'$2'"))
      .filter((line) => line !== '' && !/^(Format:|@enum|@constant)/.test(line));
    if (lines.length === 0) return '';
    if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
    return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
  });
}

/** The text of `known-statuses.ts`: for each schema with constants, the type of the values that the contract lists. */
export function generateKnownStatuses({ components: { schemas } }: Contract): string {
  const declared = [...NAMED_BY_HAND].map((name) => {
    const { known } = readExtensibleEnum(schemas[name] ?? {}) ?? {};
    if (known === undefined) throw new Error(`${name} lists no values in the contract.`);
    return `export type Known${name} = ${known.join(' | ')};\n`;
  });
  return declared.join('\n');
}

/** The text of `types.ts`. */
export async function generateTypes(contract: Contract): Promise<string> {
  // The contract is valid OpenAPI, which a test proves.
  const nodes = await openapiTS(prepareContract(contract) as never, {
    // A field of a request that has a default stays optional in TypeScript: the service fills it in.
    defaultNonNullable: false,
    // An object without listed fields has unknown fields.
    emptyObjectsUnknown: true,
    transform(schema) {
      const open = readExtensibleEnum(schema as Schema); // a schema of the contract comes back as it went in
      // The contract has only numbers or only strings in an extensible enum.
      if (open) return extensibleEnumType(open.known as readonly Known[]);
      return 'not' in schema && 'type' in schema && schema.type === 'string' ? excludingType() : undefined;
    },
  });
  const components = nodes.filter(ts.isInterfaceDeclaration).find(({ name }) => name.text === 'components');
  const schemas = listMembers(components).find((member) => readMemberName(member) === 'schemas');
  const declared = listMembers(schemas?.type).flatMap((member) => {
    if (member.type === undefined) return [];
    const declaration = declareSchema(readMemberName(member), rewriteReferences(member.type));
    return ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(member));
  });
  return cleanDocstrings(declared.map((node) => astToString(node)).join('\n')).replaceAll(
    '[key: string]',
    '[name: string]',
  );
}
