/**
 * Generates the reference of every call, one line each, and `llms.txt`, from the classes of the client and the contract.
 * Both are for people who look up a name, and for programs that write code for them.
 */
import { readFile } from 'node:fs/promises';
import ts from 'typescript';
import { OPERATIONS } from '../src/client/contract/operations.ts';

const source = new URL('../src/', import.meta.url);

/** A file of the source, with where its names come from. */
async function parseSource(path: string): Promise<ts.SourceFile> {
  const text = await readFile(new URL(path, source), 'utf8');
  return ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
}

/** The file that an import of another leads to. */
const resolveImport = (path: string, specifier: string): string =>
  new URL(specifier.replace(/\.js$/, '.ts'), new URL(path, source)).href.slice(source.href.length);

/** The file that a name is imported from, or the file itself. */
function findFile(name: string, file: ts.SourceFile): string {
  for (const statement of file.statements.filter(ts.isImportDeclaration)) {
    const bindings = statement.importClause?.namedBindings;
    const names = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
    if (
      !names.some((binding) => binding.name.text === name) ||
      !ts.isStringLiteral(statement.moduleSpecifier)
    )
      continue;
    return resolveImport(file.fileName, statement.moduleSpecifier.text);
  }
  return file.fileName;
}

const toOneLine = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\( | \)|,(?= [)}])/g, (mark) => mark.trim().replace(',', ''))
    .replaceAll('readonly ', '');

/** The first sentence of a docstring, in one line. */
function readSummary(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = toOneLine(ts.getTextOfJSDocComment(doc?.comment) ?? '').split(' - ')[0] ?? '';
  return (/^.*?[.?!](?= |$)/.exec(text)?.[0] ?? text).replaceAll('|', '\\|');
}

const isInternal = (node: ts.Node): boolean =>
  ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal');

/** What a call sends: its own operation, or the one that it repeats or pages through. */
function describeRequest(name: string): string {
  const alike = name.replace(/\.wait$/, '.get').replace(/\.follow$/, '.list');
  const operation = Object.entries(OPERATIONS).find(([known]) => known === alike)?.[1];
  if (operation === undefined) return '';
  const again = alike === name ? '' : ' again and again';
  return `, ${operation.method} ${operation.path}${again}`;
}

/** Words of a summary that says no more than the name of the call, such as "Lists the comments on a question." */
const PLAIN_SUMMARY = 9;

function formatCall(name: string, method: ts.MethodDeclaration): string {
  const parameters = method.parameters.map(({ name: given, questionToken, initializer, type }) => {
    const isOptional = questionToken !== undefined || initializer !== undefined;
    return `${given.getText()}${isOptional ? '?' : ''}: ${toOneLine(type?.getText() ?? 'unknown')}`;
  });
  const own = parameters.filter((parameter) => !/^options\?: (Call|List)Options$/.test(parameter));
  const result = toOneLine(method.type?.getText() ?? 'void')
    .replace(/^Call<(.*?), .*>$/, '$1')
    .replace(/^Promise<(.*)>$/, '$1');
  const sent = describeRequest(name);
  const summary = readSummary(method);
  const isPlain = sent !== '' && summary.split(' ').length <= PLAIN_SUMMARY;
  return `- \`${name}(${own.join(', ')}): ${result}\`${sent}.${isPlain ? '' : ` ${summary}`}`;
}

/** The calls of a class, and of the classes that its properties hold. */
async function listCalls(className: string, path: string, prefix = ''): Promise<string[]> {
  const file = await parseSource(path);
  const found = file.statements.filter(ts.isClassDeclaration).find(({ name }) => name?.text === className);
  const lines: string[] = [];
  for (const member of found?.members ?? []) {
    if (member.name === undefined || !ts.isIdentifier(member.name) || isInternal(member)) continue;
    const isStatic = ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static;
    const name = `${isStatic ? 'Requester.' : prefix}${member.name.text}`;
    if (ts.isMethodDeclaration(member)) lines.push(formatCall(name, member));
    else if (ts.isPropertyDeclaration(member) && member.type !== undefined) {
      const type = member.type.getText();
      lines.push(...(await listCalls(type, findFile(type, file), `${name}.`)));
    }
  }
  return lines;
}

