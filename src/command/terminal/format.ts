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
