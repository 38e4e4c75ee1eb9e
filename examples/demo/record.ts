// Records the demo as a moving picture, docs/images/demo.svg: npx node examples/demo/record.ts. Needs `script` (util-linux), for a terminal.
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import xterm, { type IBufferCell, type Terminal } from '@xterm/headless';

const COLUMNS = 100;
const ROWS = 30;
const CELL = { width: 8.4, height: 19 };
const PADDING = 16;
/** Frames that follow each other faster are one. */
const SHORTEST_FRAME = 150;
/** Milliseconds that the last frame stays. */
const LAST_FRAME = 6000;
const COLOURS = [
  '#1b1f24',
  '#ff7b72',
  '#7ee787',
  '#f2cc60',
  '#79c0ff',
  '#d2a8ff',
  '#56d4dd',
  '#e6edf3',
  '#8b949e',
];
const PLAIN = '#e6edf3';

interface Frame {
  /** Milliseconds since the beginning. */
  readonly at: number;
  readonly rows: readonly string[];
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function styleOf(cell: IBufferCell): string {
  const colour = cell.isFgDefault() ? PLAIN : (COLOURS[cell.getFgColor()] ?? PLAIN);
  return `fill="${colour}"${cell.isBold() === 0 ? '' : ' font-weight="bold"'}`;
}

/** One line of the screen as spans, each with one style. */
function rowOf(terminal: Terminal, y: number): string {
  const row = terminal.buffer.active.getLine(terminal.buffer.active.viewportY + y);
  const spans: { style: string; text: string }[] = [];
  for (let x = 0; x < COLUMNS; x += 1) {
    const cell = row?.getCell(x);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const style = styleOf(cell);
    const text = cell.getChars() || ' ';
    const last = spans.at(-1);
    if (last?.style === style) last.text += text;
    else spans.push({ style, text });
  }
  const shown = spans.map(({ style, text }) => `<tspan ${style}>${escaped(text)}</tspan>`).join('');
  return spans.every(({ text }) => text.trim() === '') ? '' : shown;
}

/** Runs the demo in a terminal. @returns what stood on the screen, whenever it changed */
async function record(): Promise<{ frames: readonly Frame[]; length: number }> {
  const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true });
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const hooks = new URL('../../test/source-hooks.ts', import.meta.url).href;
  // The shell takes the paths from its environment, whatever is in them.
  const command = `stty cols ${COLUMNS} rows ${ROWS}; "$NODE" --import "$HOOKS" "$MAIN"`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE: process.execPath, HOOKS: hooks, MAIN: main },
  });
  const began = performance.now();
  const frames: Frame[] = [];
  for await (const piece of child.stdout) {
    await new Promise<void>((resolve) => terminal.write(piece, resolve));
    const at = performance.now() - began;
    const rows = Array.from({ length: ROWS }, (_, y) => rowOf(terminal, y));
    if (at - (frames.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < SHORTEST_FRAME) frames.pop();
    frames.push({ at, rows });
  }
  return { frames, length: performance.now() - began + LAST_FRAME };
}

const percent = (part: number): string => `${(100 * part).toFixed(2)}%`;

/** Each line of text once, shown while it stands there. */
function pictureOf(frames: readonly Frame[], length: number): string {
  const shown: string[] = [];
  const rules: string[] = [];
  for (let y = 0; y < ROWS; y += 1) {
    for (let index = 0; index < frames.length; ) {
      const text = frames[index]?.rows[y] ?? '';
      let end = index + 1;
      while (end < frames.length && frames[end]?.rows[y] === text) end += 1;
      if (text !== '') {
        const from = (frames[index]?.at ?? 0) / length;
        const to = (frames[end]?.at ?? length) / length;
        const name = `t${rules.length}`;
        rules.push(
          `@keyframes ${name}{0%,${percent(from)}{opacity:0}${percent(from + 0.00005)},${percent(to)}{opacity:1}${percent(Math.min(1, to + 0.00005))}${to < 1 ? ',100%{opacity:0}' : '{opacity:1}'}}` +
            `.${name}{animation-name:${name}}`,
        );
        shown.push(`<text class="${name}" y="${PADDING + CELL.height * (y + 0.75)}">${text}</text>`);
      }
      index = end;
    }
  }
  const width = Math.ceil(COLUMNS * CELL.width + 2 * PADDING);
  const height = Math.ceil(ROWS * CELL.height + 2 * PADDING);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`,
    '<title>The demo in a terminal: an order from its price to its translation</title>',
    `<style>text{font:14px ui-monospace,Menlo,Consolas,monospace;white-space:pre;opacity:0;animation:${(length / 1000).toFixed(1)}s step-end infinite}`,
    '@media(prefers-reduced-motion:reduce){text{animation-play-state:paused;animation-delay:-99%}}',
    ...rules,
    '</style>',
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    `<g transform="translate(${PADDING} 0)">`,
    ...shown,
    '</g></svg>',
  ].join('\n');
}

const { frames, length } = await record();
const picture = pictureOf(frames, length);
await writeFile(new URL('../../docs/images/demo.svg', import.meta.url), picture);
console.log(`docs/images/demo.svg: ${frames.length} frames, ${Math.ceil(picture.length / 1024)} kB`);
