import type { Checked } from '../base/checked.js';
import { kindOf } from '../base/kinds.js';
import { callable, type Rules } from '../base/options.js';
import type { Issue } from '../core/errors/errors.js';
import type { Content } from '../core/http/operation.js';
import { CALL_OPTIONS, type CallOptions } from '../core/http/settings.js';
import type { ProgressReport, UploadProgress } from '../core/http/upload.js';
import { formOf } from '../core/http/upload.js';

/** What can be uploaded. A stream is sent once and never again. */
export type Uploadable = Blob | Uint8Array | ReadableStream<Uint8Array>;

/** Settings of an upload. */
export interface UploadOptions extends CallOptions {
  /** The file's name, ending in .txt, .docx, .xlsx or .pptx. @default the name of a `File` */
  readonly filename?: string | undefined;
  /** Told at most every 50 ms, and once with `percent` 1 at the end. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** The rules for the options of an upload; the name is checked with the file, which can have one itself. */
export const UPLOAD_OPTIONS: Rules<UploadOptions> = {
  ...CALL_OPTIONS,
  filename: { check: () => [] },
  onProgress: callable,
};

/** @see docs/service.md, Limits */
const ACCEPTED_NAME = /.\.(txt|docx|xlsx|pptx)$/i;

/** The name under which a file goes: the given one, or a `File`'s own. */
function filenameOf(file: unknown, options: UploadOptions | undefined): unknown {
  if (options?.filename !== undefined) return options.filename;
  return file instanceof Blob && 'name' in file ? file.name : undefined;
}

function issuesWith(file: unknown, filename: unknown): Issue[] {
  const issues: Issue[] = [];
  if (!(file instanceof Blob || file instanceof Uint8Array || file instanceof ReadableStream)) {
    issues.push({
      path: 'file',
      message: `must be a Blob, File, Uint8Array or ReadableStream; got ${kindOf(file)}`,
    });
  }
  if (file instanceof ReadableStream && file.locked) {
    issues.push({ path: 'file', message: 'must be a stream that nobody is reading' });
  }
  if (typeof filename !== 'string' || !ACCEPTED_NAME.test(filename)) {
    const message = 'must be a name that ends in .txt, .docx, .xlsx or .pptx';
    issues.push({
      path: 'filename',
      message: `${message}; got ${filename === undefined ? 'none' : 'another'}`,
    });
  }
  return issues;
}

/** Checks a file and makes the form that carries it, anew for each attempt. */
export function uploadOf(
  file: Uploadable,
  options: UploadOptions | undefined,
  report: ProgressReport | undefined,
): Checked<() => Promise<Content>> {
  const filename = filenameOf(file, options);
  const issues = issuesWith(file, filename);
  if (issues.length > 0) return { issues };
  // A view may share its buffer; a Blob takes only what the view shows.
  const part = file instanceof Uint8Array ? new Blob([new Uint8Array(file)]) : file;
  const onBytes = report === undefined ? undefined : (bytes: number): void => report.transferred(bytes);
  return { value: () => formOf({ name: 'file', filename: String(filename), file: part, onBytes }) };
}

/** Bytes of a file, where they are known. */
export function sizeOf(file: Uploadable): number | undefined {
  if (file instanceof Blob) return file.size;
  return file instanceof Uint8Array ? file.byteLength : undefined;
}
