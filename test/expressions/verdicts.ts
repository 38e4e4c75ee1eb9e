import { createRequire } from 'node:module';
import type { Parameters } from 'recheck';

// The build for browsers is JavaScript alone. The others start a program, or Java.
const { checkSync }: typeof import('recheck') = createRequire(import.meta.url)('recheck/lib/browser.js');

/**
 * What is tried where the theory of automata can't decide: texts of up to so many letters, and up to so many steps of a simulated engine,
 * which a quadratic expression takes and a linear one does not. Nothing depends on a clock.
 */
const LIMITS: Parameters = {
  maxAttackStringSize: 8_000,
  attackLimit: 5_000_000,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  timeout: null,
};

/**
 * How the time of an expression grows with a text:
 *
 * - `linear`: as the text does, which is proved;
 * - `no attack`: no text was found for which it grows faster;
 * - anything else: faster, and how.
 */
export function judgeExpression(expression: string): string {
  const end = expression.lastIndexOf('/');
  const verdict = checkSync(expression.slice(1, end), expression.slice(end + 1), LIMITS);
  if (verdict.status === 'safe') return verdict.complexity.isFuzz ? 'no attack' : 'linear';
  if (verdict.status === 'unknown') return `unknown: ${verdict.error.kind}`;
  return `${verdict.complexity.summary}: ${verdict.attack.pattern}`;
}

/** Expressions whose time may grow faster, with the reason why that does not matter. */
export const LIMITED: ReadonlyMap<string, string> = new Map([
  [String.raw`/^\s*?\n?([ \t]*)\S/`, 'it gets 200 letters of a file'],
]);

const SEPARATOR = '  ';

/** A line for each expression, as verdicts.txt has them. */
export const writeVerdicts = (verdicts: ReadonlyMap<string, string>): string =>
  `${[...verdicts].map(([expression, verdict]) => `${verdict}${SEPARATOR}${expression}`).join('\n')}\n`;

/** The verdicts in such a text, by their expressions. */
export const readVerdicts = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const end = line.indexOf(SEPARATOR);
        return [line.slice(end + SEPARATOR.length), line.slice(0, end)];
      }),
  );
