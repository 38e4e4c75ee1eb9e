import { hash } from 'node:crypto';
import { mkdirSync, rmdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { parseJson } from '../../base/kinds.js';
import * as rules from '../../base/rules.js';
import { InputError } from '../core/errors/errors.js';
import {
  checkOwnFolder,
  coalesce,
  finishAll,
  flushFolder,
  listOwnFolder,
  makeFolder,
  readErrorCode,
  readIfPresent,
  removeAll,
  touchFile,
  tryFile,
  tryRename,
  tryUnlink,
  writeFlushed,
} from './file-system.js';
import { encodeKey } from './key-names.js';
import { chooseMerged } from './merged-texts.js';
import type { Store } from './store.js';

/** The name of the folder of a key. Systems put files of their own beside them. */
const HASH = /^[0-9a-f]{64}$/;
/** How many keys are read before others may run. */
const SLICE = 64;
/** The longest name of a file on most disks, in characters. */
const MAX_NAME_LENGTH = 255;

/**
 * A store in a folder, shared by the processes of one machine, which can be killed at any moment.
 *
 * Each key has a folder, `keys/<hash of the key>`, with one file. The file holds the key, as JSON. Its name holds the
 * text: `<id>.<the text in base64url>`. A longer text is in `texts/<id>`, and the name is only `<id>`. No two names are
 * ever equal, and no file in `texts` is ever changed.
 *
 * A swap renames the one file. If several processes try, the system lets one succeed: for the others, the file with the
 * old name is gone. Only when folders are merged, as two branches of a repository, can a key have several files.
 * `chooseMerged` says which one holds; the next swap removes the rest.
 *
 * A new text, and the file of a new key, are flushed before the rename; the folders after it. After a power cut between, a
 * key has its text, or its folder is empty, which is no text.
 *
 * What a killed process was writing in `texts` or `temporary` stays there: a stopped process may still be about to use it.
 *
 * @param path the folder. It is made when it is missing.
 * @throws InputError when the path is not a text; at the first use, when the folder can't be used
 */
export function fileStore(path: string): Store {
  const issues = rules.text.check(path, 'path', {});
  if (issues.length > 0) throw new InputError(issues);
  return new FileStore(path);
}

class FileStore implements Store {
  readonly #path: string;
  readonly #keys: string;
  readonly #texts: string;
  readonly #temporary: string;
  readonly #flushTexts: () => Promise<void>;
  readonly #flushKeys: () => Promise<void>;
  /** The keys of the folders that were listed last: a folder never changes its key. */
  #knownKeys: ReadonlyMap<string, string> = new Map();
  #ready: Promise<void> | undefined;
  /** Whether the disk takes the longest names. Otherwise all texts are kept in `texts`. */
  #takesLongNames: boolean | undefined;

  constructor(path: string) {
    // Now: a relative path would be another folder after `process.chdir`.
    this.#path = resolve(path);
    this.#keys = join(this.#path, 'keys');
    this.#texts = join(this.#path, 'texts');
    this.#temporary = join(this.#path, 'temporary');
    this.#flushTexts = coalesce(() => flushFolder(this.#texts));
    this.#flushKeys = coalesce(() => flushFolder(this.#keys));
  }

  async get(key: string): Promise<string | undefined> {
    await this.#ensureReady();
    return (await this.#readValue(this.#findFolder(key), key))?.text;
  }

  async swap(key: string, previous: string | undefined, next: string | undefined): Promise<boolean> {
    await this.#ensureReady();
    const folder = this.#findFolder(key);
    for (;;) {
      const value = await this.#readValue(folder, key);
      if (value?.text !== previous) return false;
      // Removed first, so that they never count.
      for (const name of value?.duplicates ?? []) {
        if (tryUnlink(join(folder, name))) this.#removeText(name);
      }
      if (next !== undefined) {
        if (await this.#replace(folder, value?.name, key, next)) return true;
      } else if (value === undefined || (await this.#remove(folder, value.name))) return true;
    }
  }

  async keys(prefix: string): Promise<readonly string[]> {
    await this.#ensureReady();
    const found = new Map<string, string>();
    let unknown = 0;
    for (const folder of await readdir(this.#keys)) {
      if (!HASH.test(folder)) continue;
      let key = this.#knownKeys.get(folder);
      if (key === undefined) {
        unknown += 1;
        if (unknown % SLICE === 0) await letOthersRun();
        key = await readKey(join(this.#keys, folder));
      }
      if (key !== undefined) found.set(folder, key);
    }
    this.#knownKeys = found;
    return [...found.values()].filter((key) => key.startsWith(prefix));
  }

  /** By the disk's clock: those of processes can differ. */
  async now(): Promise<number> {
    await this.#ensureReady();
    return touchFile(join(this.#temporary, 'clock')) ?? tryFile(join(this.#temporary, makeId()));
  }

  /** Makes the folders, and checks that files can be written there. */
  #ensureReady(): Promise<void> {
    this.#ready ??= this.#makeFolders().catch((error) => {
      this.#ready = undefined;
      const reason =
        readErrorCode(error) === undefined ? error.message : `the system says ${readErrorCode(error)}`;
      const message = `must be a folder that this process can write to, or make; ${reason}`;
      throw new InputError([{ path: 'path', message }]);
    });
    return this.#ready;
  }

  async #makeFolders(): Promise<void> {
    await makeFolder(this.#path);
    checkOwnFolder(this.#path, { mayBeLink: true });
    for (const folder of [this.#keys, this.#texts, this.#temporary]) {
      await makeFolder(folder);
      checkOwnFolder(folder);
      await tryFile(join(folder, makeId()));
    }
    const longName = join(this.#temporary, makeId().padEnd(MAX_NAME_LENGTH, '-'));
    this.#takesLongNames = await tryFile(longName).then(
      () => true,
      () => false,
    );
  }

  /** The folder of a key. Its name is a hash, since a key can have characters that a path can't. */
  #findFolder(key: string): string {
    return join(this.#keys, hash('sha256', encodeKey(key)));
  }

  async #readValue(folder: string, key: string): Promise<Value | undefined> {
    // A loop that reads until something changes would keep flushes from ending.
    await letOthersRun();
    for (let missing: string | undefined; ; ) {
      const names = readNames(folder);
      const [first] = names;
      if (first === undefined) return undefined;
      const read = async (name: string) => decodeText(name) ?? readIfPresent(join(this.#texts, name));
      const texts = await Promise.all(names.map(read));
      const found = texts.filter((text) => text !== undefined);
      const name = names[texts.indexOf(undefined)];
      if (name === undefined) {
        const chosen = found.length === 1 ? 0 : chooseMerged(key, found);
        const duplicates = names.filter((_, index) => index !== (chosen ?? 0));
        return { name: names[chosen ?? 0] ?? first, text: found[chosen ?? -1], duplicates };
      }
      // The file is missing. If the name changes, another process has replaced the value; otherwise it is lost.
      if (missing === name) throw new Error(`The store is damaged: ${join(this.#texts, name)} is missing.`);
      missing = name;
    }
  }

  /** Replaces the text of a key. False when another process has changed it meanwhile. */
  async #replace(folder: string, old: string | undefined, key: string, text: string): Promise<boolean> {
    const id = makeId();
    const short = `${id}.${Buffer.from(text).toString('base64url')}`;
    const isShort = this.#takesLongNames && short.length <= MAX_NAME_LENGTH;
    const name = isShort ? short : id;
    const temporary = join(this.#temporary, id);
    let isDone = false;
    try {
      await finishAll([
        ...(isShort ? [] : [writeFlushed(join(this.#texts, id), text), this.#flushTexts()]),
        ...(old === undefined ? [makeKeyFolder(temporary, name, key)] : []),
      ]);
      isDone =
        old === undefined ? tryRename(temporary, folder) : tryRename(join(folder, old), join(folder, name));
    } finally {
      if (!isDone) this.#removeText(name);
      if (!isDone && old === undefined) await removeAll(temporary);
    }
    if (!isDone) return false;
    await finishAll([flushFolder(folder), ...(old === undefined ? [this.#flushKeys()] : [])]);
    this.#removeText(old);
    return true;
  }

  async #remove(folder: string, name: string): Promise<boolean> {
    if (!tryUnlink(join(folder, name))) return false;
    await flushFolder(folder);
    try {
      rmdirSync(folder);
    } catch {
      // Another process has put a new value there.
    }
    this.#removeText(name);
    return true;
  }

  /** Removes the file of a replaced long text. */
  #removeText(name: string | undefined): void {
    if (name === undefined || decodeText(name) !== undefined) return;
    try {
      tryUnlink(join(this.#texts, name));
    } catch {
      // It stays, and nobody reads it.
    }
  }
}

interface Value {
  /** The name of the file in the folder of the key. */
  readonly name: string;
  /** Undefined when folders with different texts were merged, and none of them holds. */
  readonly text: string | undefined;
  /** The names of files that came by merging folders, and are ignored. */
  readonly duplicates: readonly string[];
}

const makeId = (): string => `${Date.now()}-${crypto.randomUUID()}`;

/** The name of a file of the store. Systems put files of their own into folders. */
const TEMPORARY_NAME = /^\d+-[0-9a-f-]{36}(\.[\w-]*)?$/;

/** The text in a name; undefined when it has none. */
function decodeText(name: string): string | undefined {
  const [, text] = name.split('.');
  return text === undefined ? undefined : Buffer.from(text, 'base64url').toString();
}

/** Makes the folder of a key, with its one file. The caller renames it; that fails if a folder with a file is there. */
async function makeKeyFolder(folder: string, name: string, key: string): Promise<void> {
  mkdirSync(folder, { mode: 0o700 });
  await writeFlushed(join(folder, name), JSON.stringify(key));
}

/** The names of the files in the folder of a key, the one that counts first; none when the key has no text. */
function readNames(folder: string): readonly string[] {
  const all = listOwnFolder(folder);
  const names = all.filter((name) => TEMPORARY_NAME.test(name)).sort();
  // Such a file would stop the rename that puts a new key here.
  if (names.length === 0 && all[0] !== undefined) {
    throw new Error(`The store is damaged: ${join(folder, all[0])} does not belong there. Remove it.`);
  }
  return names;
}

/** The key whose folder it is; undefined when it has no text. */
async function readKey(folder: string): Promise<string | undefined> {
  for (;;) {
    const [name] = readNames(folder);
    if (name === undefined) return undefined;
    const text = await readIfPresent(join(folder, name));
    // If it is gone, another process has renamed it: read the names again.
    if (text === undefined) continue;
    const key = parseJson(text);
    if (typeof key === 'string') return key;
    throw new Error(`The store is damaged: ${join(folder, name)} does not hold a key. Remove it.`);
  }
}
