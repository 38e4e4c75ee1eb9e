import { makeSecretPatterns } from '../../internals.js';

/** Bytes that are held back for the next piece, since a token may be cut in two. More than any spelling of one takes. */
const HELD_BACK = 1_024;
/** Bytes that are searched at once. */
const MASK_SLICE = 65_536;
const ASTERISK = 0x2a;

/** One character for each byte; those of ASCII are themselves. */
const decodeLatin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** Replaces a token by asterisks, in all usual spellings and at the same length: a file stays as long as its header says. */
export class TokenMask {
  readonly #patterns: readonly RegExp[];

  constructor(token: string | undefined) {
    if (token === undefined) this.#patterns = [];
    else {
      const inBytes = decodeLatin1(new TextEncoder().encode(token));
      this.#patterns = [...new Set([token, inBytes])].flatMap(makeSecretPatterns);
    }
  }

  text(text: string): string {
    let masked = text;
    for (const [from, to] of this.#findToken(text)) {
      masked = masked.slice(0, from) + '*'.repeat(to - from) + masked.slice(to);
    }
    return masked;
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
      const found = this.#findToken(decodeLatin1(bytes));
      let end = Math.max(0, bytes.length - keep);
      // A token that crosses the end is held back too.
      for (const [from, to] of found) if (from < end && to > end) end = from;
      held = bytes.slice(end);
      for (const [from, to] of found) bytes.fill(ASTERISK, from, to);
      return bytes.subarray(0, end);
    };
    return {
      next: (piece) => mask(joinBytes([held, piece]), HELD_BACK),
      end: () => mask(joinBytes([held]), 0),
    };
  }

  /** Where the token stands, by its beginning and end. */
  #findToken(text: string): readonly (readonly [number, number])[] {
    return this.#patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].map((match): [number, number] => {
        const [all, before = ''] = match;
        return [match.index + before.length, match.index + all.length];
      }),
    );
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
