import * as z from 'zod/mini';
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

export const integer = /* @__PURE__ */ onFirstUse(() => z.int());

export const nullableInteger = /* @__PURE__ */ onFirstUse(() => z.nullable(z.int()));

/**
 * ISO 8601 with an offset. The service writes milliseconds and a numeric offset; `Z` and other precisions are
 * accepted too. A calendar check would cost most of a page's validation time, so 31 February passes.
 */
export const timestampSchema = /* @__PURE__ */ onFirstUse(() =>
  z
    .string()
    .check(
      z.regex(
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
  return z.string().check(z.regex(known)) as unknown as z.ZodMiniType<T>;
}

/** A field that the service does not promise: typed for those who read it, never a reason to refuse an answer. */
export function unpinned<T>(): z.ZodMiniExactOptional<z.ZodMiniType<Exclude<T, undefined>>> {
  // Nothing is checked on purpose; the type is what the field has been seen to hold.
  return along(z.exactOptional(z.unknown())) as unknown as ReturnType<typeof unpinned<T>>;
}
