/** Parameters by name. Read with Object.hasOwn only, since a request can contain any name. */
export type Params = Readonly<Record<string, unknown>>;

interface Branch {
  [name: string]: unknown;
}

/** Names that are nested deeper than any real request are used as plain names. */
const MAX_DEPTH = 6;

/**
 * Builds the structure that the names of a form describe: `questions[][type]=string` is a list of objects. A new entry
 * begins when a name is repeated.
 */
export function nestForm(entries: Iterable<[string, string]>): Params {
  const root = branch();
  for (const [name, value] of entries) place(root, segments(name), value);
  return root;
}

/** Without a prototype, so that `__proto__` is a name like any other. */
function branch(): Branch {
  return Object.create(null);
}

function segments(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  const parts = match?.[2] === undefined || match[2] === '' ? [] : match[2].slice(1, -1).split('][');
  return match?.[1] === undefined || parts.length > MAX_DEPTH ? [name] : [match[1], ...parts];
}

function place(into: Branch, path: readonly string[], value: string): void {
  const [name = '', next, ...rest] = path;
  if (next === undefined) into[name] = value;
  else if (next === '') placeInList(listAt(into, name), rest, value);
  else place(branchAt(into, name), [next, ...rest], value);
}

function placeInList(list: unknown[], path: readonly string[], value: string): void {
  const [name, ...rest] = path;
  if (name === undefined) {
    list.push(value);
    return;
  }
  const last = list.at(-1);
  const isSameEntry = isBranch(last) && (rest.length > 0 || !(name in last));
  const entry = isSameEntry ? last : branch();
  if (!isSameEntry) list.push(entry);
  place(entry, path, value);
}

function listAt(into: Branch, name: string): unknown[] {
  const known = into[name];
  if (Array.isArray(known)) return known;
  const list: unknown[] = [];
  into[name] = list;
  return list;
}

function branchAt(into: Branch, name: string): Branch {
  const known = into[name];
  if (isBranch(known)) return known;
  const made = branch();
  into[name] = made;
  return made;
}

function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
