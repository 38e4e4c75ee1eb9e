import type { Content } from './operation.js';

/** Bytes of a file that may as well be kept in memory while it is sent. */
const SMALL = 1024 * 1024;

/** A file as a part of a form. */
export interface FilePart {
  readonly name: string;
  readonly filename: string;
  readonly file: Blob | ReadableStream<Uint8Array>;
  /** Called with how many bytes of the file have gone. */
  readonly onBytes?: ((transferred: number) => void) | undefined;
}

/**
 * A form with one file. A Blob goes as it is, so that the runtime streams it with a known length; a stream, or
 * a Blob whose progress is watched, goes piece by piece. Where requests can't stream, a stream is gathered first.
 */
export async function formOf({ name, filename, file, onBytes }: FilePart): Promise<Content> {
  const streams = canStream();
  if (streams && (onBytes !== undefined || !(file instanceof Blob))) {
    return streamedForm({ name, filename, file, onBytes });
  }
  const form = new FormData();
  form.append(name, file instanceof Blob ? file : await new Response(file).blob(), filename);
  return { body: form, bulky: isBulky(file) };
}

/** Browsers stream requests over HTTP/2 alone or not at all, which can't be known beforehand. */
function canStream(): boolean {
  return !('document' in globalThis) && 'duplex' in Request.prototype;
}

function streamedForm({ name, filename, file, onBytes }: FilePart): Content {
  const boundary = `form-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const head = encoder.encode(
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${escaped(filename)}"\r\ncontent-type: ${typeOf(file)}\r\n\r\n`,
  );
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`);
  const reader = (file instanceof Blob ? file.stream() : file).getReader();
  let transferred = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(head),
      async pull(controller) {
        const { done, value } = await reader.read();
        controller.enqueue(done ? tail : value);
        if (done) return controller.close();
        transferred += value.byteLength;
        onBytes?.(transferred);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const type = `multipart/form-data; boundary=${boundary}`;
  // A fetch that reads the body has locked it, and ends it itself; one that does not leaves the file open.
  const discard = (): void => void body.cancel().catch(() => undefined);
  return { body, type, bulky: isBulky(file), discard };
}

/** Whether a copy of the file in memory would be felt. */
function isBulky(file: Blob | ReadableStream): boolean {
  return !(file instanceof Blob) || file.size > SMALL;
}

/** What a form says of a part's type, whichever way it goes. */
function typeOf(file: Blob | ReadableStream): string {
  return (file instanceof Blob && file.type) || 'application/octet-stream';
}

/** As browsers write a file's name into a form. */
function escaped(filename: string): string {
  return filename.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** How far an upload has come. */
export interface UploadProgress {
  /** From 0 to 1; 1 exactly once, when the service has answered. 0 until then where the size is not known. */
  readonly percent: number;
  /** Bytes of the file that have gone. */
  readonly transferredBytes: number;
  /** Bytes of the file; undefined for a stream. */
  readonly totalBytes: number | undefined;
}

const SHORTEST_INTERVAL = 50;

/** Reports the progress of one upload at most every 50 ms, and its end exactly once. */
export class ProgressReport {
  readonly #listener: (progress: UploadProgress) => void;
  readonly #totalBytes: number | undefined;
  #transferredBytes = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(listener: (progress: UploadProgress) => void, totalBytes: number | undefined) {
    this.#listener = listener;
    this.#totalBytes = totalBytes;
  }

  transferred(bytes: number): void {
    this.#transferredBytes = bytes;
    const now = performance.now();
    if (now - this.#reportedAt < SHORTEST_INTERVAL || bytes === this.#totalBytes) return;
    this.#reportedAt = now;
    this.#report(this.#totalBytes === undefined ? 0 : bytes / this.#totalBytes);
  }

  finished(): void {
    this.#transferredBytes = this.#totalBytes ?? this.#transferredBytes;
    this.#report(1);
  }

  #report(percent: number): void {
    try {
      this.#listener({ percent, transferredBytes: this.#transferredBytes, totalBytes: this.#totalBytes });
    } catch {
      // an observer must not decide over the upload that it watches
    }
  }
}
