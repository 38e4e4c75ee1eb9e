import * as z from 'zod/mini';

// Rules of requests. Each carries its own text, which becomes the message of its issue.

const hasText = /\S/;

/** Characters as the service counts them: an emoji is one, not the two units of a JavaScript string. */
function length(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isPositiveInteger(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

function rule<T>(holds: (value: unknown) => boolean, text: string): z.ZodMiniType<T, T> {
  return z.custom<T>(holds, { params: { rule: text } });
}

/** An identifier in a request. */
export const IdSchema = rule<number>(isPositiveInteger, 'must be a positive integer');

/** The id of a language, a language code. */
export const LanguageIdSchema = rule<string>(
  (value) => isText(value) && hasText.test(value),
  'must be a language code, a string that is not empty',
);

/** A text that says something. */
export const TextSchema = rule<string>(
  (value) => isText(value) && hasText.test(value),
  'must be a string with more than white space',
);

/** @see docs/service.md, Limits */
export const CustomFieldSchema = rule<string>(
  (value) => isText(value) && length(value) <= 255,
  'must be a string of at most 255 characters',
);

/** White space around it does not make a reason longer. @see docs/service.md, Limits */
export const ReasonSchema = rule<string>(
  (value) => isText(value) && length(value.trim()) >= 16,
  'must be a string of at least 16 characters, white space around it aside',
);

/** @see docs/service.md, Limits */
export const PageSizeSchema = rule<number>(
  (value) => isPositiveInteger(value) && value <= 100,
  'must be an integer from 1 to 100',
);

/** 0 or 1 for the service, and as well a boolean for the caller. */
export const FlagSchema = z.pipe(
  z.literal([0, 1, true, false]),
  z.transform((flag): 0 | 1 => (flag ? 1 : 0)),
);

/** A list with at least one element. */
export function nonEmpty<T extends z.ZodMiniType>(element: T): z.ZodMiniArray<T> {
  return z.array(element).check(z.minLength(1));
}
