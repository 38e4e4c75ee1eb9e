/**
 * Generates the tables of options in pages, from the types and their docstrings. A page has them between marks:
 *
 * - `<!-- options SandboxOptions AutopilotOptions -->`: the members of the first type. Where one is of a further type, the members
 *   of that follow it
 * - `<!-- fields TextResult -->`: the same, without defaults
 * - `<!-- kinds Fault -->`: the members of a union, by their `kind`
 */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { ENTRIES, findSource } from './entries.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

const parsed = ts.parseJsonConfigFileContent(
  ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile).config,
  ts.sys,
  root,
);
const program = ts.createProgram(
  ENTRIES.map((entry) => root + findSource(entry)),
  parsed.options,
);
const checker = program.getTypeChecker();
const declarations = program
  .getSourceFiles()
  .filter(({ isDeclarationFile }) => !isDeclarationFile)
  .flatMap(({ statements }) => statements)
  .filter(
    (statement): statement is Declaration =>
      ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement),
  );

/** @throws Error when the name is that of no type, or of several */
function findDeclaration(name: string): Declaration {
  const [found, ...others] = declarations.filter((declaration) => declaration.name.text === name);
  if (found === undefined || others.length > 0)
    throw new Error(`There is not one type ${name}, for a table of a page.`);
  return found;
}

const toOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** What a docstring says, with links for the pages that it names. */
function toCell(text: string): string {
  return toOneLine(text.replace(/^- /, '').replaceAll(/\n- /g, '<br>'))
    .replaceAll(/\bdocs\/([\w-]+)\.md(?:, ([A-Z][\w ]*\w))?/g, (_, page: string, section?: string) =>
      section === undefined
        ? `[${page}](${page}.md)`
        : `[${section}](${page}.md#${section.toLowerCase().replaceAll(' ', '-')})`,
    )
    .replaceAll('|', '\\|');
}

const toCode = (text: string): string => (text === '' ? '' : `\`${toOneLine(text).replaceAll('|', '\\|')}\``);

const toRow = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const toTable = (head: readonly string[], rows: readonly string[]): string =>
  [toRow(...head), `|${'---|'.repeat(head.length)}`, ...rows].join('\n');

interface Member {
  readonly name: string;
  readonly type: string;
  /** What it is when it is left out; undefined when it can't be. */
  readonly initial: string | undefined;
  readonly text: string;
}

/** A literal is code, and words are not. */
const formatDefault = (text: string): string =>
  /^('.*'|[\d._]+|true|false|null|[\w.]+\.\w+|https?:\S+)$/.test(text) ? toCode(text) : toCell(text);

/** A type by another name is shown as it is, if that is short enough for a table. */
const SHORT = 90;

const formatType = (type: ts.TypeNode | undefined): string =>
  toOneLine(type?.getText() ?? '')
    .replaceAll('readonly ', '')
    .replace(/^\| /, '')
    .replace(/ \| undefined$/, '')
    .replaceAll(/\bReadonly<((?:[^<>]|<[^<>]*>)*)>/g, '$1')
    .replace(/^Readonly<(.*)>$/, '$1')
    .replace(/^\((.*)\)$/, '$1');

function resolveType(type: ts.TypeNode | undefined): string {
  const text = formatType(type);
  const alias = declarations.find(({ name }) => name.text === text);
  if (alias === undefined || !ts.isTypeAliasDeclaration(alias)) return text;
  const own = formatType(alias.type);
  return own.length > SHORT ? text : own;
}

function readMember(symbol: ts.Symbol, prefix: string): Member {
  const [declaration] = symbol.declarations ?? [];
  const tags = new Map(
    symbol.getJsDocTags(checker).map(({ name, text }) => [name, ts.displayPartsToString(text)]),
  );
  const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const name = `${prefix}${symbol.name}`;
  if (text === '') throw new Error(`${name} is in a table of a page, and has no docstring.`);
  const see = tags.get('see');
  const type =
    declaration !== undefined && ts.isPropertySignature(declaration) ? declaration.type : undefined;
  return {
    name,
    type: toCode(resolveType(type)),
    initial: isOptional ? formatDefault(tags.get('default') ?? '') : undefined,
    // The compiler takes the first word of a reference for a name.
    text: toCell(see === undefined ? text : `${text} See ${see.replace('docs /', 'docs/')}.`),
  };
}

