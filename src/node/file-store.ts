import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { InputError } from '../core/errors/errors.js';
import type { Store } from '../stores/store.js';
import { codeOf, flushFolder, together, unless, writeFlushed } from './flushed.js';

/** Milliseconds after which a file that belongs to no value was left by a process that was killed. */
const LEFT = 3_600_000;
/** Values that were read or written last, so that changing one does not read it again. */
const KEPT = 100;

/**
 * A store in a folder, for the processes of one machine. They can be killed at any moment. A value has two files:
 *
 * - `texts/<id>` has the text. It is never changed: each text has a file, and an id, of its own.
 * - `keys/<hash of the key>/<id>` is empty, and the only file in its folder. Its name says which text is the value.
 *
 * A swap writes the new text, and then renames that empty file from the old id to the new one. The system lets one of
 * those who try it succeed: for the others, the file with the old name is gone.
 *
 * @param path the folder. It is made when it is missing.
 * @throws InputError at the first use when the folder can't be used
 */
export function fileStore(path: string): Store {
  return new FileStore(path);
}

class FileStore implements Store {
  readonly #keys: string;
  readonly #texts: string;
  readonly #temporary: string;
  /** By their keys. */
  readonly #last = new Map<string, Value>();
  readonly #flushTexts: () => Promise<void>;
  readonly #flushKeys: () => Promise<void>;
  #ready: Promise<void> | undefined;

  constructor(path: string) {
    this.#keys = join(path, 'keys');
    this.#texts = join(path, 'texts');
    this.#temporary = join(path, 'temporary');
    this.#flushTexts = together(() => flushFolder(this.#texts));
    this.#flushKeys = together(() => flushFolder(this.#keys));
  }

  async get(key: string): Promise<string | undefined> {
    await this.#prepare();
    const value = await this.#valueIn(this.#folderOf(key));
    if (value !== undefined) this.#keep(value);
    return value?.text;
  }

