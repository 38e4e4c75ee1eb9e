/** A name that no other claim has, in any process. Not `randomUUID`, which a page in plain http lacks. */
export const makeClaim = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
