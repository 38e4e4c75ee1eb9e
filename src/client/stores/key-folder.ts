import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { catchCodes, checkOwnFolder, flushFolder, readIfPresent, writeFlushed } from './file-system.js';

/** A unique name that begins with the time. */
export const makeId = (): string => `${Date.now()}-${crypto.randomUUID()}`;

/** A name that holds a short text. */
export function makeName(id: string, text: string): string {
  return `${id}.${Buffer.from(text).toString('base64url')}`;
}

/** Whether a name is one of the store. Systems put files of their own into folders. */
const isName = (name: string): boolean => /^\d+-[0-9a-f-]{36}(\.[\w-]*)?$/.test(name);

/** The text in a name; undefined when it has none. */
export function decodeText(name: string): string | undefined {
  const [, text] = name.split('.');
  return text === undefined ? undefined : Buffer.from(text, 'base64url').toString();
}

/** Makes the folder of a key, with its one file. The caller renames it; that fails if a folder with a file is there. */
export async function makeKey(folder: string, name: string, key: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  await writeFlushed(join(folder, name), JSON.stringify(key));
  await flushFolder(folder);
}

/** The names of the files in the folder of a key, the one that counts first; none when the key has no text. */
export async function readNames(folder: string): Promise<readonly string[]> {
  const all = (await catchCodes(['ENOENT'], readEntries(folder))) ?? [];
  const names = all.filter(isName).sort();
  // Such a file would stop the rename that puts a new key here.
  if (names.length === 0 && all[0] !== undefined) {
    throw new Error(`The store is damaged: ${join(folder, all[0])} does not belong there. Remove it.`);
  }
  return names;
}

async function readEntries(folder: string): Promise<string[]> {
  await checkOwnFolder(folder);
  return readdir(folder);
}

/** The key whose folder it is; undefined when it has no text. */
export async function readKey(folder: string): Promise<string | undefined> {
  for (;;) {
    const [name] = await readNames(folder);
    if (name === undefined) return undefined;
    const key = await readIfPresent(join(folder, name));
    // If it is gone, another process has renamed it: read the names again.
    if (key !== undefined) return String(JSON.parse(key));
  }
}
