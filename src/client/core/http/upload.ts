import { readBytes, streamForm } from '#runtime';
import { makeUniqueName } from '../../../base/names.js';
import { ignoreErrors } from '../../../base/options.js';
import type { RequestContent } from './operation.js';

/** A file as a part of a form. */
export interface FilePart {
  readonly name: string;
  readonly filename: string;
  readonly file: Blob | ReadableStream<Uint8Array>;
  /** Called with how many bytes of the file have been sent. */
  readonly onBytes?: ((transferred: number) => void) | undefined;
}

/**
 * A form with one file: as a Blob, which every fetch sends in constant memory and with a known length. Not as a
 * FormData, since a fetch of another package knows only the one of its own. A stream, or a Blob with `onBytes`, is sent
 * piece by piece. Where requests can't stream, a stream is read into memory first; so is what comes of another realm than
 * Blob, and what goes to a fetch of another realm: both would send a text such as `[object Blob]`.
 */
export async function makeForm({ name, filename, file: given, onBytes }: FilePart): Promise<RequestContent> {
  const { head, tail, type } = frameFile(name, filename, 'type' in given ? given.type : '');
  const isOwn = 'getReader' in given || given instanceof Blob;
  const file = isOwn ? given : new Blob([await readBytes(given)]);
  const streamed = streamForm({ head, tail, file, onBytes });
  if (streamed !== undefined) return { ...streamed, type };
  const content = 'getReader' in file ? await readPieces(file) : [file];
  const body = new Blob([head, ...content, tail], { type });
  const isKnown = new Response(body).headers.get('content-type') === type;
  return { body: isKnown ? body : await readBytes(body), type };
}

async function readPieces(stream: ReadableStream<Uint8Array>): Promise<BlobPart[]> {
  const reader = stream.getReader();
  const pieces: BlobPart[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return pieces;
    pieces.push(new Uint8Array(value));
  }
}

/** The texts that stand before and after a file in a form, and the type of the form. */
export function frameFile(name: string, filename: string, fileType: string) {
  // In lower case, as the type of a Blob always is; and nobody who chose the content of the file can guess it.
  const boundary = `form-${makeUniqueName()}`;
  // As browsers do.
  const escaped = filename.replace(/["\r\n]/g, encodeURIComponent);
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${escaped}"\r\ncontent-type: ${fileType || 'application/octet-stream'}\r\n\r\n`;
  return { head, tail: `\r\n--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` };
}

/** How far an upload has come. */
export interface UploadProgress {
  /** From 0 to 1. It is 1 exactly once, when the service has answered. For a stream it is 0 until then. */
  readonly percent: number;
  /** Bytes of the file that have been sent. */
  readonly transferredBytes: number;
  /** Bytes of the file; undefined for a stream. */
  readonly totalBytes: number | undefined;
}

const SHORTEST_INTERVAL = 50;

/** Hears how many bytes of a file have been sent, and that its upload has ended. */
export interface ProgressReport {
  transferred(this: void, bytes: number): void;
  finished(): void;
}

/** Reports the progress of one upload at most every 50 ms, and its end exactly once. */
export function makeProgressReport(
  listener: (progress: UploadProgress) => void,
  totalBytes: number | undefined,
): ProgressReport {
  let reportedAt = Number.NEGATIVE_INFINITY;
  let sentBytes = 0;
  const report = (percent: number, transferredBytes: number): void =>
    ignoreErrors(() => listener({ percent, transferredBytes, totalBytes }));
  return {
    transferred(bytes) {
      sentBytes = bytes;
      const now = performance.now();
      if (now - reportedAt < SHORTEST_INTERVAL || bytes === totalBytes) return;
      reportedAt = now;
      report(totalBytes === undefined ? 0 : bytes / totalBytes, bytes);
    },
    finished: () => report(1, totalBytes ?? sentBytes),
  };
}
