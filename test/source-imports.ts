import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface Import {
  readonly from: string;
  /** A file of ours, or the name of a package or of a module of Node. */
  readonly to: string;
  readonly typeOnly: boolean;
}

/** The file of the source that an import names, or the module itself. */
function resolveTarget(from: string, module: string): string {
  if (module === '#runtime') return 'src/client/core/runtime/node.ts';
  if (!module.startsWith('.')) return module;
  const path = posix.join(posix.dirname(from), module);
  const files = ['.ts', '.tsx'].map((ending) => path.replace(/\.js$/, ending));
  return files.find((file) => existsSync(root + file)) ?? path;
}

/** What stands for a module in an import of any kind, of a type or while the program runs. */
function findSpecifier(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal;
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isCall ? node.arguments[0] : undefined;
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  if (!ts.isImportDeclaration(node)) return ts.isImportTypeNode(node);
  return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

function importsIn(from: string, node: ts.Node): readonly Import[] {
  const specifier = findSpecifier(node);
  const found: Import[] = [];
  if (specifier !== undefined && ts.isStringLiteralLike(specifier))
    found.push({ from, to: resolveTarget(from, specifier.text), typeOnly: isTypeOnly(node) });
  ts.forEachChild(node, (child) => void found.push(...importsIn(from, child)));
  return found;
}

/** Every file of the source, with its imports. */
export function sourceImports(): ReadonlyMap<string, readonly Import[]> {
  const names = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' });
  const files = names
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `src/${name.replaceAll(sep, '/')}`);
  const parsed = (file: string): ts.SourceFile =>
    ts.createSourceFile(file, readFileSync(root + file, 'utf8'), ts.ScriptTarget.Latest);
  return new Map(files.map((file) => [file, importsIn(file, parsed(file))]));
}

/** Whether imports lead from a file to another, or to itself. */
export function leads(imports: ReadonlyMap<string, readonly Import[]>, from: string, to: string): boolean {
  const reached = new Set([from]);
  for (const file of reached) for (const each of imports.get(file) ?? []) reached.add(each.to);
  return reached.has(to);
}
