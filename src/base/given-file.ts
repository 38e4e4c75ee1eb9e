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
