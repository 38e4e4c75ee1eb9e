import { ignoreErrors } from '../../../base/options.js';
import type { Content } from './operation.js';
import { canStream } from './runtime-quirks.js';

/** Bytes. A file up to this size may be kept in memory while it is sent. */
const SMALL = 1024 * 1024;

/** A file as a part of a form. */
export interface FilePart {
  readonly name: string;
  readonly filename: string;
  readonly file: Blob | ReadableStream<Uint8Array>;
  /** Called with how many bytes of the file have been sent. */
  readonly onBytes?: ((transferred: number) => void) | undefined;
}

/** What stands before and after the file in a form, and the form's content type. */
interface Frame {
  readonly head: Uint8Array<ArrayBuffer>;
  readonly tail: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/**
 * A form with one file: as a Blob, which every fetch sends in constant memory and with a known length. Not as a
 * FormData, since a fetch of another package knows only the one of its own. A stream, or a Blob with `onBytes`, is sent
 * piece by piece. Where requests can't stream, a stream is read into memory first.
 */
export async function makeForm(part: FilePart): Promise<Content> {
  const { file, onBytes } = part;
  const frame = makeFrame(part);
  if (canStream() && (onBytes !== undefined || !(file instanceof Blob))) {
    return streamForm(frame, file, onBytes);
  }
  const { head, tail, type } = frame;
  const content = file instanceof Blob ? file : await new Response(file).blob();
  const body = new Blob([head, content, tail], { type });
  // Bun leaves out a part that is a file on disk.
  const isWhole = body.size === head.byteLength + content.size + tail.byteLength;
  return isWhole ? { body, type, isLarge: mayBeLarge(file) } : streamForm(frame, content, undefined);
}

function makeFrame({ name, filename, file }: FilePart): Frame {
  // In lower case, as the type of a Blob always is.
  const boundary = `form-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  return {
    head: encoder.encode(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${escapeName(filename)}"\r\ncontent-type: ${chooseType(file)}\r\n\r\n`,
    ),
    tail: encoder.encode(`\r\n--${boundary}--\r\n`),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

function streamForm(
  { head, tail, type }: Frame,
  file: FilePart['file'],
  onBytes: FilePart['onBytes'],
): Content {
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
  // A fetch that reads the body locks it, so that this does nothing. One that does not read it leaves the file open.
  const discard = (): void => void body.cancel().catch(() => undefined);
  return { body, type, isLarge: mayBeLarge(file), discard };
}

/** Whether the file may be too large for a copy in memory. */
function mayBeLarge(file: Blob | ReadableStream): boolean {
  return !(file instanceof Blob) || file.size > SMALL;
}

/** The content type of the file's part. */
function chooseType(file: Blob | ReadableStream): string {
  return (file instanceof Blob && file.type) || 'application/octet-stream';
}

/** Escapes a file's name as browsers do. */
function escapeName(filename: string): string {
  return filename.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
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
