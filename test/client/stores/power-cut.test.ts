import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileStore } from '../../../src/node.js';
import type { DiskStep, RecordedDisk } from './recorded-disk.js';

const disk = vi.hoisted((): RecordedDisk => ({ steps: [], before: () => undefined }));

vi.mock('node:fs', async (importOriginal) => {
  const { recordFs } = await import('./recorded-disk.js');
  return recordFs(await importOriginal<typeof import('node:fs')>(), disk);
});

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-'));
});

afterEach(async () => {
  disk.before = () => undefined;
  await rm(folder, { recursive: true });
});

const long = (text: string): string => text.padEnd(300, '-');
/** Each kind of change: of none, of short and of long texts. */
const TEXTS = [undefined, 'a', 'b', long('c'), long('d'), 'e', undefined, long('f'), undefined];

/** Makes all changes of a key. Resolves to the number of steps of the disk that each has ended with. */
async function changeAll(path: string): Promise<number[]> {
  const store = fileStore(path);
  await store.keys('');
  const ends = [disk.steps.length];
  for (const [index, text] of TEXTS.slice(1).entries()) {
    expect(await store.swap('key', TEXTS[index], text)).toBe(true);
    ends.push(disk.steps.length);
  }
  return ends;
}

/** What is read in a folder that a process has left. */
async function readLeft(path: string): Promise<string | undefined> {
  const store = fileStore(path);
  const text = await store.get('key');
  expect(await store.keys('')).toEqual(text === undefined ? [] : ['key']);
  return text;
}

/** A folder or a file, apart from its name. */
interface Node {
  readonly entries?: Map<string, Node>;
  content?: string;
}

/** What is on a disk when the power fails: what was flushed, and of all else what happens to be there. */
class CutDisk {
  readonly top: Node = { entries: new Map() };
  readonly #root: string;
  /** By path, as the processes see it. */
  readonly #seen = new Map<string, Node>([['', this.top]]);
  /** Changes that are not flushed, each with the folder or file that has to be. */
  #unsure: { readonly at: Node; readonly keep: () => void }[] = [];

  constructor(root: string) {
    this.#root = root;
    for (const name of ['keys', 'texts', 'temporary']) this.#add(name, { entries: new Map() });
    this.#flush(this.top);
  }

  apply({ name, path: whole, to = whole, content = '' }: DiskStep): void {
    const path = relative(this.#root, whole);
    const node = this.#seen.get(path);
    if (name === 'mkdir') this.#add(path, { entries: new Map() });
    else if (name === 'create') this.#add(path, { content: '' });
    else if (node === undefined) return;
    else if (name === 'write') this.#change(node, () => Object.assign(node, { content }));
    else if (name === 'remove') this.#change(this.#parent(path), (at) => at.delete(basename(path)));
    else if (name === 'rename') this.#rename(node, path, relative(this.#root, to));
    else if (name === 'flush') this.#flush(node);
    if (name === 'remove') this.#seen.delete(path);
  }

  get unsure(): number {
    return this.#unsure.length;
  }

  /** @param kept a bit for each change that was not flushed: whether it is there all the same */
  cut(kept: number): void {
    for (const [index, { keep }] of this.#unsure.entries()) if ((kept >> index) & 1) keep();
  }

  #parent(path: string): Node {
    return this.#seen.get(dirname(path).replace(/^\.$/, '')) ?? this.top;
  }

  #change(at: Node, keep: (entries: Map<string, Node>) => unknown): void {
    // Nothing is ever read there.
    if (at === this.#seen.get('temporary')) return;
    this.#unsure.push({ at, keep: () => keep(at.entries ?? new Map()) });
  }

  #add(path: string, node: Node): void {
    this.#seen.set(path, node);
    this.#change(this.#parent(path), (at) => at.set(basename(path), node));
  }

  #rename(node: Node, path: string, to: string): void {
    const from = this.#parent(path);
    for (const [name, moved] of Array.from(this.#seen)) {
      if (name !== path && !name.startsWith(`${path}/`)) continue;
      this.#seen.delete(name);
      this.#seen.set(to + name.slice(path.length), moved);
    }
    this.#change(this.#parent(to), (at) => {
      from.entries?.delete(basename(path));
      at.set(basename(to), node);
    });
  }

  #flush(node: Node): void {
    for (const { at, keep } of this.#unsure) if (at === node) keep();
    this.#unsure = this.#unsure.filter(({ at }) => at !== node);
  }
}

/** So few changes are not flushed at any time that each selection of them can be tried. */
const MAX_UNSURE = 8;

function makeDisk(root: string, steps: readonly DiskStep[]): CutDisk {
  const made = new CutDisk(root);
  for (const step of steps) made.apply(step);
  return made;
}

async function restore({ entries, content = '' }: Node, path: string): Promise<void> {
  if (entries === undefined) return writeFile(path, content, { mode: 0o600 });
  await mkdir(path, { recursive: true, mode: 0o700 });
  for (const [name, entry] of entries) await restore(entry, join(path, name));
}

describe('a store in files', () => {
  test('has after a power cut at any step what was acknowledged, or what was being written', async () => {
    const path = join(folder, 'store');
    disk.steps.splice(0);
    const ends = await changeAll(path);
    const steps = disk.steps.slice();
    let copies = 0;
    const cut = async (at: number, kept: number): Promise<void> => {
      copies += 1;
      const copy = join(folder, `${copies}`);
      const left = makeDisk(path, steps.slice(0, at));
      left.cut(kept);
      await restore(left.top, copy);
      const done = ends.filter((end) => end <= at).length - 1;
      const allowed = TEXTS.slice(Math.max(0, done), done + 2);
      expect(allowed, `step ${at} of ${steps.length}`).toContain(await readLeft(copy));
    };
    for (let at = ends[0] ?? 0; at <= steps.length; at += 1) {
      const { unsure } = makeDisk(path, steps.slice(0, at));
      expect(unsure).toBeLessThan(MAX_UNSURE);
      for (let kept = 0; kept < 2 ** unsure; kept += 1) await cut(at, kept);
    }
  });

  test.each(['is killed', 'has a full disk', 'has a broken disk'])(
    'is whole when a process %s at any step',
    async (what) => {
      const codes: Readonly<Record<string, string>> = {
        'has a full disk': 'ENOSPC',
        'has a broken disk': 'EIO',
      };
      let isOver = false;
      for (let last = 1; !isOver; last += 1) {
        const path = join(folder, `${last}`);
        await fileStore(path).keys('');
        let [count, changes] = [0, 0];
        disk.before = () => {
          count += 1;
          // A killed process makes no further step. A disk that is full or broken at one step may take the next one.
          if (what === 'is killed' ? count >= last : count === last)
            throw Object.assign(new Error('It has ended.'), { code: codes[what] });
        };
        const store = fileStore(path);
        try {
          for (const [index, text] of TEXTS.slice(1).entries()) {
            await store.swap('key', TEXTS[index], text);
            changes += 1;
          }
          isOver = count < last;
        } catch {
          // At this step.
        }
        disk.before = () => undefined;
        const allowed = TEXTS.slice(changes, changes + 2);
        const text = await readLeft(path);
        expect(allowed, `after step ${last}`).toContain(text);
        expect(await fileStore(path).swap('key', text, 'next')).toBe(true);
        expect(await fileStore(path).get('key')).toBe('next');
      }
    },
  );
});