const isExported = (node: ts.Declaration): boolean =>
  (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0;

/** The names that a file exports and that are more than types, those of the files that it passes on among them. */
async function listValues(path: string): Promise<string[]> {
  const { statements } = await parseSource(path);
  const lists = statements.map(async (statement): Promise<(string | undefined)[]> => {
    if (ts.isFunctionDeclaration(statement)) return isExported(statement) ? [statement.name?.text] : [];
    if (ts.isVariableStatement(statement)) {
      const exported = statement.declarationList.declarations.filter(isExported);
      return exported.map(({ name }) => name.getText());
    }
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) return [];
    const { exportClause, moduleSpecifier } = statement;
    if (exportClause !== undefined && ts.isNamedExports(exportClause))
      return exportClause.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text);
    return listValues(resolveImport(path, moduleSpecifier?.getText().slice(1, -1) ?? ''));
  });
  return (await Promise.all(lists)).flat().filter((name) => name !== undefined);
}

const GENERATED = '<!-- Generated from the types by scripts/generate.ts. Do not edit. -->';

/** What a word means wherever it is an option, and the names that other meanings had before the first release. */
const WORDS = `| word | means | had another meaning, and is called now |
|---|---|---|
| \`once\` | \`true\`: an order is placed once for its \`custom_field\` | \`files.upload(file, { once: 'key' })\`: \`{ key: 'key' }\`; \`once\` of the sandbox's translators: \`onlyMissing\` |
| \`key\` | what names one thing for ever: an upload, a document, a text of a table | |
| \`name\` | what several things stand under: a budget, a table of texts, a project file | |
| \`settle\` | milliseconds for which an unclear order is looked for | \`orders.settle()\`: \`orders.resolve()\`; \`unknown --settle\`: \`unknown --resolve\` |
| \`from\` | where something begins: \`from\` a language \`to\` others, \`follow({ from })\` an event | \`createSandbox({ from: snapshot })\`: \`createSandbox({ snapshot })\` |
| quote | what an order would cost: \`quoteTexts\`, \`quoteDocument\`, \`BudgetError.quote\` | \`check\` stays the service's name of the call that answers it |
| classes of calls | a plural: \`Projects\`, \`Files\` | \`AccountResource\`: \`Accounts\`; \`SimpleTranslationCommentsResource\`: \`SimpleComments\` |
| \`request()\` | a call whose form the specification leaves open | \`simple.translations.comments.create()\` |`;

/** The text of docs/api.md. */
export async function generateReference(entries: readonly string[]): Promise<string> {
  const calls = await listCalls('Requester', 'client/requester.ts');
  const exported = await Promise.all(
    entries.map(async (entry) => {
      const name = entry === 'index' ? 'translation-requester' : `translation-requester/${entry}`;
      const values = await listValues(`${entry}.ts`);
      return `- \`${name}\`: ${values.map((value) => `\`${value}\``).join(', ')}`;
    }),
  );
  return `${GENERATED}

# Every call

To look up a call: what a \`Requester\` can do, one line each: name, arguments, what it resolves to, what it sends. Where no options are named,
the last argument is \`options?: CallOptions\`, or \`ListOptions\` for a \`Listing\`, which is awaited for a page or looped over for
every item. \`withResponse()\` of a call also gives the whole answer. Every path has [its place in the
contract](../src/client/contract/requester-v1.yaml).

${calls.join('\n')}

## Entries

${exported.join('\n')}

## One word, one meaning

${WORDS}
`;
}

/** The text of llms.txt: what the package is, how to use it well, and where the rest stands. */
export function generateLlms(gettingStarted: string, contents: string): string {
  const list = (text: string): string =>
    text.replaceAll(/\]\((?!https?:)(\.\.\/)?/g, (_, up?: string) => (up === undefined ? '](docs/' : ']('));
  const [, points = ''] = gettingStarted.split(/^## How to use it well\n/m);
  const [, index = ''] = /^# .*\n([\s\S]*?)(?=^## )/m.exec(contents) ?? [];
  return `# translation-requester

> TypeScript client for the Translation Requester API (v1): people translate, and orders cost points. It runs in Node, Bun, Deno,
> Workers and browsers; a sandbox of the service comes with it.

Every call in one line: [docs/api.md](docs/api.md).

## How to use it well
${list(points).trimEnd()}

## Documents
${list(index).trimEnd()}
`;
}
