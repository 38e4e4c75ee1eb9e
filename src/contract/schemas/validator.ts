import * as z from 'zod/mini';
import { compile } from '#runtime';
import { type Issue, issuesOf } from './issues.js';
import { onFirstUse } from './on-first-use.js';

/** A value that matches its schema, or what is wrong with it. */
type Validated<T> = { value: T } | { issues: readonly Issue[] };

type Validator<T> = (value: unknown) => Validated<T>;

/** A schema of `onFirstUse`. */
type Schema<T> = () => z.ZodMiniType<T>;

/** Checks answers against one schema that changes no value, and gives them as they came: nobody else holds them. */
export function validator<T>(schema: Schema<T>): Validator<T> {
  const compiled = onFirstUse(() => compile(schema()));
  return (value) => {
    // No schema changes a value, so what fits is of the type that the schema gives.
    if (z.validate(compiled(), value)) return { value: value as T };
    return { issues: issuesOf(z.safeParse(schema(), value).error?.issues ?? [], value) };
  };
}

/** Checks what a caller gave, and gives a copy: what the caller changes during the call is not sent. */
export function inputValidator<T>(schema: Schema<T>): Validator<T> {
  const compiled = onFirstUse(() => compile(schema()));
  return (value) => {
    const { data, error } = z.safeParse(compiled(), value);
    return error === undefined ? { value: data } : { issues: issuesOf(error.issues, value) };
  };
}
