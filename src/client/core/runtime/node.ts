// What Node, Bun and Deno can do. In a browser and in Workers, `plain.ts` takes its place, by the imports of the package.
import * as z from 'zod/mini';

export { readEnvironment } from './environment.js';
export { trace } from './tracing.js';

/** Turns a schema into generated code, which is an order of magnitude faster. */
export function compile<T extends z.ZodMiniType>(schema: T): T {
  return z.compile(schema);
}

/** Tells of most values that fit a schema that they do, by generated code. What is left has to be compared. */
export function quickCheck(schema: z.ZodMiniType): (value: unknown) => boolean {
  const compiled = z.compile(schema);
  return (value) => z.validate(compiled, value);
}

/** A schema of integers. Generated code knows those of zod itself, and is a third faster with them. */
export function createInteger(_check: z.core.CheckFn<number>): z.ZodMiniInt {
  return z.int();
}
