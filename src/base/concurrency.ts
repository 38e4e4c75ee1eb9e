import { readFields } from './kinds.js';

/** A promise, and the functions that settle it. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (reason: unknown) => void;
}

/** Makes a promise that is settled from outside. Not `Promise.withResolvers`, which browsers of 2023 do not have. */
export function defer<Value = void>(): Deferred<Value> {
  // The function below runs before `new Promise` returns.
  let resolve!: Deferred<Value>['resolve'];
  let reject!: Deferred<Value>['reject'];
  const promise = new Promise<Value>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}

/** The longest delay of a timer, in milliseconds. On some platforms, a longer one fires at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** How long a store waits for an answer, in milliseconds. */
export const ANSWER_TIMEOUT = 10_000;

/** Asks a database. Rejects when the answer takes longer than `ms` milliseconds. */
export async function askWithin<Answer>(ms: number, ask: () => Answer): Promise<Awaited<Answer>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`no answer within ${ms} ms`));
    timer = setTimeout(fail, Math.min(ms, LONGEST_TIMER));
  });
  try {
    return await Promise.race([ask(), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}

/** Why it failed. Only the message is kept: an error of a database or of its client can hold all its texts. */
export function describeCause(error: unknown): string {
  // Not `instanceof`: in a test, an error of Node can be of another realm.
  const { message } = readFields(error);
  return typeof message === 'string' ? message : 'no reason given';
}

type ScopeEnd = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? { readonly [Name in Key]: () => Promise<void> }
  : object;

/**
 * The method that `await using` needs. Without the `esnext.disposable` library, TypeScript does not know its symbol; the type
 * is then empty.
 */
// An interface, since the declarations of a library that exports one have its name then: they can't write such a symbol.
export interface EndsWithScope extends ScopeEnd {}

/** Gives an object the method that `await using` calls. */
export function endWithScope<Scoped extends object>(scoped: Scoped, end: () => void): Scoped & EndsWithScope {
  const dispose = async (): Promise<void> => end();
  // Not enumerable, so that the object prints as it did. Where the symbol is missing, there is no `await using` either.
  return Object.defineProperty(scoped, Symbol.asyncDispose, { value: dispose }) as Scoped & EndsWithScope;
}
