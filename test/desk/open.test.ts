import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasChromium, PROGRAM } from '../browser/chromium.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

let folder: string;
let command: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-open-'));
  // Chromium as a person's browser: it opens the page that it gets as its argument, and runs on.
  const browser = join(folder, 'browser');
  const options = `--headless --no-sandbox --remote-debugging-port=0 --user-data-dir='${folder}/profile'`;
  await writeFile(browser, `#!/bin/sh\necho $$ > '${folder}/pid'\nexec ${PROGRAM} ${options} "$@"\n`);
  await chmod(browser, 0o755);
});

afterEach(async () => {
  if (command?.exitCode === null) {
    command.kill('SIGTERM');
    await once(command, 'exit');
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** Runs `sandbox --open`, and connects to the browser that it has opened. */
async function openDesk(...args: readonly string[]) {
  const environment = { PATH: process.env.PATH, HOME: folder, BROWSER: join(folder, 'browser') };
  command = spawn(process.execPath, [CLI, 'sandbox', '--port', '0', '--json', '--open', ...args], {
    env: environment,
  });
  let printed = '';
  command.stdout?.on('data', (part) => {
    printed += part;
  });
  await expect.poll(() => printed).toContain('\n');
  const port = () => readFile(join(folder, 'profile', 'DevToolsActivePort'), 'utf8').catch(() => '');
  await expect.poll(port).toMatch(/^\d+\n/);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${(await port()).split('\n')[0]}`);
  const pages = () => browser.contexts().flatMap((context) => context.pages());
  await expect.poll(() => pages().some((page) => page.url().startsWith('http'))).toBe(true);
  const page = pages().find((page) => page.url().startsWith('http'));
  if (page === undefined) throw new Error('The browser has no page.');
  return { page, browser, connection: JSON.parse(printed.split('\n')[0] ?? '') };
}

/** Ends the browser, which is a process of its own. */
async function close(browser: Awaited<ReturnType<typeof openDesk>>['browser']): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  await session.send('Browser.close').catch(() => {});
  const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
  await expect.poll(() => isRunning(pid)).toBe(false);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.skipIf(!hasChromium())('sandbox --open, with the xdg-open of this machine and Chromium', () => {
  test('shows the desk, and an order that is placed there', async () => {
    const { page, browser, connection } = await openDesk();
    expect(page.url()).toBe(`${connection.url}/`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: '+ Simple' }).click();
    await page.getByRole('heading', { name: /^Simple question/ }).waitFor();
    await close(browser);
  });

  test('shows the desk with its token, where other machines can reach the sandbox', async () => {
    const { page, browser, connection } = await openDesk('--host', '0.0.0.0', '--token', 'own-token-4711');
    expect(page.url()).toContain(`#token=${connection.controlToken}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: '+ Simple' }).click();
    await page.getByRole('heading', { name: /^Simple question/ }).waitFor();
    await close(browser);
  });
});
