import { describeShape, isGuess } from '../../command-internals.js';
import { PROJECT_FILE } from '../plan/project-file-name.js';
import type { PlannedSource } from '../plan/sources.js';
import type { DocumentUnit, TextsUnit } from '../plan/units.js';
import { formatNumber } from '../terminal/format.js';
import { type SafeText, say } from '../terminal/safe-text.js';

type NotedUnit =
  | Pick<TextsUnit, 'kind' | 'source' | 'target' | 'file' | 'shape'>
  | Pick<DocumentUnit, 'kind'>;

/** Says which shape each JSON file was taken for, where nobody has decided it and more than one could be meant. */
export function describeShapes(units: readonly NotedUnit[]): readonly SafeText[] {
  const lines = new Map<string, SafeText>();
  for (const unit of units) {
    if (unit.kind !== 'texts' || unit.shape !== undefined) continue;
    const taken = unit.file.shape;
    if (taken === undefined || !isGuess(taken)) continue;
    lines.set(
      unit.source,
      say`${unit.source} is read as ${describeShape(taken)}. If that is wrong, set the "shape" of the file in ${PROJECT_FILE}; if it is right, set it to ${taken}.\n`,
    );
  }
  return [...lines.values()];
}

/** What a person should know of the files, each once. */
export function describeWarnings(units: readonly NotedUnit[]): readonly SafeText[] {
  const lines = new Map<string, SafeText>();
  for (const unit of units) {
    if (unit.kind !== 'texts') continue;
    for (const { in: place, message } of unit.file.warnings) {
      const path = place === 'source' ? unit.source : unit.target;
      lines.set(`${path} ${message}`, say`${path} ${message}.\n`);
    }
  }
  return [...lines.values()];
}

/** Says how many files each pattern of the project file finds. */
export function describePatterns(
  units: readonly Pick<PlannedSource, 'source' | 'pattern'>[],
): readonly SafeText[] {
  const found = new Map<string, Set<string>>();
  for (const { source, pattern } of units)
    if (pattern !== undefined) found.set(pattern, (found.get(pattern) ?? new Set()).add(source));
  return [...found].map(
    ([pattern, { size }]) => say`${pattern} finds ${formatNumber(size)} ${size === 1 ? 'file' : 'files'}.\n`,
  );
}
