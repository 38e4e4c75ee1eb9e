import * as z from 'zod/mini';
import { compile } from '#runtime';
import type { Validate } from '../base/checked.js';
import { issuesOf } from './issues.js';
import { onFirstUse } from './values.js';

/** A schema of `onFirstUse`. */
type Schema<T> = () => z.ZodMiniType<T>;

/** Checks answers against one schema that changes no value, and gives them as they came: nobody else holds them. */
export function validator<T>(schema: Schema<T>): Validate<T> {
  const compiled = onFirstUse(() => compile(schema()));
  return (value) => {
    // No schema changes a value, so what fits is of the type that the schema gives.
    if (z.validate(compiled(), value)) return { value: value as T };
    return { issues: issuesOf(z.safeParse(schema(), value).error?.issues ?? [], value) };
  };
}

/** Checks what a caller gave, and gives a copy: what the caller changes during the call is not sent. */
export function inputValidator<T>(schema: Schema<T>): Validate<T> {
  const compiled = onFirstUse(() => compile(schema()));
  return (value) => {
    const { data, error } = z.safeParse(compiled(), value);
    return error === undefined ? { value: data } : { issues: issuesOf(error.issues, value) };
  };
}
