/** The runtime's own name for itself, such as `Deno/2.9.6`. */
export const readUserAgent = (): string => String(globalThis.navigator?.userAgent);

/** Whether this is a page, a worker in a browser or an app: its users can read what it holds. */
export function isBrowser(): boolean {
  return (
    'document' in globalThis ||
    readUserAgent().startsWith('Mozilla/') ||
    globalThis.navigator?.product === 'ReactNative'
  );
}

/** Whether this is a worker of a page, which shares no memory with the page. */
export const isWorkerThread = (): boolean => isBrowser() && 'WorkerGlobalScope' in globalThis;
