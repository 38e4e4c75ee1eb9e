const BACKSLASH = '\\'.charCodeAt(0);

/**
 * The offset after the quoted string that begins at `start`; undefined if it never ends. On megabytes, a regular
 * expression with a loop over escapes overflows the stack.
 */
export function findStringEnd(text: string, start: number): number | undefined {
  const quote = text.charAt(start);
  for (let at = text.indexOf(quote, start + 1); at !== -1; at = text.indexOf(quote, at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return undefined;
}