/** The members of a type, each with those of the types in `nested` below it. */
function listMembers(type: ts.Type, nested: readonly string[], prefix = ''): Member[] {
  const isOptional = ({ flags }: ts.Symbol): number => flags & ts.SymbolFlags.Optional;
  const inOrder = checker.getPropertiesOfType(type).toSorted((a, b) => isOptional(a) - isOptional(b));
  return inOrder.flatMap((symbol) => {
    const own = checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
    const alternatives = own.isUnion() ? own.types : [own];
    const inner = alternatives.flatMap((alternative) => {
      const element = checker.getIndexTypeOfType(alternative, ts.IndexKind.Number);
      const held = element ?? alternative;
      if (!nested.includes(held.symbol?.name ?? '')) return [];
      return listMembers(held, nested, `${prefix}${symbol.name}${element === undefined ? '' : '[]'}.`);
    });
    return [readMember(symbol, prefix), ...inner];
  });
}

function makeOptions([name = '', ...nested]: readonly string[]): string {
  const members = listMembers(checker.getTypeAtLocation(findDeclaration(name)), nested);
  const rows = members.map(({ name: member, type, initial = '(required)', text }) => {
    if (initial === '') throw new Error(`${member} is in a table of options, and has no @default.`);
    return toRow(toCode(member), type, initial, text);
  });
  return toTable(['option', 'type', 'default', 'what it does'], rows);
}

function makeFields([name = '', ...nested]: readonly string[]): string {
  const members = listMembers(checker.getTypeAtLocation(findDeclaration(name)), nested);
  const rows = members.map(({ name: member, type, text }) => toRow(toCode(member), type, text));
  return toTable(['field', 'type', 'what it is'], rows);
}

/** The comment that stands in front of a member of a union. */
function readComment(member: ts.TypeNode, from: number): string {
  const before = member.getSourceFile().text.slice(from, member.getStart());
  const [, comment = ''] = /\/\*\*([\s\S]*?)\*\//.exec(before) ?? [];
  return comment.replaceAll(/^\s*\* ?/gm, '');
}

function makeKinds([name = '']: readonly string[]): string {
  const declaration = findDeclaration(name);
  const union = ts.isTypeAliasDeclaration(declaration) ? declaration.type : undefined;
  if (union === undefined || !ts.isUnionTypeNode(union)) throw new Error(`${name} is no union.`);
  const rows = union.types.map((member, at) => {
    const type = checker.getTypeAtLocation(member);
    const properties = type.isStringLiteral() ? [] : checker.getPropertiesOfType(type);
    const kind = properties.find((property) => property.name === 'kind');
    const literal = kind === undefined ? type : checker.getTypeOfSymbol(kind);
    const others = properties
      .filter((property) => property !== kind)
      .map((property) => `\`${property.name}${property.flags & ts.SymbolFlags.Optional ? '?' : ''}\``);
    const text = readComment(member, union.types[at - 1]?.end ?? union.pos);
    return toRow(`\`${literal.isStringLiteral() ? literal.value : ''}\``, others.join(', '), toCell(text));
  });
  return toTable(['kind', 'with', 'what happens'], rows);
}

const MAKERS: Readonly<Record<string, (names: readonly string[]) => string>> = {
  options: makeOptions,
  fields: makeFields,
  kinds: makeKinds,
};

const TABLE = /^(<!-- (options|fields|kinds) ([\w ]+) -->\n)[\s\S]*?^(<!-- \/\2 -->)$/gm;

/** A page with its tables made anew. */
export const generateTables = (page: string): string =>
  page.replaceAll(
    TABLE,
    (_, start: string, kind: string, names: string, end: string) =>
      `${start}\n${MAKERS[kind]?.(names.split(' '))}\n\n${end}`,
  );
