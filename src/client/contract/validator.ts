import * as z from 'zod/mini';
import { compile } from '#runtime';
import type { Validate } from '../../base/checked.js';
import { isPlain } from '../../base/kinds.js';
import { findMismatches } from './mismatch.js';
import { SchemaPath } from './schema-path.js';
import type { LazySchema } from './values.js';

/** More issues than a person reads say no more than these. */
const MAX_ISSUES = 20;

/** How deep the schemas of requests go: an order, its questions, one of them, and its lists. What is deeper is copied as JSON. */
const DEEPEST = 4;

/** A copy of plain objects that inherits nothing: zod would read what other code has put on `Object.prototype`. */
function copyOwnFields(value: unknown, left = DEEPEST): unknown {
  if (left === 0) return value;
  if (Array.isArray(value)) return value.map((item) => copyOwnFields(item, left - 1));
  if (!isPlain(value)) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, field] of Object.entries(value)) copy[name] = copyOwnFields(field, left - 1);
  return copy;
}

/** Checks what a caller gave, and gives a copy: what the caller changes during the call is not sent. */
export function makeValidator<T>(schema: LazySchema<T>): Validate<T> {
  let compiled: z.ZodMiniType<T> | undefined;
  return (value) => {
    compiled ??= compile(schema());
    const given = copyOwnFields(value);
    const { data, success } = z.safeParse(compiled, given);
    if (success) return { value: data };
    const mismatches = findMismatches(new SchemaPath(schema()), given, 'everything').slice(0, MAX_ISSUES);
    return { issues: mismatches.map(({ path, message }) => ({ path, message })) };
  };
}
