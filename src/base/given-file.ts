import { readFields } from './kinds.js';

/** What a file can be given as. */
export type FileKind = 'blob' | 'bytes' | 'stream';

/**
 * How the content of a given file is read; undefined when it is no file. Decided by what it can do: `instanceof` misses what
 * another realm has made, such as the DOM of a test.
 */
export function detectFileKind(file: unknown): FileKind | undefined {
  if (Object.prototype.toString.call(file) === '[object Uint8Array]') return 'bytes';
  const { getReader, size, slice } = readFields(file);
  if (typeof getReader === 'function') return 'stream';
  const isSized = typeof size === 'number' && size >= 0;
  return typeof slice === 'function' && isSized ? 'blob' : undefined;
}

/** The file with bytes copied, so that a later change to them has no effect. */
export function toBlob<Other>(file: Other | Uint8Array): Other | Blob {
  return ArrayBuffer.isView(file) ? new Blob([new Uint8Array(file)]) : file;
}

const CHUNK = 1024 * 1024;

/** Why files can't be compared here; undefined where they can. */
export const explainNoDigest = (): string | undefined =>
  globalThis.crypto?.subtle ? undefined : 'needs crypto.subtle, which a page has by https or on this machine';

/** A digest of the content: of the SHA-256 of each MiB, so that a file of any size takes constant memory. */
export async function computeDigest(file: Blob, signal?: AbortSignal): Promise<string> {
  const digests: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < file.size; at += CHUNK) {
    signal?.throwIfAborted();
    const bytes = await file.slice(at, at + CHUNK).arrayBuffer();
    digests.push(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  }
  const all = new Uint8Array(await new Blob(digests).arrayBuffer());
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', all));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The name of a file that the service translates. @see docs/service.md, Limits */
const ACCEPTED_NAME = /.\.(txt|docx|xlsx|pptx)$/i;

/** Whether the service takes a file of this name. */
export function isDocumentName(name: unknown): name is string {
  return typeof name === 'string' && ACCEPTED_NAME.test(name);
}

/** What is wrong with the name of a file that the service does not take. */
export function explainDocumentName(name: unknown): string {
  return `must be a name that ends in .txt, .docx, .xlsx or .pptx; got ${name === undefined ? 'none' : 'another'}`;
}

/** The name that a file is sent with: the one that was given, or its own. */
export function chooseDocumentName(file: unknown, given: unknown): unknown {
  return given === undefined ? readFields(file).name : given;
}
