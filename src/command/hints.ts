/** What every shell takes as it is. */
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** A word as a shell takes it. */
export function quoteWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A command line to paste into a shell. */
export function formatCommandLine(...words: readonly string[]): string {
  return ['translation-requester', ...words.map(quoteWord)].join(' ');
}
