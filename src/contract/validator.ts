import * as z from 'zod/mini';
import { compile } from '#runtime';
import type { Validate } from '../base/checked.js';
import type { Inspect } from '../base/misfits.js';
import { issuesOf } from './issues.js';
import { onFirstUse, type SchemaOf } from './values.js';

/** Checks what a caller gave, and gives a copy: what the caller changes during the call is not sent. */
export function inputValidator<T>(schema: SchemaOf<T>): Validate<T> {
  const compiled = onFirstUse(() => compile(schema()));
  return (value) => {
    const { data, error } = z.safeParse(compiled(), value);
    return error === undefined ? { value: data } : { issues: issuesOf(error.issues, value) };
  };
}

/** Compares a small answer of which everything is needed. The sign-in has one, and nothing else to compare. */
export function strictInspector<T>(schema: SchemaOf<T>): Inspect<T> {
  return (answer) => {
    const issues = issuesOf(z.safeParse(schema(), answer).error?.issues ?? [], answer);
    const misfits = issues.map((issue) => ({ ...issue, place: issue.path, refuses: true, index: undefined }));
    // Where nothing differs, it is of the type that the schema gives.
    return { value: answer as T, misfits };
  };
}
