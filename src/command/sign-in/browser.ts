import { spawn } from 'node:child_process';
import { win32 } from 'node:path';

/**
 * Finds the program, with its arguments, that opens an address in the default browser. There is no shell, since `&` in an
 * address would end its command. Windows looks for a program in the current folder first, so its whole path is given.
 *
 * @returns undefined for an address that is not that of a page, and on a machine that can't show pages
 */
export function findOpener(
  address: string,
  platform: NodeJS.Platform,
  env: Environment,
): readonly [string, ...string[]] | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  if (platform === 'darwin') return ['/usr/bin/open', href];
  if (platform === 'linux' && !FOR_PAGES.some((name) => env[name])) return undefined;
  if (platform !== 'win32') return ['xdg-open', href];
  const { SystemRoot: given = '' } = env;
  const system = /^[a-z]:\\/i.test(given) ? given : 'C:\\Windows';
  return [win32.join(system, 'System32', 'rundll32.exe'), 'url.dll,FileProtocolHandler', href];
}

/**
 * On Linux, one of these is set where a page can be shown: by a desktop, by an editor that is connected to this machine, by
 * Windows. Without any, `xdg-open` would give the page to a browser for terminals, which nobody sees.
 */
const FOR_PAGES = ['DISPLAY', 'WAYLAND_DISPLAY', 'BROWSER', 'WSL_DISTRO_NAME'] as const;

/**
 * What a browser, and the program that opens it, need of the environment: where programs and the user's files are, the display and the
 * session, the language. Everything else stays here: the token, the secret of the application, and whatever a shell or a CI holds.
 */
const FOR_BROWSERS = new Set(
  `PATH HOME USER LOGNAME SHELL TMPDIR TZ LANG LANGUAGE BROWSER HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY
  DISPLAY WAYLAND_DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS DESKTOP_SESSION MOZ_ENABLE_WAYLAND
  KDE_FULL_SESSION KDE_SESSION_VERSION GNOME_DESKTOP_SESSION_ID MATE_DESKTOP_SESSION_ID
  WSL_DISTRO_NAME WSL_INTEROP WSLENV VSCODE_IPC_HOOK_CLI __CF_USER_TEXT_ENCODING
  SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT TEMP TMP OS SESSIONNAME PUBLIC ALLUSERSPROFILE PROGRAMDATA
  USERPROFILE USERNAME USERDOMAIN HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA
  PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 COMMONPROGRAMFILES COMMONPROGRAMFILES(X86) COMMONPROGRAMW6432
  PROCESSOR_ARCHITECTURE PROCESSOR_ARCHITEW6432 NUMBER_OF_PROCESSORS`.split(/\s+/),
);

type Environment = Readonly<Record<string, string | undefined>>;

/** Windows writes the names in any case. */
const isForBrowsers = (name: string): boolean =>
  FOR_BROWSERS.has(name.toUpperCase()) || /^(?:XDG|LC)_/.test(name);

/** Milliseconds in which a program says that it can open no browser. One that runs on is a browser itself. */
const OPENING_TIME = 3_000;

/**
 * Opens an address in the browser. Resolves to false when no program can open it.
 *
 * @param from the process that opens it @default this one
 */
export function openInBrowser(
  address: string,
  { platform, env }: { readonly platform: NodeJS.Platform; readonly env: Environment } = process,
): Promise<boolean> {
  const found = findOpener(address, platform, env);
  if (found === undefined) return Promise.resolve(false);
  const [program, ...args] = found;
  const needed = Object.fromEntries(Object.entries(env).filter(([name]) => isForBrowsers(name)));
  return new Promise((resolve) => {
    const started = spawn(program, args, { stdio: 'ignore', detached: true, env: needed });
    started.once('error', () => resolve(false));
    started.once('exit', (code) => resolve(code === 0));
    started.unref();
    setTimeout(() => resolve(true), OPENING_TIME).unref();
  });
}
