/** The line ending of a file: CRLF where all its lines end so. */
export function detectLineEnding(text: string): '\r\n' | '\n' {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n';
}

/** Where an offset of a text is, for a message: its line and column, from 1. */
export function describePlace(text: string, offset: number): string {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
