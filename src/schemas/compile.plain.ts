import type * as z from 'zod/mini';

/** The schema as it is: browsers under a Content-Security-Policy and Workers refuse generated code. */
export function compile<T extends z.ZodMiniType>(schema: T): T {
  return schema;
}
