import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'vitest';
import { run } from './run.js';

/** A folder with packages in it, or why it could not be made. */
export type Installed = { readonly folder: string } | { readonly reason: string };

/** No package runs a script of its own here either. */
const QUIET = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
const FLAGS = [...QUIET, '--install-links'];

/**
 * Installs packages from the registry into a folder beside the tarball; it is removed with the tarball.
 *
 * @param packages the version of each package, by its name
 */
export async function install(
  tarball: string,
  folderName: string,
  packages: Readonly<Record<string, string>>,
): Promise<Installed> {
  const folder = join(dirname(tarball), folderName);
  await mkdir(folder);
  const manifest = { private: true, type: 'module', dependencies: packages };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  try {
    await run('npm', ['install', ...FLAGS], { cwd: folder });
    return { folder };
  } catch (error) {
    return { reason: String(error) };
  }
}

/**
 * Installs packages from the registry into a folder that is kept between runs.
 *
 * @param packages the version of each package, by its name
 */
export async function installOnce(packages: Readonly<Record<string, string>>): Promise<Installed> {
  const cache = join(tmpdir(), `translation-requester-${userInfo().uid}`);
  const name = Object.entries(packages).map((entry) => entry.join('-').replaceAll('/', '-'));
  const folder = join(cache, name.join('_'));
  if (existsSync(folder)) return { folder };
  await mkdir(cache, { recursive: true, mode: 0o700 });
  const begun = await mkdtemp(join(cache, 'begun-'));
  try {
    await writeFile(join(begun, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
    await run('npm', ['install', ...QUIET], { cwd: begun });
    // A whole installation or none. Another process may have made the same meanwhile.
    await rename(begun, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
    return { folder };
  } catch (error) {
    return { reason: String(error) };
  } finally {
    await rm(begun, { recursive: true, force: true });
  }
}

/** Where the package for the platform has a program, which only a script would put elsewhere: its scope, and the path in it. */
const IN_PLATFORM_PACKAGE: Readonly<Record<string, readonly [scope: string, path: string]>> = {
  bun: ['@oven', 'bin/bun'],
  deno: ['@deno', 'deno'],
};

/** The path of a program of installed packages. */
export async function findProgram(folder: string, name: string): Promise<string> {
  const place = IN_PLATFORM_PACKAGE[name];
  if (place === undefined) return join(folder, 'node_modules/.bin', name);
  const scope = join(folder, 'node_modules', place[0]);
  const [platform = ''] = await readdir(scope);
  return join(scope, platform, place[1]);
}

/** The package that is Node for this platform. */
export const NODE_PACKAGE = `node-${process.platform.replace('win32', 'win')}-${process.arch}`;

const { engines }: { engines: { node: string } } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** The oldest Node that the package promises to run on: a version. */
export const OLDEST_NODE = `${engines.node.replace('>=', '')}.0`;

/** Installs the tarball beside what the folder has. @throws Error when a package there is not one that it fits */
export async function addTarball(folder: string, tarball: string): Promise<void> {
  await run('npm', ['install', ...FLAGS, tarball], { cwd: folder });
}

/** The folder; without one, the test is skipped, and the reason is printed. It fails where nobody would read that. */
export function folderOr(context: TestContext, installed: Installed): string {
  if ('folder' in installed) return installed.folder;
  if (process.env.CI === 'true') throw new Error(installed.reason);
  console.warn(`Skipped: ${context.task.name}\n${installed.reason}`);
  return context.skip(installed.reason);
}
