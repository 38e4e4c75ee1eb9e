import { describe, expect, test } from 'vitest';
import { findOpener } from '../../../src/command/sign-in/browser.js';

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
