import type { Stats } from 'node:fs';
import { lstat, readdir, readlink, realpath } from 'node:fs/promises';
import nodePath, { type PlatformPath } from 'node:path';
import { isDeviceName } from '../../base/names.js';
import { catchCodes, readErrorCode } from '../../command-internals.js';
import { UsageError } from '../terminal/failures.js';

/** A path, and whether a person has named it on the command line. Otherwise it comes from the project file. */
export interface GivenPath {
  /** From the folder of the project. */
  readonly path: string;
  readonly isNamed: boolean;
}

/** A path with more links than this is taken for a circle. */
const MAX_LINKS = 40;
/** Characters that Windows reads as a stream or a pattern, and invisible ones. */
const UNUSUAL_IN_PATH = /[\p{C}\\<>:"|?*]|[. ]$/u;

/**
 * Splits the way from a folder to a path into names.
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
  // On another drive of Windows or another machine, the way is absolute.
  if (isAbsolute(way)) return undefined;
  const names = way.split(sep).filter((name) => name !== '');
  return names[0] === '..' ? undefined : names;
}

/** A path as the project names it: from its folder, with slashes. @param from the folder that the path starts from */
export const nameInProject = (root: string, from: string, path: string): string =>
  nodePath.relative(root, nodePath.resolve(from, path)).split(nodePath.sep).join('/');

/** Finds a name that is hidden, or that some system can't use; undefined if there is none. */
export function findUnusualName(names: readonly string[]): string | undefined {
  return names.find((name) => name.startsWith('.') || isDeviceName(name) || UNUSUAL_IN_PATH.test(name));
}

/**
 * The folder of the project, and the one in which the person stands. A project can come from a stranger, with its project file and
 * its links. So every path in it is resolved here: a path that leads out of the folder is refused, unless a person has named a place
 * outside on the command line.
 */
export class ProjectFolder {
  readonly #path: string;
  readonly #standing: string;

  /** @param standing where the person stands @default in the folder itself */
  constructor(path: string, standing = path) {
    this.#path = nodePath.resolve(path);
    this.#standing = nodePath.resolve(standing);
  }

  /** The path of the folder. */
  get path(): string {
    return this.#path;
  }

  /** A path of the project as the person sees it: from where they stand, with slashes. */
  show(path: string): string {
    return nameInProject(this.#standing, this.#path, path);
  }

  /** A path that the person has named, as the project names it: from its folder. An absolute one stays. */
  name(path: string): string {
    return nodePath.isAbsolute(path) ? path : nameInProject(this.#path, this.#standing, path);
  }

  /**
   * Finds the real path of a file, which need not exist.
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
      throw this.#makeOutsideError(what);
    }
    const real = await this.#follow(names, what);
    const within = splitWithin(await this.#findRoot(), real) ?? [];
    // Naming a file allows that file, not another one to which a link leads.
    const isMeant = isNamed && within.join('/') === names.join('/');
    if (!isMeant) {
      checkUsualNames([...within, ...names], what);
      checkEnding(real, what, endings);
    }
    const found = await lookAt(real, what);
    if (found === undefined || found.isFile()) return real;
    throw new UsageError(`${what} is not a regular file.`);
  }

  /**
   * Lists what is in a folder; nothing when it is not there, or can't be read.
   *
   * @throws UsageError when a link leads out of the folder of the project
   */
  async listNames({ path, isNamed }: GivenPath): Promise<readonly string[]> {
    const names = splitWithin(this.#path, path);
    if (names === undefined && !isNamed) return [];
    const real =
      names === undefined
        ? nodePath.resolve(this.#path, path)
        : await this.#follow(names, `The folder ${this.show(path)}`);
    return (await catchCodes(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'], readdir(real))) ?? [];
  }

  /** Finds the real path of something that the command itself names. @throws UsageError when it is outside the folder */
  async resolveOwn(path: string): Promise<string> {
    return this.#follow(splitWithin(this.#path, path) ?? [], path);
  }

  #findRoot(): Promise<string> {
    return realpath(this.#path);
  }

  /**
   * Follows a path link by link, and never leaves the folder: on Windows, even a look at a file of another machine sends that
   * machine the user's password.
   */
  async #follow(names: readonly string[], what: string): Promise<string> {
    const root = await this.#findRoot();
    let at = root;
    let rest = names;
    for (let links = 0; rest[0] !== undefined; ) {
      const next = nodePath.join(at, rest[0]);
      const found = await lookAt(next, what);
      if (found?.isSymbolicLink()) {
        const to = nodePath.resolve(at, await readlink(next));
        const inside = splitWithin(root, to) ?? splitWithin(this.#path, to);
        links += 1;
        if (inside === undefined || links > MAX_LINKS) throw this.#makeOutsideError(what);
        at = root;
        rest = [...inside, ...rest.slice(1)];
      } else {
        at = next;
        rest = rest.slice(1);
      }
    }
    const real = await resolveReal(at);
    if (splitWithin(root, real) === undefined) throw this.#makeOutsideError(what);
    return real;
  }

  #makeOutsideError(what: string): UsageError {
    return new UsageError(
      `${what} leads out of the folder of the project, ${this.#path}. Only what you name on the command line may be outside, and no link may lead there.`,
    );
  }
}

/** Looks at a path without following a link; undefined when nothing is there. @throws UsageError when the system refuses */
async function lookAt(path: string, what: string): Promise<Stats | undefined> {
  return catchCodes(['ENOENT', 'ENOTDIR'], lstat(path)).catch((error: unknown) => {
    throw new UsageError(`${what} can't be read (${readErrorCode(error)}).`);
  });
}

/** @throws UsageError */
function checkUsualNames(names: readonly string[], what: string): void {
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

/** Finds the real path as the disk spells it, also if its end does not exist yet. */
async function resolveReal(path: string): Promise<string> {
  const found = await catchCodes(['ENOENT', 'ENOTDIR'], realpath(path));
  return found ?? nodePath.join(await resolveReal(nodePath.dirname(path)), nodePath.basename(path));
}
