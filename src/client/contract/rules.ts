import * as z from 'zod/mini';
import { copyJson } from '../../base/checked.js';
import { type Fields, isWhole } from '../../base/kinds.js';
import { onFirstUse } from './values.js';

// Rules of requests. Each carries its own text, which becomes the message of its issue.

/** Counts as the service does: an emoji is one character, not the two units of a JavaScript string. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A value that a condition holds for. The text says the condition, in messages. */
function rule<T>(holds: (value: unknown) => boolean, text: string): z.ZodMiniType<T, T> {
  return z.custom<T>(holds, { params: { rule: text } });
}

/** An identifier in a request. */
export const idSchema = onFirstUse(() =>
  rule<number>((value) => isWhole(value, 1), 'must be a positive integer'),
);

/** A text that is not empty. Whether white space alone will do is for the service to say. */
export const textSchema = onFirstUse(() =>
  rule<string>((value) => isText(value) && value !== '', 'must be a non-empty string'),
);

/** @see docs/service.md, Limits */
export const customFieldSchema = onFirstUse(() =>
  rule<string>(
    (value) => isText(value) && countCharacters(value) <= 255,
    'must be a string of at most 255 characters',
  ),
);

/** White space counts. @see docs/service.md, Limits */
export const reasonSchema = onFirstUse(() =>
  rule<string>(
    (value) => isText(value) && countCharacters(value) >= 16,
    'must be a string of at least 16 characters',
  ),
);

/** @see docs/service.md, Limits */
export const pageSizeSchema = onFirstUse(() =>
  rule<number>((value) => isWhole(value, 1) && value <= 100, 'must be an integer from 1 to 100'),
);

/** 0 or 1 for the service; for the caller a text or a boolean as well. */
// The compiler thinks that a check that writes keeps the type of the value.
export const flagSchema = onFirstUse(
  () =>
    z
      .literal([0, 1, '0', '1', true, false])
      .check(z.overwrite((flag) => (Number(flag) === 1 ? 1 : 0))) as unknown as z.ZodMiniType<
      0 | 1,
      0 | 1 | '0' | '1' | boolean
    >,
);

/** A list with at least one element. */
export function nonEmpty<T extends z.ZodMiniType>(element: T): z.ZodMiniArray<T> {
  return z.array(element).check(z.minLength(1));
}

/** Fields that JSON can carry. The known ones are refused. */
const extraSchema = (known: readonly string[]): z.ZodMiniType<Fields, Fields> =>
  rule<Fields>(
    (value) => copyJson('extra', value).issues === undefined,
    'must be an object that JSON can carry',
  ).check(({ value, issues }) => {
    for (const name of Object.keys(value).filter((key) => known.includes(key))) {
      const params = { rule: 'is a known field, which stands outside of extra' };
      issues.push({ code: 'custom', path: [name], params, input: value });
    }
  });

function merge({ extra, ...fields }: Fields): Fields {
  return { ...copyJson('extra', extra).value, ...fields };
}

/**
 * An object that takes fields which the specification does not know in `extra`, and sends them beside its own. Fields
 * that it does know are refused there, since nothing would check them.
 */
export function extensible<Shape extends z.core.$ZodShape>(
  shape: Shape,
  known: readonly string[],
): z.ZodMiniType<
  z.output<z.ZodMiniObject<Shape, z.core.$strict>>,
  z.input<z.ZodMiniObject<Shape, z.core.$strict>> & { extra?: Fields | undefined }
> {
  const names = [...known, ...Object.keys(shape)];
  // The compiler can't follow a shape that is not known yet through the merging.
  const checked = z.strictObject({
    ...shape,
    extra: z.optional(extraSchema(names)),
  }) as unknown as z.ZodMiniType<Fields>;
  return checked.check(z.overwrite(merge)) as never;
}
