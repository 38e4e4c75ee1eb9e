import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const texts = new Map<string, string>();

/** The text of a file of the repository. */
export function readSource(path: string): string {
  const text = texts.get(path) ?? readFileSync(root + path, 'utf8');
  texts.set(path, text);
  return text;
}

/** The hand-written files below `src`. */
export const listSources = (): readonly string[] =>
  globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((path) => !readSource(path).startsWith('// Generated'));

/** The files below `src` that declare a constant, the nearest first: a name can stand in several files. */
function findDeclaration(
  path: string,
  name: string,
): readonly [path: string, expression: string] | undefined {
  const declares = new RegExp(`\\bconst ${name}\\b[^=\\n]*= ([^;]+);`);
  for (const candidate of [path, ...listSources()]) {
    const [, expression] = declares.exec(readSource(candidate)) ?? [];
    if (expression !== undefined) return [candidate, expression];
  }
  return undefined;
}

/** The value of a number or a constant; NaN of anything else. */
function readOperand(path: string, operand: string): number {
  const text = operand.trim();
  if (/^\d/.test(text)) return Number(text.replaceAll('_', ''));
  const declaration = /^[A-Z][A-Z_\d]+$/.test(text) ? findDeclaration(path, text) : undefined;
  return declaration === undefined ? Number.NaN : evaluate(...declaration);
}

/** The value of a product of numbers, powers and constants; NaN of anything else. */
function evaluate(path: string, expression: string): number {
  const factors = expression.replaceAll('**', '^').split('*');
  const values = factors.map((factor) => {
    const operands = factor.split('^').map((operand) => readOperand(path, operand));
    return operands.reduce((base, exponent) => base ** exponent);
  });
  return values.reduce((product, value) => product * value);
}

/** The numbers that a file gives to a name: as a constant, a member, or a default. */
export function listNumbers(path: string, name: string): readonly number[] {
  const gives = new RegExp(`\\b${name}\\b(?:: number)?\\s*(?:=|:|\\?\\?)\\s*(?=([\\w *]+))`, 'g');
  return [...readSource(path).matchAll(gives)]
    .map(([, expression = '']) => evaluate(path, expression))
    .filter((value) => !Number.isNaN(value));
}
