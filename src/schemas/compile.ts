import * as z from 'zod/mini';

/** Turns a schema into generated code, which is an order of magnitude faster. For runtimes that allow that. */
export function compile<T extends z.ZodMiniType>(schema: T): T {
  return z.compile(schema);
}
