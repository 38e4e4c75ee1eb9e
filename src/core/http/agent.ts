/** The name of the runtime as it says it, such as `Deno/2.9.6`; empty where it says none. */
export function agent(): string {
  const name: unknown = globalThis.navigator?.userAgent;
  return typeof name === 'string' ? name : '';
}

/** Whether this is a page or a worker in a browser. */
export function isBrowser(): boolean {
  return 'document' in globalThis || agent().startsWith('Mozilla/');
}
