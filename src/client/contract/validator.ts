import * as z from 'zod/mini';
import { compile } from '#runtime';
import type { Validate } from '../../base/checked.js';
import { findMismatches } from './mismatch.js';
import { SchemaPath } from './schema-path.js';
import type { LazySchema } from './values.js';

/** More issues than a person reads say no more than these. */
const MAX_ISSUES = 20;

/** Checks what a caller gave, and gives a copy: what the caller changes during the call is not sent. */
export function makeValidator<T>(schema: LazySchema<T>): Validate<T> {
  let compiled: z.ZodMiniType<T> | undefined;
  return (value) => {
    compiled ??= compile(schema());
    const { data, success } = z.safeParse(compiled, value);
    if (success) return { value: data };
    const mismatches = findMismatches(new SchemaPath(schema()), value, 'everything').slice(0, MAX_ISSUES);
    return { issues: mismatches.map(({ path, message }) => ({ path, message })) };
  };
}
