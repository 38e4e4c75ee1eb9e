// What every runtime can do.
import type * as z from 'zod/mini';
import type { FailedFetch } from '../errors/from-throw.js';
import type { FramedFile, StreamedForm } from './framed-file.js';

export { isBrowser, isWorkerThread } from './browser.js';
export { loadKy } from './ky.js';
export { refuseEnvironment as readEnvironment } from './refuse-environment.js';

/** The schema as it is: browsers under a Content-Security-Policy and Workers refuse generated code. */
export function compile<T extends z.ZodMiniType>(schema: T): T {
  return schema;
}

/** Tells nothing, so that every value is compared: zod without generated code takes five times as long as that. */
export function quickCheck(_schema: z.ZodMiniType): (value: unknown) => boolean {
  return () => false;
}

/** Nothing is checked: a browser has what requests need. */
export function checkRuntime(_makeRequest: () => Request): void {}

/** Whether the runtime keeps a copy of a large body to follow a redirect with: only Node. */
export const copiesBodyForRedirects = (_body: unknown, _size: number | undefined): boolean => false;

/** The body of a write. What sends it twice can't be prevented in a browser. */
export const preventResending = (body: BodyInit): BodyInit => body;

/** The body of a request can't be a stream: browsers can stream only over HTTP/2 or not at all. */
export function streamForm(_form: FramedFile): StreamedForm | undefined {
  return undefined;
}

/** The bytes of a Blob. */
export async function readBytes(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** Does the work: callers have no context here that it could take along. */
export function runDetached<Result>(work: () => Result): Result {
  return work();
}

/** Does the work, and publishes nothing. */
export function trace<Result>(_facts: object, work: () => Promise<Result>): Promise<Result> {
  return work();
}

/** Here a failed fetch does not say whether there was a connection. */
export function readFailedFetch(_thrown: unknown): FailedFetch {
  return {};
}

/** Where connections can't be watched. */
export function watchConnections(): void {}

/** Nothing shows here what a fetch sends. */
export class SendingWatch {
  run<Result>(send: () => Result): Result {
    return send();
  }

  mayHaveSent(): boolean | undefined {
    return undefined;
  }

  end(): void {}
}
