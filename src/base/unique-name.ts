/** A name that nothing else has, in any process, and that nobody can guess. Not `randomUUID`, which a page in plain http lacks. */
export const makeUniqueName = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
