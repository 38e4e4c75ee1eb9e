/** The line ending of a file: CRLF where all its lines end so. */
export function detectLineEnding(text: string): '\r\n' | '\n' {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n';
}
