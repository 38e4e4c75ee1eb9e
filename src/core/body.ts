import type { Deadline } from './deadline.js';

/** How many bytes of an answer are read unless it is a download. */
const LONGEST_ANSWER = 8 * 1024 * 1024;

/** A body as far as it could be read. */
export interface ReadBody {
  readonly text: string;
  readonly cut: 'lost' | 'too long' | undefined;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Reads a body to its end, or as far as it comes; only what ends the deadline is thrown. */
export async function readBody(
  message: Response | Request,
  deadline: Deadline,
  longest = LONGEST_ANSWER,
): Promise<ReadBody> {
  const reader = message.body?.getReader();
  if (reader === undefined) return { text: '', cut: undefined };
  try {
    return await deadline.race(readAll(reader, longest));
  } catch (reason) {
    void reader.cancel().catch(() => undefined);
    throw reason;
  }
}

async function readAll(reader: Reader, longest: number): Promise<ReadBody> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const step = await reader.read().catch(() => undefined);
    if (step === undefined) return { text: decoded(pieces), cut: 'lost' };
    if (step.done) return { text: decoded(pieces), cut: undefined };
    length += step.value.byteLength;
    if (length > longest) {
      void reader.cancel().catch(() => undefined);
      return { text: decoded(pieces), cut: 'too long' };
    }
    pieces.push(step.value);
  }
}

function decoded(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  let text = '';
  for (const piece of pieces) text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}
