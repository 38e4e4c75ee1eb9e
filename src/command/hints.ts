/** What every shell takes as it is. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** A command line to paste into a shell. */
export function commandLine(...words: readonly string[]): string {
  const quoted = words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
  return ['translation-requester', ...quoted].join(' ');
}
