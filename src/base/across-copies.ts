/**
 * Returns what all copies of this package in a process share: both module formats, and each bundle that holds the package.
 *
 * @param name tells it apart from other shared things; raise its number when its shape changes, so that copies of another
 *   version don't find it
 */
export function shareAcrossCopies<Shared extends object>(name: string, create: () => Shared): Shared {
  const key = Symbol.for(`translation-requester.${name}`);
  if (Reflect.get(globalThis, key) === undefined) {
    Object.defineProperty(globalThis, key, { value: create() });
  }
  return Reflect.get(globalThis, key);
}
