// What Node, Bun and Deno can do. In a bundle for browsers or Workers, `plain.ts` takes its place, by the imports of the
// package. A bundle that names no platform has this, and can run anywhere: what is missing there is found at run time.
import type { TracingChannel } from 'node:diagnostics_channel';
import * as z from 'zod/mini';
import { isRequesterError } from '../errors/errors.js';
import * as browser from './browser.js';

export { isBrowser } from './browser.js';
export { readFailedFetch, SendingWatch, watchConnections } from './connections.js';
export { readEnvironment } from './environment.js';
export { loadKy } from './late-ky.js';
export { checkRuntime, copiesBodyForRedirects, preventResending, readBytes, streamForm } from './sending.js';

/** Turns a schema into generated code, which is an order of magnitude faster. Where there is none, it stays as it is. */
export function compile<T extends z.ZodMiniType>(schema: T): T {
  // A browser reports an attempt to generate code to the policy of the page, even if it fails.
  return globalThis.process?.getBuiltinModule === undefined ? schema : z.compile(schema);
}

/** Tells of most values that fit a schema that they do, by generated code. What is left has to be compared. */
export function quickCheck(schema: z.ZodMiniType): (value: unknown) => boolean {
  const closed = withoutUnknownFields(schema);
  const compiled = compile(closed);
  // zod without generated code takes five times as long as the comparison.
  return (value) => compiled !== closed && z.validate(compiled, value);
}

/** The parts of schemas that hold others. */
interface Definition {
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly catchall?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly element?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
}

/** A schema that fits the same values. Of a union, zod's code copies each field that it is to keep, also where nobody reads the copy. */
function withoutUnknownFields(schema: z.ZodMiniType): z.ZodMiniType {
  // What a definition has depends on its type.
  const { shape, catchall, options, element, innerType }: Definition = schema.def as object;
  const change = (parts: object) => schema.clone({ ...schema.def, ...parts } as typeof schema.def);
  if (shape) {
    const fields = Object.entries(shape).map(([name, field]) => [name, withoutUnknownFields(field)]);
    return change({
      shape: Object.fromEntries(fields),
      catchall: catchall?.def.type === 'unknown' ? undefined : catchall,
    });
  }
  if (options) return change({ options: options.map(withoutUnknownFields) });
  if (element) return change({ element: withoutUnknownFields(element) });
  return innerType ? change({ innerType: withoutUnknownFields(innerType) }) : schema;
}

/**
 * Does work that callers share in the context in which the library was loaded, so that the traces and the stores of the first
 * caller (`AsyncLocalStorage`) do not count for all.
 */
export const runDetached: <Result>(work: () => Result) => Result =
  globalThis.process?.getBuiltinModule?.('node:async_hooks')?.AsyncLocalStorage.snapshot?.() ??
  ((work) => work());

/** Whether this is a worker thread or a worker of a page: it shares no memory with the main thread. */
export const isWorkerThread = (): boolean =>
  globalThis.process?.getBuiltinModule?.('node:worker_threads')?.isMainThread === false ||
  browser.isWorkerThread();

let channel: TracingChannel<unknown, object> | undefined;

/**
 * Does the work, and publishes it to the tracing channel `translation-requester` if anybody listens. What it results in is
 * not published.
 *
 * @param facts what is published. What is added to them until the end is published then
 */
export function trace<Result>(facts: object, work: () => Promise<Result>): Promise<Result> {
  // Not imported, since some runtimes that call themselves Node have none.
  channel ??= globalThis.process
    ?.getBuiltinModule?.('node:diagnostics_channel')
    ?.tracingChannel('translation-requester');
  if (!channel?.hasSubscribers) return work();
  return new Promise((resolve, reject) => {
    const published = async (): Promise<void> => {
      try {
        resolve(await work());
      } catch (error) {
        reject(error);
        // Any other can hold what the caller's own functions threw.
        throw isRequesterError(error) ? error : new Error('not an error of the service or of this library');
      }
    };
    channel?.tracePromise(published, facts).catch(() => undefined);
  });
}
