import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { ENTRIES, findSource } from '../scripts/entries.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(root + file, 'utf8'), ts.ScriptTarget.Latest, true);

interface PublicClass {
  readonly file: string;
  readonly declaration: ts.ClassDeclaration;
}

/** The classes that an entry exports, as values or as types. */
function findClasses(entry: string): PublicClass[] {
  return parse(entry).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined) return [];
    const { moduleSpecifier, exportClause } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || !ts.isNamedExports(exportClause))
      return [];
    const file = posix.join('src', moduleSpecifier.text.replace(/\.js$/, '.ts'));
    if (!existsSync(root + file)) return [];
    const names = exportClause.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
    return parse(file)
      .statements.filter(ts.isClassDeclaration)
      .filter(({ name }) => name !== undefined && names.includes(name.text))
      .map((declaration) => ({ file, declaration }));
  });
}

const isHidden = (member: ts.ClassElement): boolean =>
  ts.getJSDocTags(member).some(({ tagName }) => tagName.text === 'internal');

/** The brand by which each copy of the package knows an object, and what its class says of an error that an application makes. */
const BRANDS = ['[ERROR_KIND]', '[KIND]', '[USUAL_FACTS]'];

/** What may be hidden all the same: brands, and the constructor of a class that the library alone makes objects of. */
function mayBeHidden(member: ts.ClassElement): boolean {
  const isConstructed = ts.isConstructorDeclaration(member) && member.parent.name?.text !== 'Requester';
  return isConstructed || BRANDS.includes(member.name?.getText() ?? '');
}

/** The sandbox's own servers and its interceptor for msw use these. */
const OF_SANDBOX = ['Sandbox.serve', 'Sandbox.[Symbol.asyncDispose]'];

test('no class that an entry exports has a member that only the other wings may use', () => {
  const classes = ENTRIES.map(findSource).flatMap(findClasses);
  expect(classes.length).toBeGreaterThan(40);
  const hidden = classes.flatMap(({ declaration }) =>
    declaration.members
      .filter((member) => isHidden(member) && !mayBeHidden(member))
      .map(({ name }) => `${declaration.name?.text}.${name?.getText() ?? 'constructor'}`),
  );
  expect(hidden.filter((member) => !OF_SANDBOX.includes(member))).toEqual([]);
});
