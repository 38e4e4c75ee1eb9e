import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { run } from './run.js';

/** The package as a user gets it. */
export interface Packed {
  readonly tarball: string;
  /** What is in the tarball, by its path there. */
  readonly files: readonly string[];
  /** The bytes of these files. */
  readonly unpackedSize: number;
  /** A project that has installed the tarball. */
  readonly consumer: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    packed: Packed;
  }
}

const repository = fileURLToPath(new URL('../../', import.meta.url));
const modules = join(repository, 'node_modules');
/** What the consumer has beside the package, for its own ends. */
const tools = ['@opentelemetry/api', '@opentelemetry/sdk-trace-base', '@types/node', 'hono', 'msw', 'vitest'];

let folder: string;

/** Packs the build, and installs the tarball into a project of its own. Needs no network. */
export async function setup(project: TestProject): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-'));
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: repository,
  });
  // The form of npm's own answer.
  const [packed] = JSON.parse(stdout) as [
    { filename: string; unpackedSize: number; files: { path: string }[] },
  ];
  const tarball = join(folder, packed.filename);
  const consumer = await install(tarball);
  const files = packed.files.map(({ path }) => path);
  project.provide('packed', { tarball, files, unpackedSize: packed.unpackedSize, consumer });
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

async function install(tarball: string): Promise<string> {
  const consumer = join(folder, 'consumer');
  await mkdir(consumer);
  const manifest = {
    private: true,
    type: 'module',
    dependencies: {
      'translation-requester': `file:${tarball}`,
      // From here instead of the registry: the versions are those that the package asks for.
      ky: `file:${join(modules, 'ky')}`,
      zod: `file:${join(modules, 'zod')}`,
    },
  };
  await writeFile(join(consumer, 'package.json'), JSON.stringify(manifest));
  const options = ['--offline', '--install-links', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...options], { cwd: consumer });
  for (const scope of ['@opentelemetry', '@types']) await mkdir(join(consumer, 'node_modules', scope));
  for (const tool of tools) await symlink(join(modules, tool), join(consumer, 'node_modules', tool));
  return consumer;
}
