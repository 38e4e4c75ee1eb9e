import * as z from 'zod/mini';
import { matches } from './checks.js';
import { onFirstUse } from './on-first-use.js';

/**
 * ISO 8601 with an offset. The service writes milliseconds and a numeric offset; `Z` and other precisions are
 * accepted too. A calendar check would cost most of a page's validation time, so 31 February passes.
 */
export const timestampSchema = onFirstUse(() =>
  z
    .string()
    .check(
      matches(
        /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/,
      ),
    ),
);

// Open values: the type names the known ones, and any other of the same kind is accepted.

/** @see docs/service.md, Project question statuses */
export const questionStatusSchema = onFirstUse(
  (): z.ZodMiniType<0 | 1 | 2 | 3 | 4 | 5 | 6 | (number & {})> => z.int(),
);

/** @see docs/service.md, Simple question statuses */
export const simpleQuestionStatusSchema = onFirstUse(
  (): z.ZodMiniType<0 | 1 | 2 | 4 | 5 | 7 | 8 | 9 | (number & {})> => z.int(),
);

/** @see docs/service.md, File moves */
export const fileStatusSchema = onFirstUse(
  (): z.ZodMiniType<1 | 2 | 96 | 97 | 98 | 99 | (number & {})> => z.int(),
);

/** @see docs/service.md, Question */
export const fileTypeSchema = onFirstUse(
  (): z.ZodMiniType<'pptx' | 'html_text' | 'string' | (string & {})> => z.string(),
);

/** @see docs/service.md, Simple question */
export const publishedScopeSchema = onFirstUse((): z.ZodMiniType<0 | 2 | (number & {})> => z.int());

/** @see docs/service.md, Simple question */
export const textFormatSchema = onFirstUse((): z.ZodMiniType<0 | 1 | (number & {})> => z.int());

/** @see docs/service.md, Comment */
export const commentTypeSchema = onFirstUse((): z.ZodMiniType<1 | 10 | 13 | 14 | (number & {})> => z.int());

/**
 * A field that the specification does not promise: typed for those who read it, never a reason to refuse an
 * answer.
 */
export function unpinned<T>(): z.ZodMiniExactOptional<z.ZodMiniType<T>> {
  // Nothing is checked on purpose; the type is what the field has been seen to hold.
  return z.exactOptional(z.unknown()) as unknown as z.ZodMiniExactOptional<z.ZodMiniType<T>>;
}
