/**
 * A text on one line, without what could change a terminal or hide in it: control characters, marks of direction, invisible
 * characters, halves of characters.
 */
export function makePrintable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');
}
