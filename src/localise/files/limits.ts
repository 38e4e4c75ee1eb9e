/** Bytes of a file, and letters of all of its keys together. More is refused. */
export const MAX_SIZE = 2 ** 26;
/** The most values, elements or messages of a file. More would take gigabytes of memory. */
export const MAX_ENTRIES = 250_000;
/** The most letters of a text with escapes, where each letter takes much memory while it is read. */
export const MAX_TEXT = 2 ** 20;
/** Deeper nesting could exhaust the stack, and no locale file has it. */
export const MAX_DEPTH = 100;
