/** A number with commas between the thousands. */
export function formatNumber(number: number): string {
  return number.toLocaleString('en-US');
}

/** Rows of cells as lines with aligned columns. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, at) => Math.max(all[at] ?? 0, cell.length)),
    [],
  );
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
