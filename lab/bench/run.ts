// Runs the benchmarks, or the named parts of them: npm run bench -- [--quick | --report] [part …]
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { calls } from './calls/part.ts';
import { type Figure, isMet, type Part } from './figures.ts';
import { files } from './files/part.ts';
import { following } from './following/part.ts';
import { hostile } from './hostile/part.ts';
import { listing } from './listing/part.ts';
import { localeFiles } from './locale-files/part.ts';
import { placing } from './placing/part.ts';
import { shown, writeLimit } from './report/numbers.ts';
import { drawPicture } from './report/picture.ts';
import { load, type Measured, makeResults, readResults, today, writeResults } from './report/results.ts';
import { writeTables } from './report/table.ts';
import { sandbox } from './sandbox/part.ts';
import { startUp } from './start-up/part.ts';
import { texts } from './texts/part.ts';

const PARTS: readonly Part[] = [
  listing,
  calls,
  files,
  following,
  placing,
  texts,
  localeFiles,
  hostile,
  sandbox,
  startUp,
];

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean' }, report: { type: 'boolean' } },
  allowPositionals: true,
});
const quick = values.quick === true;

function chosen(): readonly Part[] {
  const unknown = positionals.filter((name) => PARTS.every((part) => part.name !== name));
  if (unknown.length > 0) {
    const known = PARTS.map(({ name }) => name).join(', ');
    throw new Error(`There is no part ${unknown.join(', ')}; there are ${known}.`);
  }
  return PARTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
}

async function measure(part: Part): Promise<Measured> {
  const started = performance.now();
  const before = load();
  const { figures, growth } = await part.measure({ quick });
  const minutes = (performance.now() - started) / 60_000;
  return { title: part.title, day: today(), minutes, load: { before, after: load() }, figures, growth };
}

function print({ title, minutes, load: { before, after }, figures, growth }: Measured): void {
  const table = new Table({
    head: ['Measure', 'Median', 'Spread', 'Limit', 'Met'],
    colAligns: ['left', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [] },
  });
  const verdict = (figure: Figure): string => ({ true: 'yes', false: 'NO' })[String(isMet(figure))] ?? '';
  for (const figure of figures) {
    const { what, unit, median, low, high } = figure;
    table.push([
      what,
      `${shown(median)} ${unit}`,
      `${shown(low)} to ${shown(high)}`,
      writeLimit(figure),
      verdict(figure),
    ]);
  }
  console.log(`\n${title} (${minutes.toFixed(1)} min, load ${before} to ${after})\n${table.toString()}`);
  for (const { what, unit, of, points } of growth) {
    console.log(
      `${what}, ${unit} by ${of}: ${points.map(({ size, value }) => `${size}: ${shown(value)}`).join(', ')}`,
    );
  }
}

/** Keeps what parts that were not run found before. */
function keep(measured: Readonly<Record<string, Measured>>): void {
  const all = { ...readResults().parts, ...measured };
  const parts = PARTS.flatMap(({ name }) => (name in all ? [[name, all[name]]] : []));
  writeResults(makeResults(Object.fromEntries(parts)));
}

const parts = chosen();
const measured: Record<string, Measured> = {};
if (values.report !== true) {
  for (const part of parts) {
    measured[part.name] = await measure(part);
    print(measured[part.name] as Measured);
  }
  // A quick look is no report.
  if (!quick) keep(measured);
}
if (!quick) {
  const results = readResults();
  writeTables(results);
  drawPicture(results);
}
