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
