import stringWidth from 'string-width';
import { cutText, makePrintable } from '../../base/texts.js';
import { type SafeText, sayLines } from './safe-text.js';

/** A number with commas between the thousands. */
export function formatNumber(number: number): string {
  return number.toLocaleString('en-US');
}

/** Things that are named in a message. */
const SHOWN = 5;

/** Names the first things, and says how many more there are. */
export function formatFirst<Thing>(things: readonly Thing[], describe: (thing: Thing) => string): string {
  const more = things.length > SHOWN ? ` and ${formatNumber(things.length - SHOWN)} more` : '';
  return `${things.slice(0, SHOWN).map(describe).join(', ')}${more}`;
}

/** Characters of a key in a message. */
const LONGEST_SHOWN_KEY = 60;

/** Names the first keys of texts, each cut where it is long. */
export function formatFirstKeys(keys: readonly string[]): string {
  return formatFirst(keys, (key) => cutText(key, LONGEST_SHOWN_KEY));
}

/** Rows of cells as lines with aligned columns. A letter can take two columns of a terminal, or none. */
export function formatTable(rows: readonly (readonly string[])[]): SafeText {
  const table = rows.map((row) =>
    row.map((cell) => {
      const text = makePrintable(cell);
      return { text, width: stringWidth(text) };
    }),
  );
  const widths = table.reduce<number[]>(
    (all, row) => row.map(({ width }, at) => Math.max(all[at] ?? 0, width)),
    [],
  );
  const aligned = table.map((row) =>
    row.map(({ text, width }, at) => text + ' '.repeat((widths[at] ?? 0) - width)).join('  '),
  );
  return sayLines(aligned.map((line) => `${line.trimEnd()}\n`).join(''));
}

/**
 * A table of files with counts, by their titles. Without the columns that are 0 for every file, but for the first: all of them would not
 * fit into 80 columns.
 */
export function formatCounts(
  titles: readonly string[],
  rows: readonly { readonly file: string; readonly counts: readonly number[] }[],
): SafeText {
  const isShown = titles.map((_, at) => at === 0 || rows.some(({ counts }) => counts[at] !== 0));
  return formatTable([
    ['file', ...titles.filter((_, at) => isShown[at])],
    ...rows.map(({ file, counts }) => [file, ...counts.filter((_, at) => isShown[at]).map(formatNumber)]),
  ]);
}

/** What every shell takes as it is. */
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** A word as a shell takes it. */
export function quoteWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

let program = 'translation-requester';

/** Decides how command lines to paste begin: with `npx`, where this one did. @param env of the process */
export function nameProgram(env: Readonly<Record<string, string | undefined>>): void {
  program = env.npm_command === 'exec' ? 'npx translation-requester' : 'translation-requester';
}

/** A command line to paste into a shell. */
export function formatCommandLine(...words: readonly string[]): string {
  return [program, ...words.map(quoteWord)].join(' ');
}
