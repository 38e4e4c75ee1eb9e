// How Node, Bun and Deno differ in what they send. A test can have the DOM of a browser there.
import { readFields } from '../../../base/kinds.js';
import { InputError } from '../errors/errors.js';
import { isBrowser, readUserAgent } from './browser.js';
import { type FramedFile, type StreamedForm, streamFramed } from './framed-file.js';

/**
 * Refuses to send where the DOM of a test has taken the place of what requests need: it can lack some of it, and its signal
 * is not one that the Request of Node takes.
 *
 * @throws InputError with what is missing
 */
export function checkRuntime(makeRequest: () => Request): void {
  try {
    makeRequest().signal.throwIfAborted();
    crypto.getRandomValues(new Uint8Array(1));
    // Streams are decoded.
    if (globalThis.ReadableStream) new TextDecoder();
  } catch (error) {
    const message = `lacks what requests need (${readFields(error).message}): run the test in the environment of Node, or keep these globals of Node`;
    throw new InputError([{ path: 'globalThis', message }]);
  }
}

/** Bytes. A body up to this size may be kept in memory while it is sent. */
const SMALL = 1024 * 1024;

/**
 * Whether the runtime keeps a copy of a body that may be larger than memory, to follow a redirect with, even if it must not
 * follow any: Node.
 *
 * @param size bytes of a stream, if they are known
 */
export function copiesBodyForRedirects(body: unknown, size: number | undefined): boolean {
  const { size: ofBlob = size, byteLength: bytes = ofBlob } = readFields(body);
  const isSmall = typeof body !== 'object' || (typeof bytes === 'number' && bytes <= SMALL);
  return !isSmall && readUserAgent().startsWith('Node.js/');
}

/**
 * The body of a write in a form that the runtime does not send twice. After a lost connection Deno sends a text or a
 * form again by itself, but not a Blob. Elsewhere the body stays as it is, as mocks expect it.
 */
export function preventResending(body: BodyInit): BodyInit {
  const isResent = typeof body === 'string' || body instanceof URLSearchParams;
  return isResent && readUserAgent().startsWith('Deno/') ? new Blob([String(body)]) : body;
}

/** The bytes of a Blob, also of one of an older DOM, which only a FileReader can read. */
export async function readBytes(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const read = new Promise<ArrayBuffer>((resolve, reject) => {
    if (blob.arrayBuffer !== undefined) return resolve(blob.arrayBuffer());
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer); // as it was asked for
    reader.onerror = reject;
    reader.readAsArrayBuffer(blob);
  });
  return new Uint8Array(await read);
}

/** Whether the body of a request can be a stream. Browsers can stream only over HTTP/2 or not at all. */
function canStream(): boolean {
  return !isBrowser() && ('duplex' in Request.prototype || /^(Bun|Deno)\//.test(readUserAgent()));
}

/** Sends a stream, or a file with `onBytes`, piece by piece; undefined where the form can be a Blob, or must be one. */
export function streamForm(form: FramedFile): StreamedForm | undefined {
  const { file, onBytes } = form;
  // Bun leaves out a part that is a file on disk.
  const isNeeded = 'getReader' in file || onBytes !== undefined || new Blob([file]).size !== file.size;
  return isNeeded && canStream() ? streamFramed(form) : undefined;
}
