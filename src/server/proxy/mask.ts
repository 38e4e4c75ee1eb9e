import { makeSecretMarker } from '../../internals.js';

/** Bytes that are held back for the next piece, since a token may be cut in two. More than any spelling of its head takes. */
const HELD_BACK = 1_024;
/** Bytes that are searched at once. */
const MASK_SLICE = 65_536;
/** Most engines pass no more values to a function. */
const MOST_VALUES = 8_192;
const ASTERISK = 0x2a;

/** One character for each byte. Not `TextDecoder`: its `latin1` has other characters for some. */
function decodeBytes(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += MOST_VALUES)
    text += String.fromCharCode(...bytes.subarray(at, at + MOST_VALUES));
  return text;
}

/** A text as UTF-16 has it in bytes, in both orders. Of ASCII, it is the text itself with zeros in between. */
function listWideForms(text: string): string[] {
  const low = text.split('').map((unit) => unit.charCodeAt(0) & 0xff);
  const high = text.split('').map((unit) => unit.charCodeAt(0) >> 8);
  const littleEndian = low.flatMap((byte, at) => [byte, high[at] ?? 0]);
  const bigEndian = high.flatMap((byte, at) => [byte, low[at] ?? 0]);
  return [littleEndian, bigEndian].map((bytes) => decodeBytes(Uint8Array.from(bytes)).replaceAll('\0', ''));
}

/** Replaces secrets by asterisks, in all usual spellings and at the same length: a file stays as long as its header says. */
export class TokenMask {
  readonly #mark: (text: string) => Uint8Array;

  constructor(secrets: readonly string[]) {
    const forms = secrets.flatMap((secret) => [secret, ...listWideForms(secret)]);
    this.#mark = makeSecretMarker([...new Set(forms)], { anyValue: false });
  }

  text(text: string): string {
    const marks = this.#mark(text);
    return Array.from(marks, (mark, at) => (mark === 1 ? '*' : text[at])).join('');
  }

  bytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    const pieces: Uint8Array[] = [];
    const flow = this.#makeFlow();
    for (let at = 0; at < bytes.length; at += MASK_SLICE)
      pieces.push(flow.next(bytes.subarray(at, at + MASK_SLICE)));
    pieces.push(flow.end());
    return joinBytes(pieces);
  }

  stream(): TransformStream<Uint8Array, Uint8Array> {
    const flow = this.#makeFlow();
    return new TransformStream({
      transform(piece, controller) {
        for (let at = 0; at < piece.length; at += MASK_SLICE) {
          const masked = flow.next(piece.subarray(at, at + MASK_SLICE));
          if (masked.length > 0) controller.enqueue(masked);
        }
      },
      flush(controller) {
        const rest = flow.end();
        if (rest.length > 0) controller.enqueue(rest);
      },
    });
  }

  #makeFlow(): { next(piece: Uint8Array): Uint8Array; end(): Uint8Array } {
    let held: Uint8Array = new Uint8Array();
    const mask = (bytes: Uint8Array<ArrayBuffer>, keep: number): Uint8Array => {
      const marks = this.#mark(decodeBytes(bytes));
      let end = Math.max(0, bytes.length - keep);
      // A token that crosses the end is held back too. If a file has nothing but tokens, not all of it.
      const earliest = end - MASK_SLICE;
      while (end > earliest && marks[end] === 1 && marks[end - 1] === 1) end -= 1;
      held = bytes.slice(end);
      // Without the zeros of UTF-16, which make an asterisk of each character.
      marks.forEach((mark, at) => {
        if (mark === 1 && bytes[at] !== 0) bytes[at] = ASTERISK;
      });
      return bytes.subarray(0, end);
    };
    return {
      next: (piece) => mask(joinBytes([held, piece]), HELD_BACK),
      end: () => mask(joinBytes([held]), 0),
    };
  }
}

function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