  async swap(key: string, previous: string | undefined, next: string | undefined): Promise<boolean> {
    await this.#prepare();
    const folder = this.#folderOf(key);
    // Changing what is not there any more fails, so what was there last is tried first.
    let value = this.#last.get(key);
    if (value?.text !== previous || (previous ?? next) === undefined) value = await this.#valueIn(folder);
    for (;;) {
      if (value?.text !== previous) return false;
      if (next === undefined) {
        if (value === undefined || (await this.#remove(folder, value.id))) return true;
      } else if (await this.#replace(folder, value?.id, { key, text: next })) return true;
      value = await this.#valueIn(folder);
    }
  }

  async keys(prefix: string): Promise<readonly string[]> {
    await this.#prepare();
    // Before the values are read, so that each text that a value has by then is known.
    const texts = await readdir(this.#texts);
    const used = new Set<string>();
    const keys: string[] = [];
    for (const name of await readdir(this.#keys)) {
      const value = await this.#valueIn(join(this.#keys, name));
      if (value === undefined) continue;
      used.add(value.id);
      if (value.key.startsWith(prefix)) keys.push(value.key);
    }
    await this.#removeLeftovers(texts.filter((id) => !used.has(id)));
    return keys;
  }

  /** Makes the folders, and tries whether files can be written there. */
  #prepare(): Promise<void> {
    this.#ready ??= this.#makeFolders().catch((error) => {
      this.#ready = undefined;
      const message = `must be a folder that this process can write to, or make; the system says ${codeOf(error)}`;
      throw new InputError([{ path: 'path', message }]);
    });
    return this.#ready;
  }

  async #makeFolders(): Promise<void> {
    for (const folder of [this.#keys, this.#texts, this.#temporary]) {
      await makeFolder(folder);
      const probe = join(folder, newId());
      await (await open(probe, 'wx', 0o600)).close();
      await unlink(probe);
    }
  }

  /** The folder of a key. Its name is a hash: a key can hold anything, and a path can't. */
  #folderOf(key: string): string {
    return join(this.#keys, createHash('sha256').update(key).digest('hex'));
  }

  async #valueIn(folder: string): Promise<Value | undefined> {
    for (let missing: string | undefined; ; ) {
      const [id] = (await unless(['ENOENT', 'ENOTDIR'], readdir(folder))) ?? [];
      if (id === undefined) return undefined;
      const content = await unless(['ENOENT'], readFile(join(this.#texts, id), 'utf8'));
      if (content !== undefined) return { id, ...JSON.parse(content) };
      // Another process has replaced it since, unless the value still has the same text.
      if (missing === id) throw new Error(`The store is damaged: ${join(this.#texts, id)} is missing.`);
      missing = id;
    }
  }

  #keep(value: Value): void {
    this.#last.set(value.key, value);
    const [oldest] = this.#last.keys();
    if (oldest !== undefined && this.#last.size > KEPT) this.#last.delete(oldest);
  }

  /** Gives a key another text. False when another process has changed it. */
  async #replace(folder: string, old: string | undefined, value: Omit<Value, 'id'>): Promise<boolean> {
    const id = newId();
    try {
      await writeFlushed(join(this.#texts, id), JSON.stringify(value));
      await this.#flushTexts();
      if (
        await (old === undefined ? this.#create(folder, id) : renamed(join(folder, old), join(folder, id)))
      ) {
        await (old === undefined ? this.#flushKeys() : flushFolder(folder));
        if (old !== undefined) await this.#forget(old);
        this.#keep({ id, ...value });
        return true;
      }
    } catch (error) {
      await this.#forget(id);
      throw error;
    }
    await this.#forget(id);
    return false;
  }

  /** Puts a folder with a file in its place at once. That fails where there is a folder with a file. */
  async #create(folder: string, id: string): Promise<boolean> {
    const beside = join(this.#temporary, id);
    try {
      await mkdir(beside, { mode: 0o700 });
      await writeFlushed(join(beside, id), '');
      await flushFolder(beside);
      if (await renamed(beside, folder)) return true;
    } catch (error) {
      await removeAll(beside);
      throw error;
    }
    await removeAll(beside);
    return false;
  }

  async #remove(folder: string, id: string): Promise<boolean> {
    if (
      (await unless(
        ['ENOENT'],
        unlink(join(folder, id)).then(() => true),
      )) === undefined
    )
      return false;
    await flushFolder(folder);
    // Unless another process has put a new value there.
    await rmdir(folder).catch(() => undefined);
    await this.#forget(id);
    return true;
  }

  /** Removes a text that is no value any more. What is left here goes with the leftovers. */
  async #forget(id: string): Promise<void> {
    await unlink(join(this.#texts, id)).catch(() => undefined);
  }

  async #removeLeftovers(texts: readonly string[]): Promise<void> {
    const temporary = await readdir(this.#temporary);
    const paths = [
      ...texts.filter(isLeft).map((id) => join(this.#texts, id)),
      ...temporary.filter(isLeft).map((id) => join(this.#temporary, id)),
    ];
    for (const path of paths) await removeAll(path);
  }
}

interface Value {
  readonly id: string;
  readonly key: string;
  readonly text: string;
}

/** Makes a folder and those that it is in, where they are missing, so that they survive a power cut too. */
async function makeFolder(path: string): Promise<void> {
  const highest = await mkdir(path, { recursive: true, mode: 0o700 });
  if (highest === undefined) return;
  for (let at = resolve(path); at !== resolve(dirname(highest)); ) {
    at = dirname(at);
    await flushFolder(at);
  }
}

const removeAll = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

/** A name that no other process gives, and that begins with the time. */
const newId = (): string => `${Date.now()}-${crypto.randomUUID()}`;

const isLeft = (id: string): boolean => Number.parseInt(id, 10) < Date.now() - LEFT;

/** False when the file is gone, or when the folder that it should replace is not empty. */
async function renamed(from: string, to: string): Promise<boolean> {
  const codes = ['ENOENT', 'ENOTEMPTY', 'EEXIST'];
  return (
    (await unless(
      codes,
      rename(from, to).then(() => true),
    )) ?? false
  );
}
