/**
 * A text on one line, without what could change a terminal or hide in it: control characters, marks of direction, invisible
 * characters, halves of characters. Nor does a CI find a command in it, of those that may stand anywhere in a line: `##[` (GitHub),
 * `##vso[` (Azure), `##teamcity[`. Each becomes a space.
 */
export function makePrintable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+|#(?=#\w*\[)/gu, ' ');
}
