import * as z from 'zod/mini';
import { onFirstUse } from './on-first-use.js';

/** zod's `minLength(1)` for a text and a list, without what it has for all other lengths and kinds of values. */
export function notEmpty({ value, issues }: z.core.ParsePayload<string | readonly unknown[]>): void {
  if (value.length > 0) return;
  const origin = typeof value === 'string' ? 'string' : 'array';
  issues.push({ code: 'too_small', origin, minimum: 1, inclusive: true, input: value });
}

/** zod's `regex(pattern)`, without what it has for all other formats. */
export function matches(pattern: RegExp): ({ value, issues }: z.core.ParsePayload<string>) => void {
  return ({ value, issues }) => {
    if (!pattern.test(value)) issues.push({ code: 'invalid_format', format: 'regex', input: value });
  };
}

/** zod's `nullable(int())`, without its numbers: a bundle of the sign-in alone has no other. */
// The check below leaves nothing else.
export const nullableInteger = onFirstUse(
  () =>
    z.unknown().check(({ value, issues }) => {
      if (value === null || Number.isSafeInteger(value)) return;
      issues.push({ code: 'invalid_type', expected: 'int', input: value });
    }) as unknown as z.ZodMiniType<number | null>,
);
