import * as z from 'zod/mini';
import type { Inspect } from '../../base/checked.js';
import { describeKind, readFields } from '../../base/kinds.js';
import { describeRule } from './describe-rule.js';
import type { LazySchema } from './values.js';

/** Compares a flat answer of which everything is needed. The sign-in has one, and nothing else to compare. */
export function makeStrictInspector<T>(schema: LazySchema<T>): Inspect<T> {
  return (answer) => {
    const { error } = z.safeParse(schema(), answer);
    const mismatches = (error?.issues ?? []).map((issue) => {
      const path = issue.path.join('.');
      const held: unknown = path === '' ? answer : Reflect.get(readFields(answer), path);
      const message = `${describeRule(issue)}; got ${describeKind(held)}`;
      return { path, place: path, message, refuses: true, index: undefined };
    });
    // Where nothing differs, it is of the type that the schema gives.
    return { value: answer as T, mismatches };
  };
}
