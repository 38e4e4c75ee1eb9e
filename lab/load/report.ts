import { readFileSync, writeFileSync } from 'node:fs';
import { row, writeBetween } from '../bench/report/markdown.ts';
import { shown } from '../bench/report/numbers.ts';
import { makeResults, today } from '../bench/report/results.ts';
import type { Row } from './cases.ts';
import { describeGrowth, type Growth } from './growth.ts';
import { readVersions } from './versions.ts';

/** What a case took, and how busy the machine was with other things. */
export interface Loaded {
  readonly minutes: number;
  readonly load: { readonly before: number; readonly after: number };
  readonly rows: readonly Row[];
}

type Results = Readonly<Record<string, Loaded>>;

const FILE = new URL('results.json', import.meta.url);
const PAGE = new URL('../../docs/operations.md', import.meta.url);
const MARK = '<!-- report: written by npm run load -->';

/** What grows, and by how much two measurements of the same can differ. */
const MEASURES = [
  ['requests', 12],
  ['steps', 50],
  ['processor', 200],
  ['memory', 16],
] as const satisfies readonly (readonly [keyof Row, number])[];

const HEAD = [
  'case',
  'size',
  'requests',
  'steps of the store',
  'seconds',
  'processor, ms',
  'memory, MiB',
  'grows',
];

export function readResults(): Results {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return {};
  }
}

export function writeResults(results: Results): void {
  const rounded = (_name: string, value: unknown): unknown =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value;
  writeFileSync(FILE, `${JSON.stringify(results, rounded, 2)}\n`);
}

/** How the rows of one case grow: what grows alike together. */
function writeGrowth(rows: readonly Row[]): string {
  const byGrowth = new Map<Growth, string[]>();
  for (const [measure, noise] of MEASURES) {
    const points = rows.map((row) => ({ size: row.size, value: Number(row[measure]) }));
    if (points.every(({ value }) => value === 0)) continue;
    const growth = describeGrowth(points, noise);
    byGrowth.set(growth, [...(byGrowth.get(growth) ?? []), measure]);
  }
  return [...byGrowth].map(([growth, measures]) => `${measures.join(', ')}: ${growth}`).join('; ');
}

const makeName = ({ what, of }: Row): string => `${what}, by ${of}`;

function makeRows(rows: readonly Row[]): string[] {
  const names = new Set(rows.map(makeName));
  const cases = [...names].map((name) => rows.filter((row) => makeName(row) === name));
  return cases.flatMap((sizes) =>
    sizes.map(({ what, of, size, requests, steps, seconds, processor, memory }, number) =>
      row(
        number === 0 ? what : '',
        `${shown(size)} ${of}`,
        ...[requests, steps].map((count) => (count === 0 ? '' : shown(count))),
        shown(Number(seconds.toFixed(2))),
        shown(Math.round(processor)),
        shown(Math.round(memory)),
        number === sizes.length - 1 ? writeGrowth(sizes) : '',
      ),
    ),
  );
}

const table = (rows: readonly Row[]): string[] => [
  row(...HEAD),
  row(...HEAD.map((_, column) => (column > 0 && column < HEAD.length - 1 ? '---:' : '---'))),
  ...makeRows(rows),
];

export function printTable(name: string, { minutes, load, rows }: Loaded): string {
  const head = `${name}: ${minutes.toFixed(1)} min, load ${load.before} to ${load.after}`;
  return [head, ...table(rows)].join('\n');
}

/** Writes what the last run of each case has found into the page. */
export async function writeTable(names: readonly string[]): Promise<void> {
  const results = readResults();
  const known = names.flatMap((name) => results[name] ?? []);
  const { machine, versions } = makeResults({});
  const { redis, postgres } = await readVersions();
  const busy = known.map(({ load }) => load.after);
  const where = `${today()}, Node ${versions.node}, Redis ${redis}, PostgreSQL ${postgres}, ${machine}; load average ${Math.min(...busy)} to ${Math.max(...busy)}.`;
  writeBetween(PAGE, MARK, [where, '', ...table(known.flatMap(({ rows }) => rows))].join('\n'));
}
