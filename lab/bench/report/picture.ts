import { writeFileSync } from 'node:fs';
import type { Figure } from '../figures.ts';
import { shown } from './numbers.ts';
import type { Results } from './results.ts';

const FILE = new URL('../report.svg', import.meta.url);
const WIDTH = 900;
const NAMES = 330;
const ROW = 22;
const HEAD = 56;
const GAP = 26;

interface Bar {
  readonly name: string;
  readonly value: number;
}

interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
  /** A bar that is longer is cut off there. */
  readonly longest: number;
}

const OURS = /^translation-requester/;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function makeBars(results: Results, part: string, belongs: (figure: Figure) => boolean, prefix = ''): Bar[] {
  const figures = results.parts[part]?.figures.filter(belongs) ?? [];
  return figures
    .map(({ what, median }) => ({ name: what.slice(prefix.length), value: median }))
    .sort((a, b) => a.value - b.value);
}

function makePanels(results: Results): Panel[] {
  const page = 'a page of 100 over loopback: ';
  const single = 'a small object over loopback: ';
  const mock = 'a call with a mock fetch, over bare fetch: ';
  const by = (prefix: string) => (figure: Figure) => figure.what.startsWith(prefix);
  const panels: Panel[] = [
    {
      title: 'Listing 10,000 records in 100 pages at 20 ms each',
      unit: 'ms',
      longest: 3_500,
      bars: makeBars(results, 'listing', ({ unit, what }) => unit === 'ms' && !what.includes('20 pages')),
    },
    {
      title: 'A page of 100 over loopback, validation included',
      unit: '× bare fetch',
      longest: 3,
      bars: makeBars(results, 'calls', by(page), page),
    },
    {
      title: 'A small object over loopback',
      unit: '× bare fetch',
      longest: 3,
      bars: makeBars(results, 'calls', by(single), single),
    },
    {
      title: 'What a call costs over bare fetch, without a network',
      unit: 'µs',
      longest: 150,
      bars: makeBars(results, 'calls', by(mock), mock),
    },
  ];
  return panels.filter(({ bars }) => bars.length > 0);
}

function barAt({ name, value }: Bar, { unit, longest }: Panel, top: number): string {
  const length = Math.max(1, (Math.min(Math.max(0, value), longest) / longest) * (WIDTH - NAMES - 150));
  const color = OURS.test(name) ? '#0b6e4f' : /^(bare|by hand)/.test(name) ? '#555555' : '#9db4c0';
  const cut = value > longest ? ' →' : '';
  return [
    `<text x="${NAMES - 10}" y="${top + 15}" text-anchor="end">${escaped(name)}</text>`,
    `<rect x="${NAMES}" y="${top + 3}" width="${length.toFixed(1)}" height="${ROW - 6}" fill="${color}"/>`,
    `<text x="${(NAMES + length + 8).toFixed(1)}" y="${top + 15}">${shown(value)} ${unit}${cut}</text>`,
  ].join('\n');
}

function panelAt(panel: Panel, top: number): string {
  const heading = `<text x="20" y="${top + 34}" font-size="16" font-weight="bold">${escaped(panel.title)}; shorter is better</text>`;
  const bars = panel.bars.map((bar, index) => barAt(bar, panel, top + HEAD + index * ROW));
  return [heading, ...bars].join('\n');
}

/** Draws the figures that are compared with peers. */
export function drawPicture(results: Results): void {
  let height = 10;
  const drawn = makePanels(results).map((panel) => {
    const at = height;
    height += HEAD + panel.bars.length * ROW + GAP;
    return panelAt(panel, at);
  });
  const size = `width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`;
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="13" fill="#222222">`,
    `<title>translation-requester and its peers, measured in one run</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    ...drawn,
    '</svg>',
  ];
  writeFileSync(FILE, `${lines.join('\n')}\n`);
}
