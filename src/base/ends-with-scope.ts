/**
 * The method that `await using` needs. Without the `esnext.disposable` library, TypeScript does not know its symbol; the type
 * is then an empty object.
 */
export type EndsWithScope = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? { readonly [Name in Key]: () => Promise<void> }
  : object;
