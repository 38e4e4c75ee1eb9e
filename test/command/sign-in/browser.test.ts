import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findOpener, openInBrowser } from '../../../src/command/sign-in/browser.js';

const address =
  'https://service.example/oauth/authorize?response_type=code&client_id=a%26b&state=x&calc.exe&"^|<>%PATH%;$(id)`id`';
const encoded =
  'https://service.example/oauth/authorize?response_type=code&client_id=a%26b&state=x&calc.exe&%22^|%3C%3E%PATH%;$(id)`id`';

describe('the browser is opened without a shell, with the whole address as one argument', () => {
  test.each<readonly [NodeJS.Platform, readonly string[]]>([
    ['linux', ['xdg-open', encoded]],
    ['freebsd', ['xdg-open', encoded]],
    ['darwin', ['/usr/bin/open', encoded]],
    ['win32', ['D:\\WinNT\\System32\\rundll32.exe', 'url.dll,FileProtocolHandler', encoded]],
  ])('on %s', (platform, expected) => {
    expect(findOpener(address, platform, { SystemRoot: 'D:\\WinNT', DISPLAY: ':0' })).toEqual(expected);
  });

  test.each([undefined, '', '.', '\\\\server\\share', 'folder'])(
    'on Windows never by a program of the current folder, whatever SystemRoot is (%j)',
    (SystemRoot) => {
      const found = findOpener(address, 'win32', SystemRoot === undefined ? {} : { SystemRoot });
      expect(found?.[0]).toBe('C:\\Windows\\System32\\rundll32.exe');
    },
  );

  test.each(['file:///c:/windows/system32/calc.exe', 'javascript:alert(1)', 'C:\\calc.exe', '-a', '', 'x'])(
    'and never for %j',
    (another) => {
      for (const platform of ['linux', 'darwin', 'win32'] as const)
        expect(findOpener(another, platform, { DISPLAY: ':0' })).toBeUndefined();
    },
  );

  test.each(['DISPLAY', 'WAYLAND_DISPLAY', 'BROWSER', 'WSL_DISTRO_NAME'])(
    'on Linux only where something can show it, such as with %s',
    (name) => {
      expect(findOpener(address, 'linux', { [name]: 'x' })).toEqual(['xdg-open', encoded]);
      expect(findOpener(address, 'linux', { [name]: '' })).toBeUndefined();
      expect(findOpener(address, 'linux', {})).toBeUndefined();
    },
  );
});

// So that a program may take as long as it needs on a busy machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Runs `use` with a folder that holds an `xdg-open`, made of this program. */
async function withOpener<Result>(
  makeProgram: (folder: string) => string,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'translation-requester-browser-'));
  try {
    await writeFile(join(folder, 'xdg-open'), makeProgram(folder));
    await chmod(join(folder, 'xdg-open'), 0o700);
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Opens an address with a shell script as `xdg-open`. */
const openWith = (script: string): Promise<boolean> =>
  withOpener(
    () => `#!/bin/sh\n${script}\n`,
    (folder) => {
      const env = { PATH: [folder, process.env.PATH].join(delimiter), DISPLAY: ':0' };
      return openInBrowser('https://service.example/', { platform: 'linux', env });
    },
  );

test.skipIf(process.platform === 'win32')(
  'a program that finds no browser is not taken for one',
  async () => {
    // As `xdg-open` ends where it finds none.
    expect(await openWith('exit 3')).toBe(false);
    expect(await openWith('kill -9 $$')).toBe(false);
    expect(await openWith('exit 0')).toBe(true);
  },
);

test.skipIf(process.platform === 'win32')('a browser that runs on is not waited for', async () => {
  const opened = openWith('exec sleep 20');
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(3_000);
  expect(await opened).toBe(true);
});

/** Runs the opener of Linux with this environment. @returns the environment that it has got */
const readChildEnvironment = (env: Readonly<Record<string, string>>): Promise<Record<string, string>> =>
  withOpener(
    // Complete under its name at once.
    (folder) => `#!${process.execPath}
      const fs = process.getBuiltinModule('node:fs');
      fs.writeFileSync('${folder}/environment.part', JSON.stringify(process.env));
      fs.renameSync('${folder}/environment.part', '${folder}/environment');`,
    async (folder) => {
      const from = { platform: 'linux', env: { ...env, PATH: folder } } as const;
      expect(await openInBrowser('https://service.example/', from)).toBe(true);
      const read = () => readFile(join(folder, 'environment'), 'utf8').catch(() => '');
      await expect.poll(read).toContain('PATH');
      return JSON.parse(await read());
    },
  );

test('the browser gets of the environment what it needs, and no secret of this command or another', async () => {
  const needed = {
    HOME: '/home/me',
    LANG: 'de_DE.UTF-8',
    LC_ALL: 'C.UTF-8',
    BROWSER: 'firefox',
    DISPLAY: ':0',
    WAYLAND_DISPLAY: 'wayland-0',
    XAUTHORITY: '/x',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/bus',
    XDG_RUNTIME_DIR: '/run/user/1',
    XDG_CURRENT_DESKTOP: 'KDE',
    DESKTOP_SESSION: 'plasma',
    SystemRoot: 'C:\\Windows',
    APPDATA: 'C:\\a',
    'ProgramFiles(x86)': 'C:\\p',
    ComSpec: 'cmd.exe',
  };
  const secret = {
    TRANSLATION_REQUESTER_TOKEN: 'secret',
    TRANSLATION_REQUESTER_CLIENT_SECRET: 'secret',
    TRANSLATION_REQUESTER_URL: 'secret',
    GITHUB_TOKEN: 'secret',
    AWS_SECRET_ACCESS_KEY: 'secret',
    NPM_TOKEN: 'secret',
    NODE_OPTIONS: '--title=secret',
    VSCODE_GIT_IPC_AUTH_TOKEN: 'secret',
    MY_PATH: 'secret',
  };
  const found = await readChildEnvironment({ ...needed, ...secret });
  expect(found).toMatchObject(needed);
  expect(JSON.stringify(found)).not.toContain('secret');
});
