import { suggestName } from '../../base/names.js';
import type { Unit } from '../plan/units.js';

/** Says that a file has no text with a key, and which one may be meant. */
export function describeUnknownKey({ source, file }: Pick<Unit, 'source' | 'file'>, key: string): string {
  // Comparing names of very different lengths would take long, and find nothing.
  const near = Object.keys(file.texts).filter(
    ({ length }) => Math.abs(length - key.length) <= 2 + key.length / 3,
  );
  const question = suggestName(key, near);
  return `${source} has no text ${JSON.stringify(key)}${question === undefined ? '.' : `; ${question}`}`;
}
