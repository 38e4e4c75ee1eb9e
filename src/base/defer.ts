/** A promise, and the functions that settle it. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (reason: unknown) => void;
}

/** Makes a promise that is settled from outside. Not `Promise.withResolvers`, which browsers of 2023 do not have. */
export function defer<Value = void>(): Deferred<Value> {
  let settle: Omit<Deferred<Value>, 'promise'> | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // The function above has run before `new Promise` returns.
  return { promise, ...(settle as unknown as Omit<Deferred<Value>, 'promise'>) };
}
