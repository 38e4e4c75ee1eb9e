/** What openapi-typescript makes of the contract, with a named interface for each schema: an editor shows `Question`, not its fields. */
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { type Contract, isPlain, type Json, nameOf, openValues, type Schema } from './contract.ts';

const { factory, SyntaxKind } = ts;

/** `statuses.ts` has public types of these names, each with its values. */
const NAMED_BY_HAND: ReadonlySet<string> = new Set(['QuestionStatus', 'SimpleQuestionStatus', 'FileStatus']);

type Known = string | number;

const text = (value: string): ts.StringLiteral => factory.createStringLiteral(value, true);

function literal(value: Known): ts.TypeNode {
  return factory.createLiteralTypeNode(
    typeof value === 'number' ? factory.createNumericLiteral(value) : text(value),
  );
}

/** `0 | 1 | (number & {})`: editors offer the known values, and any other is accepted. */
function openType(known: readonly Known[]): ts.TypeNode {
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
 * `'(not a known type)' & { readonly excluded: true }`: a string that is none of some values, with a mark that no value
 * has at run time. The compiler takes a member of a union out by its literal alone; beside a plain `string` it would
 * narrow nothing.
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
const isInlined = (name: string, schema: Schema = {}): boolean => NAMED_BY_HAND.has(name) || isPlain(schema);

/** The text of `public-types.ts`: the types that users can import. */
export function publicTypesOf({ components: { schemas } }: Contract): string {
  const named = Object.entries(schemas).filter(([name, schema]) => !isInlined(name, schema));
  const names = named.filter(([, schema]) => !schema['x-internal']).map(([name]) => `  ${name},\n`);
  return `export type {\n${names.join('')}} from './types.js';\n`;
}

/** The contract with its plain values where they are used, and each description with its section of docs/service.md. */
function prepared({ openapi, info, components: { schemas } }: Contract): Json {
  // The shape stays what it was, apart from the references.
  const inlined = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value), (key, node) => {
      // The constants tell the events apart; openapi-typescript would add each discriminator once more.
      if (key === 'discriminator') return undefined;
      const name = nameOf(node ?? {});
      if (name === undefined || !isInlined(name, schemas[name])) return node;
      const { $ref: _, ...own } = node;
      return { ...schemas[name], ...own };
    });
  const named = Object.entries(schemas).filter(([name, schema]) => !isInlined(name, schema));
  const described = named.map(([name, { 'x-see': section, ...schema }]) => {
    if (section === undefined) throw new Error(`${name} has no x-see, its section of docs/service.md.`);
    const description = `${(schema.description ?? '').trim()}\n@see docs/service.md, ${section}`;
    return [name, { ...schema, description } satisfies Schema] as const;
  });
  return { openapi, info, components: { schemas: inlined(Object.fromEntries(described)) } };
}

/** References by name instead of by path, and quotes as in the rest of the code. */
function renamed(node: ts.TypeNode): ts.TypeNode {
  const visit = (child: ts.Node): ts.Node => {
    if (ts.isIndexedAccessTypeNode(child) && ts.isLiteralTypeNode(child.indexType)) {
      const { literal: name } = child.indexType;
      if (ts.isStringLiteral(name)) return factory.createTypeReferenceNode(name.text);
    }
    if (ts.isStringLiteral(child)) return text(child.text);
    // openapi-typescript writes a text as a name in quotes.
    if (ts.isIdentifier(child) && child.text.startsWith('"')) return text(JSON.parse(child.text));
    return ts.visitEachChild(child, visit, undefined);
  };
  // A type stays a type.
  return visit(node) as ts.TypeNode;
}

/** The parts of an intersection. */
function partsOf(node: ts.TypeNode): readonly ts.TypeNode[] {
  if (ts.isParenthesizedTypeNode(node)) return partsOf(node.type);
  return ts.isIntersectionTypeNode(node) ? node.types.flatMap(partsOf) : [node];
}

/** An interface where objects alone are put together, which extends those that have names; else an alias. */
function hoisted(name: string, type: ts.TypeNode): ts.DeclarationStatement {
  const modifiers = [factory.createModifier(SyntaxKind.ExportKeyword)];
  const parts = partsOf(type);
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
function membersOf(node: ts.Node | undefined): readonly ts.PropertySignature[] {
  const hasMembers = node !== undefined && (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node));
  return hasMembers ? [...node.members].filter(ts.isPropertySignature) : [];
}

const nameOfMember = ({ name }: ts.PropertySignature): string => (ts.isIdentifier(name) ? name.text : '');

/** Docstrings as people write them: what a field is comes first, without a tag. */
function plainDocs(source: string): string {
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

/** The text of `types.ts`. */
export async function typesOf(contract: Contract): Promise<string> {
  // The contract is valid OpenAPI, which a test proves.
  const nodes = await openapiTS(prepared(contract) as never, {
    // A default is what the service assumes, not what a request must carry.
    defaultNonNullable: false,
    // An object without listed fields is one with unknown fields.
    emptyObjectsUnknown: true,
    transform(schema) {
      const open = openValues(schema as Schema); // a schema of the contract comes back as it went in
      // The contract gives an open value numbers or strings alone.
      if (open) return openType(open.known as readonly Known[]);
      return 'not' in schema && 'type' in schema && schema.type === 'string' ? excludingType() : undefined;
    },
  });
  const components = nodes.filter(ts.isInterfaceDeclaration).find(({ name }) => name.text === 'components');
  const schemas = membersOf(components).find((member) => nameOfMember(member) === 'schemas');
  const declared = membersOf(schemas?.type).flatMap((member) => {
    if (member.type === undefined) return [];
    const declaration = hoisted(nameOfMember(member), renamed(member.type));
    return ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(member));
  });
  return plainDocs(declared.map((node) => astToString(node)).join('\n')).replaceAll(
    '[key: string]',
    '[name: string]',
  );
}
