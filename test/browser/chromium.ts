import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Debian puts it. */
export const PROGRAM = '/usr/bin/chromium';

/** Whether there is a browser to test with. Where every test must run (CI=true), one that is missing is an error. */
export function hasChromium(program = PROGRAM): boolean {
  if (existsSync(program)) return true;
  const message = `${program} is missing: install the Debian package chromium.`;
  if (process.env.CI === 'true') throw new Error(message);
  console.warn(`SKIPPED: the tests in a browser. ${message}`);
  return false;
}

/** Starts the browser of the system, without a window. Nothing is downloaded. */
export function startChromium(...further: readonly string[]): Promise<Browser> {
  // Without its own sandbox, since that does not work in containers.
  return chromium.launch({ executablePath: PROGRAM, args: ['--no-sandbox', ...further] });
}
