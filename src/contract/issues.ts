import type * as z from 'zod/mini';
import type { Issue } from '../base/checked.js';
import { kindOf, measureOf } from '../base/kinds.js';
import { didYouMean } from '../base/nearest-name.js';
import { ruleOf } from './rule-of.js';

type ZodIssue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** More issues than a person reads say no more than these. */
const maxIssues = 20;

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

/** An issue of the field that says which branch of a union is meant. */
function isOfKind({ code, path }: ZodIssue): boolean {
  return path.length === 1 && path[0] === 'type' && (code === 'invalid_value' || code === 'custom');
}

/** The issues of the branch of a union that the value comes closest to. */
function flatten(issue: ZodIssue): readonly ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const meant = issue.errors.filter((branch) => !branch.some(isOfKind));
  const closest = meant.toSorted((one, other) => one.length - other.length)[0] ?? noneMeant(issue.errors);
  // A copy under the outer path is the same issue, seen from the root.
  return closest.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] } as ZodIssue));
}

/** One issue that names the kinds of all branches. */
function noneMeant(branches: readonly (readonly ZodIssue[])[]): readonly ZodIssue[] {
  const kindIssues = branches.flat().filter(isOfKind);
  const named = kindIssues.filter((issue) => issue.code === 'invalid_value');
  const [first] = named;
  if (first === undefined) return kindIssues.slice(0, 1);
  return [{ ...first, values: [...new Set(named.flatMap(({ values }) => values))] }];
}

/** The known names of an object, by the unknown ones in its issue: zod's issue has no place for them. */
const KNOWN = /* @__PURE__ */ new WeakMap<readonly string[], readonly string[]>();

/** Lets the message about unknown fields name the nearest known ones. @param unknown the `keys` of zod's issue */
export function noteKnown(unknown: readonly string[], known: readonly string[]): void {
  KNOWN.set(unknown, known);
}

/** What to say of a field that nobody knows. */
function unknownField(name: string, known: readonly string[]): string {
  const takesMore = known.includes('extra') && name !== 'access_token';
  if (known.length === 0) return 'is not a known field';
  const hint =
    didYouMean(name, known) ??
    (takesMore
      ? 'a field that only the service knows goes into extra'
      : `the fields are ${known.join(', ')}`);
  return `is not a known field; ${hint}`;
}

function described(issue: ZodIssue, root: unknown): Issue[] {
  if (issue.code === 'unrecognized_keys') {
    const known = KNOWN.get(issue.keys) ?? [];
    return issue.keys.map((key) => ({
      path: pathOf([...issue.path, key]),
      message: unknownField(key, known),
    }));
  }
  const received = valueAt(root, issue.path);
  const kind = issue.code === 'custom' ? measureOf(received) : kindOf(received);
  return [{ path: pathOf(issue.path), message: `${ruleOf(issue)}; got ${kind}` }];
}

/** Says zod's issues in our own words: its own texts depend on its settings and can quote values. */
export function issuesOf(issues: readonly ZodIssue[], root: unknown): readonly Issue[] {
  const distinct = new Map<string, Issue>();
  for (const issue of issues.flatMap(flatten).flatMap((flat) => described(flat, root))) {
    if (distinct.size === maxIssues) break;
    distinct.set(`${issue.path}\n${issue.message}`, issue);
  }
  return [...distinct.values()];
}
