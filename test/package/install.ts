import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestContext } from 'vitest';
import { run } from './run.js';

/** A folder with packages in it, or why it could not be made. */
export type Installed = { readonly folder: string } | { readonly reason: string };

const FLAGS = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', '--install-links'];

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

/** Installs the tarball beside what the folder has. @throws Error when a package there is not one that it fits */
export async function addTarball(folder: string, tarball: string): Promise<void> {
  await run('npm', ['install', ...FLAGS, tarball], { cwd: folder });
}

/** The folder; without one, the test is skipped, and the reason is printed. */
export function folderOr(context: TestContext, installed: Installed): string {
  if ('folder' in installed) return installed.folder;
  console.warn(`Skipped: ${context.task.name}\n${installed.reason}`);
  return context.skip(installed.reason);
}
