import type { Stats } from 'node:fs';
import { lstat, readlink, realpath } from 'node:fs/promises';
import nodePath, { type PlatformPath } from 'node:path';
import { isDeviceName } from '../../base/device-name.js';
import { codeOf, undefinedOn } from '../files/disk.js';
import { UsageError } from '../terminal/failures.js';

/** A path, and whether a person has named it on the command line. Otherwise it comes from the project file. */
export interface GivenPath {
  /** From the folder of the project. */
  readonly path: string;
  readonly isNamed: boolean;
}

/** With more links than this in a path, they lead in a circle. */
const MAX_LINKS = 40;
/** What Windows takes for a stream of a file or a pattern, and what no one can see. */
const UNUSUAL = /[\p{C}\\<>:"|?*]|[. ]$/u;

/**
 * The names on the way from a folder to a path.
 *
 * @returns undefined when the path is outside the folder
 */
export function splitWithin(
  folder: string,
  path: string,
  {
    resolve,
    relative,
    isAbsolute,
    sep,
  }: Pick<PlatformPath, 'resolve' | 'relative' | 'isAbsolute' | 'sep'> = nodePath,
): readonly string[] | undefined {
  const way = relative(folder, resolve(folder, path));
  // It is absolute on another drive of Windows, or on another machine.
  if (isAbsolute(way)) return undefined;
  const names = way.split(sep).filter((name) => name !== '');
  return names[0] === '..' ? undefined : names;
}

/** The name that makes a path of a project file unusable on some system, or that hides a file; undefined if there is none. */
export function findUnusualName(names: readonly string[]): string | undefined {
  return names.find((name) => name.startsWith('.') || isDeviceName(name) || UNUSUAL.test(name));
}

/**
 * The folder of the project. It can come from a stranger, with its project file and its links. So every path in it is resolved
 * here: a path that leads out of the folder is refused, unless a person has named a place outside on the command line.
 */
export class ProjectFolder {
  readonly #path: string;

  constructor(path: string) {
    this.#path = nodePath.resolve(path);
  }

  /**
   * The real path of a file. It need not exist.
   *
   * @param what names the file in errors
   * @param endings what its name may end with, unless a person has named it
   * @throws UsageError when it is outside the folder, or no regular file
   */
  async resolveFile(
    { path, isNamed }: GivenPath,
    what: string,
    endings: readonly string[] = [''],
  ): Promise<string> {
    const names = splitWithin(this.#path, path);
    if (names === undefined) {
      if (isNamed) return nodePath.resolve(this.#path, path);
      throw this.#outside(what);
    }
    const real = await this.#follow(names, what);
    const within = splitWithin(await this.#root(), real) ?? [];
    // A person can name any file, but means that one, and not what a link makes of it.
    const isMeant = isNamed && within.join('/') === names.join('/');
    if (!isMeant) {
      checkNames([...within, ...names], what);
      checkEnding(real, what, endings);
    }
    const found = await look(real, what);
    if (found === undefined || found.isFile()) return real;
    throw new UsageError(`${what} is not a regular file.`);
  }

  /** The real path of something that the command itself names. @throws UsageError when it is outside the folder */
  async resolveOwn(path: string): Promise<string> {
    return this.#follow(splitWithin(this.#path, path) ?? [], path);
  }

  #root(): Promise<string> {
    return realpath(this.#path);
  }

  /**
   * Goes the way to a path, link by link, and never through a place outside: even a look at a file of another machine would
   * send it the user's password on Windows.
   */
  async #follow(names: readonly string[], what: string): Promise<string> {
    const root = await this.#root();
    let at = root;
    let rest = names;
    for (let links = 0; rest[0] !== undefined; ) {
      const next = nodePath.join(at, rest[0]);
      const found = await look(next, what);
      if (found?.isSymbolicLink()) {
        const to = nodePath.resolve(at, await readlink(next));
        const inside = splitWithin(root, to) ?? splitWithin(this.#path, to);
        links += 1;
        if (inside === undefined || links > MAX_LINKS) throw this.#outside(what);
        at = root;
        rest = [...inside, ...rest.slice(1)];
      } else {
        at = next;
        rest = rest.slice(1);
      }
    }
    const real = await resolveReal(at);
    if (splitWithin(root, real) === undefined) throw this.#outside(what);
    return real;
  }

  #outside(what: string): UsageError {
    return new UsageError(
      `${what} leads out of the folder of the project, ${this.#path}. Only what you name on the command line may be outside, and no link may lead there.`,
    );
  }
}

/** What is at a path itself, links included; undefined for nothing. @throws UsageError when the system refuses to say */
async function look(path: string, what: string): Promise<Stats | undefined> {
  return undefinedOn(['ENOENT', 'ENOTDIR'], lstat(path)).catch((error: unknown) => {
    throw new UsageError(`${what} can't be read (${codeOf(error)}).`);
  });
}

/** @throws UsageError */
function checkNames(names: readonly string[], what: string): void {
  const unusual = findUnusualName(names);
  if (unusual === undefined) return;
  throw new UsageError(
    `${what} has ${JSON.stringify(unusual)} in its path. Hidden files and folders, and names that not every system has, are used only if you name them on the command line, without links.`,
  );
}

/** @throws UsageError */
function checkEnding(path: string, what: string, endings: readonly string[]): void {
  const name = nodePath.basename(path).toLowerCase();
  if (endings.some((ending) => name.endsWith(ending))) return;
  throw new UsageError(
    `${what} does not end in ${endings.join(' or ')}, so it is not written as a locale file. Name it on the command line by --target, without links, if you mean it.`,
  );
}

/** The real path as the disk spells it, also if its end does not exist yet. */
async function resolveReal(path: string): Promise<string> {
  const found = await undefinedOn(['ENOENT', 'ENOTDIR'], realpath(path));
  return found ?? nodePath.join(await resolveReal(nodePath.dirname(path)), nodePath.basename(path));
}
