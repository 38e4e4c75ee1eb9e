import type { Store } from '../../index.js';

/** How the names of the records of uploaded files begin. */
const UPLOADS = 'file ';

/**
 * The memory of a project. A record of an uploaded file counts only if this user has written it: nothing shows which file an
 * id of the service names, so a record of somebody else could name any file of the account.
 *
 * @param written the user's own store, which has each of these records under a name of its own
 */
export function trustOwnUploads(memory: Store, written: Store): Store {
  const name = (key: string, text: string): string => `${key}\n${text}`;
  const isOwn = async (key: string, text: string): Promise<boolean> =>
    // Without a home that can be read, a document is uploaded again, which costs nothing.
    (await written.get(name(key, text)).catch(() => undefined)) !== undefined;
  const get = async (key: string): Promise<string | undefined> => {
    const text = await memory.get(key);
    const isKnown = text === undefined || !key.startsWith(UPLOADS) || (await isOwn(key, text));
    return isKnown ? text : undefined;
  };
  return {
    get,
    swap: async (key, previous, next) => {
      if (!key.startsWith(UPLOADS)) return memory.swap(key, previous, next);
      if (next !== undefined) await written.swap(name(key, next), undefined, 'written').catch(() => false);
      return (await get(key)) === previous && memory.swap(key, await memory.get(key), next);
    },
    keys: (prefix) => memory.keys(prefix),
    now: async () => (await memory.now?.()) ?? Date.now(),
  };
}
