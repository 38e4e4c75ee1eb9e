/**
 * What `await using` needs. Programs that compile without the `esnext.disposable` library do not know its symbol; their
 * declarations go without.
 */
export type EndsWithScope = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? { readonly [Name in Key]: () => Promise<void> }
  : object;
