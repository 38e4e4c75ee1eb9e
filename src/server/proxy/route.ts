import { isFields, isWhole, parseJson } from '../../base/kinds.js';
import { type ContractOperation, OPERATIONS, type OperationName, type Path } from '../../internals.js';

/** An operation that a page asks for, with the ids of its path. */
export interface Route {
  readonly name: OperationName;
  readonly operation: ContractOperation;
  readonly ids: readonly number[];
  /** Who of the account asks, where the server says so. */
  readonly asker?: string | undefined;
}

const INTERFACE = '/api/v1/';

interface Pattern {
  readonly name: OperationName;
  readonly operation: ContractOperation;
  readonly pattern: RegExp;
}

/** The names of all operations, which are the keys. */
export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];

const PATTERNS: readonly Pattern[] = OPERATION_NAMES.map((name) => {
  const operation = OPERATIONS[name];
  return { name, operation, pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '(\\d{1,16})')}$`) };
});

/**
 * Finds the operation of an address. What stands before the last `/api/v1/` is where the proxy is mounted. Only numbers are
 * taken from the address, so that a page can't lead to another one.
 */
export function findRoute(method: string, pathname: string): Route | undefined {
  const begin = pathname.lastIndexOf(INTERFACE);
  if (begin === -1) return undefined;
  const asked = pathname.slice(begin);
  for (const { name, operation, pattern } of PATTERNS) {
    if (operation.method !== method) continue;
    const found = pattern.exec(asked);
    const ids = found?.slice(1).map(Number);
    if (ids?.every((id) => isWhole(id, 0))) return { name, operation, ids };
  }
  return undefined;
}

/** The path of an operation with its ids. */
export function buildOperationPath(
  { path: template }: Pick<ContractOperation, 'path'>,
  ids: readonly number[],
): Path {
  let next = 0;
  const href = template.replace(/\{\w+\}/g, () => String(ids[next++]));
  return { template, href, address: href, issues: [] };
}

/** Pages have no token: this placeholder is left out. */
const TOKEN_FIELD = 'access_token';

/** The query of a page, or the first parameter that the operation does not have. */
export function parsePageQuery(
  { operation }: Route,
  asked: URLSearchParams,
): { readonly value: object } | { readonly unknown: string } {
  const value: Record<string, string> = {};
  for (const [name, text] of asked) {
    if (name === TOKEN_FIELD) continue;
    if (!operation.query.includes(name)) return { unknown: name };
    value[name] = text;
  }
  return { value };
}

/** The most values of a page's JSON, and the most of them in each other. More would stop everybody for seconds while it is parsed. */
const MOST_VALUES = 200_000;
const DEEPEST = 100;

/** Whether a text is parsed quickly if it is JSON. */
export function isParsedQuickly(text: string): boolean {
  let values = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') at = findQuote(text, at);
    else if (letter === ',') values += 1;
    else if (letter === '[' || letter === '{') {
      values += 1;
      depth += 1;
    } else if (letter === ']' || letter === '}') depth -= 1;
    if (values > MOST_VALUES || depth > DEEPEST) return false;
  }
  return true;
}

/** Where the string that begins here ends. */
function findQuote(text: string, begin: number): number {
  let at = begin + 1;
  for (; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
  return at;
}

/** The fields of a page's JSON without its token; undefined for what is not an object. */
export function parsePageFields(text: string): object | undefined {
  const read = parseJson(text);
  // Some frameworks take `_method` for the method.
  if (!isFields(read) || '_method' in read) return undefined;
  const { [TOKEN_FIELD]: _, ...fields } = read;
  return fields;
}
