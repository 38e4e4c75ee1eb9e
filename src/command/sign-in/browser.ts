import { spawn } from 'node:child_process';
import { win32 } from 'node:path';

/**
 * Finds the program, with its arguments, that opens an address in the default browser. There is no shell, since `&` in an
 * address would end its command. Windows looks for a program in the current folder first, so its whole path is given.
 *
 * @returns undefined for an address that is not one of a page
 */
export function findOpener(
  address: string,
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): readonly [string, ...string[]] | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  if (platform === 'darwin') return ['/usr/bin/open', href];
  if (platform !== 'win32') return ['xdg-open', href];
  const { SystemRoot: given = '' } = env;
  const system = /^[a-z]:\\/i.test(given) ? given : 'C:\\Windows';
  return [win32.join(system, 'System32', 'rundll32.exe'), 'url.dll,FileProtocolHandler', href];
}

/** Opens an address in the browser, and does not wait for it. Resolves to false when no program can open it. */
export function openInBrowser(address: string): Promise<boolean> {
  const found = findOpener(address, process.platform, process.env);
  if (found === undefined) return Promise.resolve(false);
  const [program, ...args] = found;
  return new Promise((resolve) => {
    const started = spawn(program, args, { stdio: 'ignore', detached: true });
    started.once('error', () => resolve(false));
    started.once('spawn', () => {
      started.unref();
      resolve(true);
    });
  });
}
