import * as z from 'zod/mini';
import { createInteger, createNullableInteger, matchPattern } from '#runtime';
import { along } from './use.js';

// What the schemas of answers and of input are made of.

/** A schema of zod/mini for what the contract calls by that name. */
export type Schema<Output> = z.ZodMiniType<Output, unknown>;

/** A schema that is made when it is first asked for. */
export type LazySchema<T> = () => z.ZodMiniType<T>;

/**
 * Makes a schema when it is first asked for: making all of them takes a third of the import of the client.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** zod's `minLength(1)` for a text and a list, without what it has for all other lengths and kinds of values. */
export function notEmpty({ value, issues }: z.core.ParsePayload<string | readonly unknown[]>): void {
  if (value.length > 0) return;
  const origin = typeof value === 'string' ? 'string' : 'array';
  issues.push({ code: 'too_small', origin, minimum: 1, inclusive: true, input: value });
}

function refuseOtherNumbers({ value, issues }: z.core.ParsePayload<unknown>): void {
  if (Number.isSafeInteger(value)) return;
  issues.push(
    Number.isInteger(value)
      ? { code: 'too_big', origin: 'int', maximum: Number.MAX_SAFE_INTEGER, input: value }
      : { code: 'invalid_type', expected: 'int', input: value },
  );
}

export const integer = /* @__PURE__ */ onFirstUse(() => createInteger(refuseOtherNumbers));

export const nullableInteger = /* @__PURE__ */ onFirstUse(() => createNullableInteger(refuseOtherNumbers));

/**
 * ISO 8601 with an offset. The service writes milliseconds and a numeric offset; `Z` and other precisions are
 * accepted too. A calendar check would cost most of a page's validation time, so 31 February passes.
 */
export const timestampSchema = /* @__PURE__ */ onFirstUse(() =>
  z
    .string()
    .check(
      matchPattern(
        /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/,
      ),
    ),
);

/**
 * Any string except some; a literal for the compiler, which narrows a union by literals alone.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function stringExcept<T extends string>(values: readonly string[]): z.ZodMiniType<T> {
  // A pattern, since generated code knows it. The mark of the type is for the compiler alone: any other text passes.
  const known = new RegExp(`^(?!(?:${values.join('|').replaceAll('.', '\\.')})$)`);
  return z.string().check(matchPattern(known)) as unknown as z.ZodMiniType<T>;
}

/** A field that the service does not promise: typed for those who read it, never a reason to refuse an answer. */
export function unpinned<T>(): z.ZodMiniExactOptional<z.ZodMiniType<Exclude<T, undefined>>> {
  // Nothing is checked on purpose; the type is what the field has been seen to hold.
  return along(z.exactOptional(z.unknown())) as unknown as ReturnType<typeof unpinned<T>>;
}
