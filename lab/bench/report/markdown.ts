import { readFileSync, writeFileSync } from 'node:fs';

/** Where every report ends. */
const END = '<!-- end of the report -->';

export const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Writes a report into a page, between a mark and the end of the report. */
export function writeBetween(page: URL, mark: string, report: string): void {
  const text = readFileSync(page, 'utf8');
  const [before, after] = [text.split(mark)[0], text.split(END)[1]];
  if (before === text || after === undefined) throw new Error(`${page} has no ${mark} with an end.`);
  writeFileSync(page, `${before}${mark}\n\n${report}\n\n${END}${after}`);
}
