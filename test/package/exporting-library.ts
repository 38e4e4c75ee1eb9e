import { join } from 'node:path';
import ts from 'typescript';
import { ENTRIES, findSubpath } from '../../scripts/entries.js';

const { SymbolFlags } = ts;

/** What is exported again. */
interface Exported {
  /** An expression that gives it. */
  readonly expression: string;
  readonly type: ts.Type;
  /** What the names of all that is made of it begin with. */
  readonly name: string;
}

interface Package {
  readonly checker: ts.TypeChecker;
  readonly root: string;
}

/**
 * Writes a library that exports, without a type, everything that the package gives: each value, each member of each type,
 * and what each function returns.
 *
 * @param root the installed package
 */
export function writeLibrary(root: string): string {
  const files = ENTRIES.map((entry) => join(root, 'dist', `${entry}.d.ts`));
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const lines = ENTRIES.flatMap((entry, index) => {
    const source = program.getSourceFile(files[index] ?? '');
    const module = source && checker.getSymbolAtLocation(source);
    const symbols = module === undefined ? [] : checker.getExportsOfModule(module);
    const specifier = join('translation-requester', findSubpath(entry));
    return symbols.flatMap((symbol) => {
      const target = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const name = `${entry.replaceAll('-', '_')}_${symbol.name}`;
      return [
        ...exportValue({ checker, root }, target, `import { ${symbol.name} as`, specifier, name),
        ...exportType({ checker, root }, target, `import('${specifier}').${symbol.name}`, name),
      ];
    });
  });
  return ['declare function anything(): any;', ...lines, ''].join('\n');
}

function exportValue(
  { checker }: Package,
  symbol: ts.Symbol,
  beginning: string,
  specifier: string,
  name: string,
): string[] {
  if (!(symbol.flags & SymbolFlags.Value)) return [];
  const expression = `its_${name}`;
  const type = checker.getTypeOfSymbol(symbol);
  return [
    `${beginning} ${expression} } from '${specifier}';`,
    `export const ${name} = ${expression};`,
    ...exportResults({ expression, type, name }),
  ];
}

/** The members of a type. */
function exportType(from: Package, symbol: ts.Symbol, typeName: string, name: string): string[] {
  if (!(symbol.flags & SymbolFlags.Type)) return [];
  const parameters = (symbol.declarations ?? []).flatMap((declaration) =>
    ts.isTypeAliasDeclaration(declaration) ||
    ts.isInterfaceDeclaration(declaration) ||
    ts.isClassDeclaration(declaration)
      ? (declaration.typeParameters ?? [])
      : [],
  );
  const given = parameters.length === 0 ? '' : `<${parameters.map(() => 'any').join(', ')}>`;
  const expression = `instance_${name}`;
  const type = from.checker.getDeclaredTypeOfSymbol(symbol);
  return [
    `declare const ${expression}: ${typeName}${given};`,
    ...exportMembers(from, { expression, type, name }),
  ];
}

/** The members of the package's own. Those of an object without a name too. */
function exportMembers({ checker, root }: Package, { expression, type, name }: Exported): string[] {
  const members = checker
    .getPropertiesOfType(type)
    .filter(({ name }) => name !== '#private')
    .filter(({ declarations = [] }) =>
      declarations.some((declaration) => declaration.getSourceFile().fileName.startsWith(root)),
    );
  return members.flatMap((member, index) => {
    const access = `${expression}${buildAccess(member.name)}`;
    const memberType = checker.getTypeOfSymbol(member);
    const type = checker.getNonNullableType(memberType);
    const present = {
      type,
      expression: type === memberType ? access : `${access}!`,
      name: `${name}_${index}`,
    };
    const hasName = !((type.symbol?.flags ?? 0) & SymbolFlags.TypeLiteral);
    return [
      `export const ${present.name} = ${access};`,
      ...exportResults(present),
      ...(hasName ? [] : exportMembers({ checker, root }, present)),
    ];
  });
}

/** How a member is reached. The compiler has names such as `__@asyncIterator@42` for symbols. */
function buildAccess(name: string): string {
  const symbol = /^__@(\w+)@/.exec(name)?.[1];
  return symbol === undefined ? `[${JSON.stringify(name)}]` : `[Symbol.${symbol}]`;
}

/** Functions that return what each form of a function returns: at once, and awaited. */
function exportResults({ expression, type, name }: Exported): string[] {
  return type.getCallSignatures().flatMap(({ parameters }, index) => {
    const call = `${expression}(${parameters.map(() => 'anything()').join(', ')})`;
    return [
      `export function ${name}_${index}_result() { return ${call}; }`,
      `export async function ${name}_${index}_awaited() { return await ${call}; }`,
    ];
  });
}
