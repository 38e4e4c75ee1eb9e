import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** How many colours a picture keeps. Those of a page are few: the others are shades at the edges of letters. */
const COLOURS = 28;
/** How far apart they are at least, so that a rare colour is kept rather than one more shade of a frequent one. */
const APART = 300;
/** The share of a picture from which on a colour is one of an area, and is kept as it is. */
const AREA = 0.001;
/** Red, green, blue and opacity. */
const CHANNELS = 4;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** The channels of all pixels, row by row. */
  readonly bytes: Uint8Array;
}

/** Reads a picture, as the browser does. */
async function readPixels(page: Page, picture: Buffer): Promise<Pixels> {
  const address = `data:image/png;base64,${picture.toString('base64')}`;
  const { width, height, text } = await page.evaluate(async (source) => {
    const image = Object.assign(new Image(), { src: source });
    await image.decode();
    const { width, height } = image;
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
    context?.drawImage(image, 0, 0);
    const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, width, height) ?? {};
    let text = '';
    for (let at = 0; at < data.length; at += 0x8000)
      text += String.fromCharCode(...data.subarray(at, at + 0x8000));
    return { width, height, text: btoa(text) };
  }, address);
  return { width, height, bytes: Buffer.from(text, 'base64') };
}

/** Each pixel as one number. */
function* listColours({ bytes }: Pixels): Generator<number> {
  for (let at = 0; at < bytes.length; at += CHANNELS)
    yield ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
}

const split = (colour: number): number[] => [colour >> 16, (colour >> 8) & 255, colour & 255];

/** How far each colour of a palette is from this one. */
function measureDistances(palette: readonly number[], colour: number): number[] {
  const wanted = split(colour);
  return palette.map((another) =>
    split(another).reduce((sum, value, at) => sum + (value - (wanted[at] ?? 0)) ** 2, 0),
  );
}

/** The place of the colour of a palette that is most like this one. */
function findNearest(palette: readonly number[], colour: number): number {
  const distances = measureDistances(palette, colour);
  return distances.indexOf(Math.min(...distances));
}

/** The colours of areas, and the most frequent others that differ enough. @param counts the most frequent one first */
function choosePalette(
  counts: readonly (readonly [colour: number, count: number])[],
  pixels: number,
): number[] {
  const palette: number[] = [];
  for (const [colour, count] of counts) {
    const isKept = count > AREA * pixels || Math.min(...measureDistances(palette, colour)) > APART;
    if (isKept && palette.length < COLOURS) palette.push(colour);
  }
  return palette;
}

function makeChunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A picture of a page with few colours: a third of the bytes, and the same to the eye. */
export async function makeSmall(page: Page, picture: Buffer): Promise<Buffer> {
  const pixels = await readPixels(page, picture);
  const { width, height } = pixels;
  const counts = new Map<number, number>();
  for (const colour of listColours(pixels)) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const frequent = [...counts].toSorted(([, a], [, b]) => b - a);
  const palette = choosePalette(frequent, width * height);
  const places = new Map(frequent.map(([colour]) => [colour, findNearest(palette, colour)]));
  // Each row begins with the number of its filter, which is none.
  const rows = Buffer.alloc((width + 1) * height);
  let at = 0;
  for (const colour of listColours(pixels)) {
    rows[Math.floor(at / width) * (width + 1) + (at % width) + 1] = places.get(colour) ?? 0;
    at += 1;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8); // eight bits a pixel, which name a colour of the palette
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    makeChunk('IHDR', head),
    makeChunk('PLTE', Buffer.from(palette.flatMap(split))),
    makeChunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}
