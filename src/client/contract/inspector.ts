import { quickCheck } from '#runtime';
import type { Inspect } from '../../base/misfits.js';
import { findMisfits } from './misfits.js';
import { Place } from './places.js';
import { onFirstUse, type SchemaOf } from './values.js';

/** Compares answers with one schema, and gives them as they came: nobody else holds them. */
export function makeInspector<T>(schema: SchemaOf<T>): Inspect<T> {
  const isRight = onFirstUse(() => quickCheck(schema()));
  const root = onFirstUse(() => new Place(schema()));
  return (answer, uses) => ({
    // Where nothing differs, it is of the type that the schema gives.
    value: answer as T,
    misfits: isRight()(answer) ? [] : findMisfits(root(), answer, uses),
  });
}
