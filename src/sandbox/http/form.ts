import { isFields } from '../../base/kinds.js';

/** Parameters by name. A request can contain any name, so check with Object.hasOwn before reading one. */
export type Params = Readonly<Record<string, unknown>>;

interface Branch {
  [name: string]: unknown;
}

/** Deeper names are not nested: the whole name is used as it is. No real request goes this deep. */
const MAX_NAME_DEPTH = 6;

/**
 * Builds the structure that the names of a form describe. `questions[][type]=string` makes a list of objects, and a
 * repeated name begins the next object.
 */
export function nestForm(entries: Iterable<[string, string]>): Params {
  const root = createBranch();
  for (const [name, value] of entries) assign(root, splitName(name), value);
  return root;
}

/** Has no prototype, so that `__proto__` is a name like any other. */
function createBranch(): Branch {
  return Object.create(null);
}

function splitName(name: string): string[] {
  const [, first, brackets = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (first === undefined || brackets === '') return [name];
  const parts = brackets.slice(1, -1).split('][');
  return parts.length > MAX_NAME_DEPTH ? [name] : [first, ...parts];
}

function assign(into: Branch, path: readonly string[], value: string): void {
  const [name = '', next, ...rest] = path;
  if (next === undefined) into[name] = value;
  else if (next === '') assignInList(openList(into, name), rest, value);
  else assign(openBranch(into, name), [next, ...rest], value);
}

function assignInList(list: unknown[], path: readonly string[], value: string): void {
  const [name, ...rest] = path;
  if (name === undefined) {
    list.push(value);
    return;
  }
  const last = list.at(-1);
  const isSameEntry = isBranch(last) && (rest.length > 0 || !(name in last));
  const entry = isSameEntry ? last : createBranch();
  if (!isSameEntry) list.push(entry);
  assign(entry, path, value);
}

function openList(into: Branch, name: string): unknown[] {
  const known = into[name];
  if (Array.isArray(known)) return known;
  const list: unknown[] = [];
  into[name] = list;
  return list;
}

function openBranch(into: Branch, name: string): Branch {
  const known = into[name];
  if (isBranch(known)) return known;
  const made = createBranch();
  into[name] = made;
  return made;
}

function isBranch(value: unknown): value is Branch {
  return isFields(value);
}
