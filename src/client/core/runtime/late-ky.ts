type Ky = typeof import('ky');

let loaded: Ky | undefined;

/** ky, for the first call: importing it makes Node load all that belongs to its fetch, which is a third of the client's start. */
export function loadKy(): Ky | Promise<Ky> {
  return loaded ?? importKy();
}

async function importKy(): Promise<Ky> {
  loaded = await import('ky');
  return loaded;
}
