import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, inject, test } from 'vitest';
import { ENTRIES } from '../../scripts/entries.js';

// What users can name, entry by entry. After a change that is meant: npm run test:package -- test/package/api.test.ts -u

const { consumer } = inject('packed');
const root = join(consumer, 'node_modules/translation-requester');

const printer = ts.createPrinter({ removeComments: true });

/** The declaration of one export as it stands, without comments and hidden members. */
function declared(symbol: ts.Symbol, checker: ts.TypeChecker): string[] {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return (target.declarations ?? []).map((declaration) => {
    const file = declaration.getSourceFile();
    const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
    const text = printer.printNode(ts.EmitHint.Unspecified, node, file);
    return text
      .split('\n')
      .filter((line) => !line.includes('#private'))
      .join('\n')
      .replace(/^(export |declare )+/, '');
  });
}

function readReport(entry: string): string {
  const file = join(root, 'dist', `${entry}.d.ts`);
  const program = ts.createProgram([file], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const found = module === undefined ? [] : checker.getExportsOfModule(module);
  return found
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((symbol) => `# ${symbol.name}\n${declared(symbol, checker).join('\n')}\n`)
    .join('\n');
}

describe('the public interface is that of the report:', () => {
  test.each(ENTRIES)('%s', async (entry) => {
    const report = readReport(entry);
    expect(report.length).toBeGreaterThan(50);
    await expect(report).toMatchFileSnapshot(`./api/${entry}.txt`);
  });
});
