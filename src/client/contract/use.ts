import type * as z from 'zod/mini';

/**
 * What happens when a field of an answer is missing or wrong. `needed`: the answer, or the item of a listing, can't be
 * used. `typed`: it can't be used when the field has another type. `along`: it can be used.
 */
export type Use = 'needed' | 'typed' | 'along';

// Not a field: the schemas are objects of zod.
const MARKED_USES = /* @__PURE__ */ new WeakMap<object, Use>();

/** A copy of the schema with its use: the schema itself may stand elsewhere too. */
function markUse<T extends z.ZodMiniType>(schema: T, use: Use): T {
  const copy = schema.clone();
  MARKED_USES.set(copy, use);
  return copy;
}

/** @__NO_SIDE_EFFECTS__ */
export const needed = <T extends z.ZodMiniType>(schema: T): T => markUse(schema, 'needed');

/** @__NO_SIDE_EFFECTS__ */
export const typed = <T extends z.ZodMiniType>(schema: T): T => markUse(schema, 'typed');

/** @__NO_SIDE_EFFECTS__ */
export const along = <T extends z.ZodMiniType>(schema: T): T => markUse(schema, 'along');

/** The use of a field by its schema. An embedded object comes along, and any other field is typed. */
export function getUse(schema: z.ZodMiniType): Use {
  return MARKED_USES.get(schema) ?? (isObject(schema) ? 'along' : 'typed');
}

function isObject({ def }: z.ZodMiniType): boolean {
  // An object can be optional or null.
  return 'innerType' in def ? isObject(def.innerType as z.ZodMiniType) : def.type === 'object';
}
