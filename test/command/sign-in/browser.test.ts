import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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
    expect(findOpener(address, platform, { SystemRoot: 'D:\\WinNT' })).toEqual(expected);
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
    (other) => {
      for (const platform of ['linux', 'darwin', 'win32'] as const)
        expect(findOpener(other, platform, {})).toBeUndefined();
    },
  );
});

/** Runs the opener of Linux with this environment. @returns the environment that it has got */
async function readChildEnvironment(env: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'translation-requester-browser-'));
  try {
    const dumped = join(folder, 'environment');
    // Complete under its name at once.
    const program = `#!${process.execPath}
      const fs = require('node:fs');
      fs.writeFileSync('${dumped}.part', JSON.stringify(process.env));
      fs.renameSync('${dumped}.part', '${dumped}');`;
    await writeFile(join(folder, 'xdg-open'), program);
    await chmod(join(folder, 'xdg-open'), 0o700);
    const from = { platform: 'linux', env: { ...env, PATH: folder } } as const;
    expect(await openInBrowser('https://service.example/', from)).toBe(true);
    const read = () => readFile(dumped, 'utf8').catch(() => '');
    await expect.poll(read).toContain('PATH');
    return JSON.parse(await read());
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('the browser gets of the environment what it needs, and no secret of this command or another', async () => {
  const needed = {
    ...{ HOME: '/home/me', LANG: 'de_DE.UTF-8', LC_ALL: 'C.UTF-8', BROWSER: 'firefox', DISPLAY: ':0' },
    ...{ WAYLAND_DISPLAY: 'wayland-0', XAUTHORITY: '/x', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/bus' },
    ...{ XDG_RUNTIME_DIR: '/run/user/1', XDG_CURRENT_DESKTOP: 'KDE', DESKTOP_SESSION: 'plasma' },
    ...{ SystemRoot: 'C:\\Windows', APPDATA: 'C:\\a', 'ProgramFiles(x86)': 'C:\\p', ComSpec: 'cmd.exe' },
  };
  const secret = {
    ...{ TRANSLATION_REQUESTER_TOKEN: 'secret', TRANSLATION_REQUESTER_CLIENT_SECRET: 'secret' },
    ...{ TRANSLATION_REQUESTER_URL: 'secret', GITHUB_TOKEN: 'secret', AWS_SECRET_ACCESS_KEY: 'secret' },
    ...{
      NPM_TOKEN: 'secret',
      NODE_OPTIONS: '--title=secret',
      VSCODE_GIT_IPC_AUTH_TOKEN: 'secret',
      MY_PATH: 'secret',
    },
  };
  const found = await readChildEnvironment({ ...needed, ...secret });
  expect(found).toMatchObject(needed);
  expect(JSON.stringify(found)).not.toContain('secret');
});
