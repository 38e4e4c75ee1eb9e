/** Whether two strings are equal. The time it takes does not show where they differ. */
export function equalsInConstantTime(given: string, expected: string): boolean {
  const encoder = new TextEncoder();
  const [a, b] = [encoder.encode(given), encoder.encode(expected)];
  return a.reduce((difference, byte, at) => difference | (byte ^ (b[at] ?? 0)), a.length ^ b.length) === 0;
}
