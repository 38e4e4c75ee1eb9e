import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { run } from './package/run.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const checked = (...files: string[]) =>
  run(process.execPath, ['scripts/lockfile.mjs', ...files], { cwd: root });

const HASH = `sha512-${'A'.repeat(86)}==`;

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'translation-requester-lockfile-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A lockfile with these entries, in a folder of its own. @param given what its folder has beside it */
async function lockfile(
  packages: object,
  given: { readonly allowScripts?: object; readonly npmrc?: string } = {},
): Promise<string> {
  const folder = await temporary();
  const file = join(folder, 'package-lock.json');
  const { allowScripts, npmrc = 'ignore-scripts=true\n' } = given;
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'app', allowScripts }));
  await writeFile(join(folder, '.npmrc'), npmrc);
  await writeFile(
    file,
    JSON.stringify({ name: 'app', lockfileVersion: 3, packages: { '': {}, ...packages } }),
  );
  return file;
}

describe('the check of the lockfiles', () => {
  test('passes ours', async () => {
    await expect(checked('package-lock.json', 'lab/bench/package-lock.json')).resolves.toBeDefined();
  });

  test.each([
    ['no hash (integrity)', { version: '1.0.0' }],
    ['no hash (integrity)', { version: '1.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
    ['no hash (integrity)', { version: '1.0.0', integrity: '' }],
    ['no hash (integrity)', { version: '1.0.0', resolved: 'git+ssh://git@code.example/a.git#1' }],
    ['no hash (integrity)', { resolved: '../elsewhere', link: true }],
    ['no hash (integrity)', { link: true }],
    [
      'an address (resolved)',
      { version: '1.0.0', integrity: HASH, resolved: 'https://registry.example/a.tgz' },
    ],
    ['no version', { integrity: HASH }],
  ])('refuses an entry with %s: %j', async (reason, entry) => {
    const file = await lockfile({
      'node_modules/b': { version: '1.0.0', integrity: HASH },
      'node_modules/a': entry,
    });
    await expect(checked('package-lock.json', file)).rejects.toThrow(`- node_modules/a has ${reason}\n`);
  });

  const SCRIPTED = {
    'node_modules/a/node_modules/@b/c': { version: '1.0.0', integrity: HASH, hasInstallScript: true },
  };

  test.each([undefined, {}, { '@b/c': true }, { c: false, a: false }])(
    'refuses a package with a script that is not named as off (allowScripts: %j)',
    async (allowScripts) => {
      const file = await lockfile(SCRIPTED, allowScripts && { allowScripts });
      await expect(checked(file)).rejects.toThrow(
        '- node_modules/a/node_modules/@b/c has a script to run when it is installed\n',
      );
    },
  );

  test('accepts a package with a script that is named as off', async () => {
    await expect(
      checked(await lockfile(SCRIPTED, { allowScripts: { '@b/c': false } })),
    ).resolves.toBeDefined();
  });

  test.each(['', 'ignore-scripts=false\n', '# ignore-scripts=true\n'])(
    'refuses a folder in which npm would run scripts (%j)',
    async (npmrc) => {
      await expect(checked(await lockfile({}, { npmrc }))).rejects.toThrow('lacks ignore-scripts=true');
    },
  );

  test('accepts a package that is a folder of the repository', async () => {
    const link = { resolved: 'part', link: true };
    await expect(checked(await lockfile({ 'node_modules/part': link, part: {} }))).resolves.toBeDefined();
  });
});

/** A package of one file, packed: what a registry sends. */
function tarball(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([path, text]) => {
    const content = Buffer.from(text);
    const header = Buffer.alloc(512);
    header.write(`package/${path}`, 0);
    header.write('0000644\0', 100);
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write(`${'0'.repeat(11)}\0        0`, 136);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((a, b) => a + b, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/** A registry that has one package, and sends what it is given for it. */
async function registry(sent: Buffer): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz') === true) return response.end(sent);
    const dist = { tarball: `http://${request.headers.host}/a.tgz` };
    const version = { name: 'a', version: '1.0.0', dist };
    response.end(
      JSON.stringify({ name: 'a', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // The cast is safe: it listens at a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** What `npm ci` installs as the package, from a lockfile with the entry, when the registry sends this. */
async function installed(entry: object, sent: Buffer): Promise<string> {
  const folder = await temporary();
  const manifest = { name: 'app', version: '1.0.0', dependencies: { a: '1.0.0' } };
  const packages = { '': manifest, 'node_modules/a': entry };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...manifest, lockfileVersion: 3, requires: true, packages }),
  );
  await mkdir(join(folder, 'cache'));
  const address = await registry(sent);
  const flags = [
    '--fetch-retries',
    '0',
    '--registry',
    address,
    '--cache',
    join(folder, 'cache'),
    '--no-audit',
    '--no-fund',
    // A suite that runs in silence passes that on to its own npm.
    '--loglevel',
    'error',
  ];
  await run('npm', ['ci', ...flags], { cwd: folder });
  return readFile(join(folder, 'node_modules/a/index.js'), 'utf8');
}

test.each(['.', 'lab/bench'])('npm runs no script of a package in %s', async (folder) => {
  const { stdout } = await run('npm', ['config', 'get', 'ignore-scripts'], { cwd: join(root, folder) });
  expect(stdout.trim()).toBe('true');
});

describe('npm ci', () => {
  const manifest = JSON.stringify({ name: 'a', version: '1.0.0' });
  const honest = tarball({ 'package.json': manifest, 'index.js': 'honest' });
  const tampered = tarball({ 'package.json': manifest, 'index.js': 'tampered' });
  const integrity = `sha512-${createHash('sha512').update(honest).digest('base64')}`;

  test('takes the package that the lockfile has the hash of, and no other', async () => {
    const entry = { version: '1.0.0', integrity };
    expect(await installed(entry, honest)).toBe('honest');
    await expect(installed(entry, tampered)).rejects.toThrow('EINTEGRITY');
  });

  test('takes any without a hash, which is why the check refuses that', async () => {
    expect(await installed({ version: '1.0.0' }, tampered)).toBe('tampered');
  });
});

describe('npm ci in a clone, on an older Node than packages ask for', () => {
  const engines = { node: '>=999' };

  /** Runs `npm ci` with our settings. @returns what it printed to stderr, also when it fails */
  async function printed(packages: object, dependencies: object = {}): Promise<string> {
    const folder = await temporary();
    const manifest = { name: 'app', version: '1.0.0', dependencies, engines };
    const lock = { ...manifest, lockfileVersion: 3, requires: true, packages: { '': manifest, ...packages } };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
    await cp(join(root, '.npmrc'), join(folder, '.npmrc'));
    // What the npm that runs this suite was told is not passed on.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('npm_config_')),
    );
    const done = promisify(execFile)('npm', ['ci', '--offline'], { cwd: folder, env });
    const { stderr }: { stderr: string } = await done.catch((error) => error);
    return stderr;
  }

  test('prints no warning', async () => {
    expect(await printed({})).toBe('');
  });

  test('prints what makes it fail', async () => {
    const entry = { version: '1.0.0', integrity: HASH, engines };
    const stderr = await printed({ 'node_modules/a': entry }, { a: '1.0.0' });
    expect(stderr).toContain('npm error code ENOTCACHED');
    expect(stderr).not.toContain('EBADENGINE');
  });
});
