import { quickCheck } from '#runtime';
import type { Inspect } from '../../base/checked.js';
import { findMismatches } from './mismatch.js';
import { SchemaPath } from './schema-path.js';
import type { LazySchema } from './values.js';

/** Compares answers with one schema, and gives them as they came: nobody else holds them. */
export function makeInspector<T>(schema: LazySchema<T>): Inspect<T> {
  let isRight: ReturnType<typeof quickCheck> | undefined;
  let root: SchemaPath | undefined;
  return (answer, uses) => {
    isRight ??= quickCheck(schema());
    // Where nothing differs, it is of the type that the schema gives.
    const value = answer as T;
    if (isRight(answer)) return { value, mismatches: [] };
    root ??= new SchemaPath(schema());
    return { value, mismatches: findMismatches(root, answer, uses) };
  };
}
