/** How many single mistakes lead from one name to another: a letter too many, missing, wrong, or swapped with the next. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const steps = [change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1];
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwap) steps.push((before[j - 2] ?? 0) + 1);
      next.push(Math.min(...steps));
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}

/** Names longer than this are not spelling mistakes, and would take long to compare. */
const longest = 100;

/** The known name that an unknown one was meant to be: at most two mistakes away, or a third of its letters. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > longest) return undefined;
  const reach = Math.min(Math.max(2, Math.floor(name.length / 3)), name.length - 1);
  const [nearest] = known
    .map((candidate) => ({ candidate, mistakes: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ mistakes }) => mistakes <= reach)
    .sort((one, other) => one.mistakes - other.mistakes);
  return nearest?.candidate;
}
