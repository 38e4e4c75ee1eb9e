import * as z from 'zod/mini';

type Extended<Base extends z.core.$ZodShape, Fields extends z.core.$ZodLooseShape> = z.ZodMiniObject<
  z.util.Extend<Base, z.util.Writeable<Fields>>,
  z.core.$loose
>;

/**
 * An object with the fields of another and with its own, which win. zod's `extend` does the same, and weighs 400
 * compressed bytes more in a bundle, since it also serves schemas that are not made yet, and schemas with checks.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function extended<Base extends z.core.$ZodShape, Fields extends z.core.$ZodLooseShape>(
  base: z.ZodMiniObject<Base, z.core.$loose>,
  fields: Fields,
): Extended<Base, Fields> {
  // The compiler can't follow a spread of two shapes that are not known yet.
  return z.looseObject({ ...base.shape, ...fields }) as never;
}
