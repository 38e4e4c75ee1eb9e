import * as z from 'zod/mini';
import { compile } from '#compile';
import { type Issue, issuesOf } from './issues.js';

/** A value that holds to its schema, or what is wrong with it. */
export type Validated<T> = { value: T } | { issues: readonly Issue[] };

/** Checks values against one schema. The schema is compiled at the first use, so an unused one costs nothing. */
export function validator<T>(schema: z.ZodMiniType<T>): (value: unknown) => Validated<T> {
  let compiled: z.ZodMiniType<T> | undefined;
  return (value) => {
    compiled ??= compile(schema);
    const result = z.safeParse(compiled, value);
    return result.success ? { value: result.data } : { issues: issuesOf(result.error.issues, value) };
  };
}
