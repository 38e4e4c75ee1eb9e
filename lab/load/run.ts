// Loads the library with much of everything, on real servers, and shows what grows: npm run load -- [--small] [case …]
import { parseArgs } from 'node:util';
import { load } from '../bench/report/results.ts';
import { CASES, Findings, FULL, SMALL } from './cases.ts';
import { type Loaded, printTable, readResults, writeResults, writeTable } from './report.ts';

const { values, positionals } = parseArgs({
  options: { small: { type: 'boolean', default: false }, report: { type: 'boolean', default: false } },
  allowPositionals: true,
});

function chosen(): readonly (keyof typeof CASES)[] {
  const known = Object.keys(CASES) as (keyof typeof CASES)[]; // its own names
  const unknown = positionals.filter((name) => known.every((own) => own !== name));
  if (unknown.length > 0)
    throw new Error(`There is no case ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  return known.filter((name) => positionals.length === 0 || positionals.includes(name));
}

let wrong = 0;
for (const name of values.report ? [] : chosen()) {
  const findings = new Findings();
  const [started, before] = [performance.now(), load()];
  await CASES[name](values.small ? SMALL : FULL, findings);
  const minutes = (performance.now() - started) / 60_000;
  const loaded: Loaded = { minutes, load: { before, after: load() }, rows: findings.rows };
  console.log(printTable(name, loaded));
  for (const what of findings.wrong) console.error(`WRONG: ${what}`);
  wrong += findings.wrong.length;
  // A small run is no report.
  if (!values.small) writeResults({ ...readResults(), [name]: loaded });
}
if (!values.small) await writeTable(Object.keys(CASES));
if (wrong > 0) process.exitCode = 1;
