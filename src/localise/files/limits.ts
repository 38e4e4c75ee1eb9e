/** Bytes of a file, and letters of all of its keys together. More is refused. */
export const MAX_SIZE = 2 ** 26;
/** The most messages, rows, lines with a text, or values of YAML, of a file. */
export const MAX_ENTRIES = 250_000;
/** The most values of JSON, pieces of XML or lines of PO, of which a text can have several. More would take gigabytes of memory. */
export const MAX_PARTS = 8 * MAX_ENTRIES;
/** The most letters of a text with escapes, where each letter takes much memory while it is read. */
export const MAX_TEXT = 2 ** 20;
/** Deeper nesting could exhaust the stack, and no locale file has it. */
export const MAX_DEPTH = 100;
