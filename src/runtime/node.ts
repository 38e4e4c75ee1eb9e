// What Node, Bun and Deno can do. In a browser and in Workers, `plain.ts` takes its place, by the imports of the package.
import * as z from 'zod/mini';

export { fromEnvironment } from './environment.js';

/** Turns a schema into generated code, which is an order of magnitude faster. */
export function compile<T extends z.ZodMiniType>(schema: T): T {
  return z.compile(schema);
}
