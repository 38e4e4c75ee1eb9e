import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release } from 'node:os';
import type { PartResult } from '../figures.ts';
import { versions } from '../versions.ts';

/** What one part found, and how busy the machine was with other things. */
export interface Measured extends PartResult {
  readonly title: string;
  /** When it was measured: parts are also run alone. */
  readonly day: string;
  readonly minutes: number;
  /** The load average of one minute before and after. */
  readonly load: { readonly before: number; readonly after: number };
}

/** What the last full run of each part found. */
export interface Results {
  readonly machine: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly parts: Readonly<Record<string, Measured>>;
}

const FILE = new URL('../results.json', import.meta.url);

/** The day, as the reports name it. */
export const today = (): string => new Date().toISOString().slice(0, 10);

export function load(): number {
  return Number(loadavg()[0]?.toFixed(2));
}

export function readResults(): Results {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return makeResults({});
  }
}

export function makeResults(parts: Results['parts']): Results {
  const [processor] = cpus();
  return {
    machine: `${cpus().length} cores of ${processor?.model ?? 'an unknown processor'}, Linux ${release()}`,
    versions: versions(),
    parts,
  };
}

export function writeResults(results: Results): void {
  const rounded = (_name: string, value: unknown): unknown =>
    typeof value === 'number' ? Number(value.toPrecision(5)) : value;
  writeFileSync(FILE, `${JSON.stringify(results, rounded, 2)}\n`);
}
