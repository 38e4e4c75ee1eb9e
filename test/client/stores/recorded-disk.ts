import { vi } from 'vitest';

type Fs = typeof import('node:fs');

/** One step that the system has made for a store. */
export interface DiskStep {
  readonly name: 'create' | 'write' | 'mkdir' | 'rename' | 'remove' | 'flush' | 'other';
  readonly path: string;
  readonly to?: string;
  readonly content?: string;
}

/** What a test knows and decides of the steps. */
export interface RecordedDisk {
  readonly steps: DiskStep[];
  /** Called before each step; what it throws is thrown in its place. */
  before: (step: DiskStep) => void;
}

/** The file system, each step of which is written down. For `vi.mock('node:fs')`. */
export function recordFs(real: Fs, disk: RecordedDisk): Fs {
  const open = new Map<unknown, string>();
  const make = <Result>(step: DiskStep, work: () => Result): Result => {
    disk.before(step);
    const result = work();
    disk.steps.push(step);
    return result;
  };
  const openSync: Fs['openSync'] = (path, flags, mode) => {
    const name = flags === 'wx' ? 'create' : 'other';
    const file = make({ name, path: String(path) }, () => real.openSync(path, flags, mode));
    open.set(file, String(path));
    return file;
  };
  const flush = (file: number) => real.fsyncSync(file);
  return {
    ...real,
    openSync,
    closeSync: (file) => real.closeSync(file),
    writeFileSync: (file, content) =>
      make({ name: 'write', path: open.get(file) ?? '', content: String(content) }, () =>
        real.writeFileSync(file, content),
      ),
    mkdirSync: vi.fn((path, options) => {
      const isWhole = Object(options).recursive === true;
      return make({ name: isWhole ? 'other' : 'mkdir', path: String(path) }, () =>
        real.mkdirSync(path, options),
      );
    }) as Fs['mkdirSync'],
    renameSync: (path, to) =>
      make({ name: 'rename', path: String(path), to: String(to) }, () => real.renameSync(path, to)),
    unlinkSync: (path) => make({ name: 'remove', path: String(path) }, () => real.unlinkSync(path)),
    rmdirSync: (path) => make({ name: 'remove', path: String(path) }, () => real.rmdirSync(path)),
    fsync: ((file: number, done: (error?: unknown) => void) => {
      setImmediate(() => {
        try {
          make({ name: 'flush', path: open.get(file) ?? '' }, () => flush(file));
          done();
        } catch (error) {
          done(error);
        }
      });
    }) as Fs['fsync'],
  };
}
