/**
 * Makes a schema when it is first asked for: making them all would be a third of the time that importing the client
 * takes, and no program uses them all.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
