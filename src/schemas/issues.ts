import type * as z from 'zod/mini';
import { kindOf, measureOf } from './kinds.js';

/** What is wrong with a value, and where. It never contains the value. */
export interface Issue {
  /** Such as `questions[0].body`; empty for the value itself. */
  readonly path: string;
  /** The rule, and the kind of what was received. */
  readonly message: string;
}

type ZodIssue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** More issues than a person reads say no more than these. */
const maxIssues = 20;

const kinds: Readonly<Record<string, string>> = {
  int: 'an integer',
  // Every number of the service is an integer.
  number: 'an integer',
  string: 'a string',
  boolean: 'a boolean',
  null: 'null',
  array: 'a list',
  object: 'an object',
};

function pathOf(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => {
    // Whatever has properties may be asked for one; the path comes from a schema that has been there.
    return value === null || value === undefined ? undefined : (value as Record<PropertyKey, unknown>)[key];
  }, root);
}

function choice(values: readonly unknown[]): string {
  const names = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  return names.length === 1 ? `must be ${names[0]}` : `must be one of ${names.join(', ')}`;
}

function ruleOf(issue: ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return choice(issue.values);
    case 'too_small':
      return issue.origin === 'array' || issue.origin === 'string'
        ? 'must not be empty'
        : 'must be a safe integer';
    case 'too_big':
      return 'must be a safe integer';
    case 'invalid_format':
      return 'must be an ISO 8601 time with an offset';
    case 'invalid_union':
      return 'options' in issue && issue.options ? choice(issue.options) : 'is not valid';
    default:
      return String(('params' in issue && issue.params?.rule) || 'is not valid');
  }
}

/** A branch whose literal or own condition failed at the top level was not the one that was meant. */
function wasMeant(branch: readonly ZodIssue[]): boolean {
  return !branch.some(
    ({ code, path }) => path.length === 1 && (code === 'invalid_value' || code === 'custom'),
  );
}

/** The issues of the branch of a union that the value comes closest to. */
function flatten(issue: ZodIssue): readonly ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const branch = issue.errors.find(wasMeant) ?? issue.errors[0] ?? [];
  // A copy under the outer path is the same issue, told from the root.
  return branch.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] } as ZodIssue));
}

function told(issue: ZodIssue, root: unknown): Issue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: 'is not a known field' }));
  }
  const received = valueAt(root, issue.path);
  const kind = issue.code === 'custom' ? measureOf(received) : kindOf(received);
  return [{ path: pathOf(issue.path), message: `${ruleOf(issue)}; got ${kind}` }];
}

/** Tells zod's issues in our own words: its own texts depend on its settings and can quote values. */
export function issuesOf(issues: readonly ZodIssue[], root: unknown): readonly Issue[] {
  const distinct = new Map<string, Issue>();
  for (const issue of issues.flatMap(flatten).flatMap((flat) => told(flat, root))) {
    if (distinct.size === maxIssues) break;
    distinct.set(`${issue.path}\n${issue.message}`, issue);
  }
  return [...distinct.values()];
}
