import { type Figure, type Growth, isMet } from '../figures.ts';
import { row, writeBetween } from './markdown.ts';
import { shown, writeLimit } from './numbers.ts';
import type { Measured, Results } from './results.ts';

const README = new URL('../README.md', import.meta.url);
const BEGIN = '<!-- report: written by npm run bench -->';

function figureRow(figure: Figure): string {
  const { what, unit, median, low, high, note } = figure;
  const met = isMet(figure);
  const range = low === high ? '' : `${shown(low)} to ${shown(high)}`;
  const verdict = met === undefined ? '' : met ? 'yes' : '**no**';
  return row(
    note === undefined ? what : `${what} (${note})`,
    `${shown(median)} ${unit}`,
    range,
    writeLimit(figure),
    verdict,
  );
}

function growthRows(growth: readonly Growth[]): string[] {
  return growth.map(({ what, unit, of, points, why }) => {
    const values = points.map(({ size, value }) => `${shown(size)}: ${shown(value)}`).join('; ');
    return row(what, of, values, unit, why);
  });
}

function section([name, { title, day, load, minutes, figures }]: readonly [string, Measured]): string {
  return [
    `### ${title}`,
    '',
    `\`npm run bench -- ${name}\` on ${day}: ${shown(minutes)} min; load average ${load.before} before, ${load.after} after.`,
    '',
    row('measure', 'median', 'spread', 'limit', 'met'),
    row('---', '---:', '---:', '---:', '---'),
    ...figures.map(figureRow),
  ].join('\n');
}

function growthSection(results: Results): string {
  return [
    '### Growth',
    '',
    row('figure', 'size in', 'size: figure', 'unit', 'why'),
    row('---', '---', '---', '---', '---'),
    ...Object.values(results.parts).flatMap(({ growth }) => growthRows(growth)),
  ].join('\n');
}

function environment({ machine, versions }: Results): string {
  const { node, ...packages } = versions;
  const list = Object.entries(packages).map(([name, version]) => `${name} ${version}`);
  return `Node ${node}, ${machine}. With ${list.join(', ')}.`;
}

/** Writes the tables into the README, between its two marks. */
export function writeTables(results: Results): void {
  const sections = [
    environment(results),
    ...Object.entries(results.parts).map(section),
    growthSection(results),
  ];
  writeBetween(README, BEGIN, sections.join('\n\n'));
}
