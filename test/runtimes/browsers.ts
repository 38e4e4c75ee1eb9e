import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PROGRAM as CHROMIUM, startChromium } from '../browser/chromium.js';
import { type Installed, installOnce } from '../package/install.js';
import { servePages } from './pages.js';
import type { Runtime } from './runtime.js';
import type { Told } from './stories/world.js';

/** Where Debian puts it, and where the machines do on which GitHub runs workflows. */
const FIREFOX_PROGRAMS = ['/usr/bin/firefox-esr', '/usr/bin/firefox'] as const;
const FIREFOX = FIREFOX_PROGRAMS.find((path) => existsSync(path)) ?? FIREFOX_PROGRAMS[0];

interface Page {
  goto(url: string): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
  url(): string;
}

export interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

/** What is used of puppeteer-core. */
interface Puppeteer {
  launch(options: object): Promise<Browser>;
}

interface Kind {
  readonly name: string;
  prepare(): Promise<Installed>;
  /** @param host a name that leads to this machine */
  launch(folder: string, host?: string): Promise<Browser>;
}

function debian(path: string): Installed {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return existsSync(path)
    ? { folder: '/usr/bin' }
    : { reason: `${path} is missing: apt-get install ${name}` };
}

export const kinds: readonly Kind[] = [
  {
    name: 'Chromium',
    prepare: async () => debian(CHROMIUM),
    launch: (_, host = 'shop.example') => startChromium(`--host-resolver-rules=MAP ${host} 127.0.0.1`),
  },
  {
    name: 'Firefox',
    async prepare() {
      const there = debian(FIREFOX);
      return 'reason' in there ? there : installOnce({ 'puppeteer-core': '25.16.0' });
    },
    async launch(folder, host = 'shop.example') {
      // A package that this repository does not have. It drives Firefox by WebDriver BiDi.
      const puppeteer = createRequire(join(folder, 'package.json'))('puppeteer-core') as Puppeteer;
      const extraPrefsFirefox = { 'network.dns.localDomains': host };
      return puppeteer.launch({
        browser: 'firefox',
        executablePath: FIREFOX,
        headless: true,
        extraPrefsFirefox,
      });
    },
  },
];

const places = ['page', 'worker', 'service worker'] as const;

export const browsers: readonly Runtime[] = kinds.flatMap(({ name, prepare, launch }) =>
  places.map(
    (place): Runtime => ({
      name: `${name}, ${place}`,
      resends: true,
      isPage: place === 'page',
      prepare,
      async tell(folder, program, service) {
        const pages = await servePages(program);
        const browser = await launch(folder);
        try {
          const page = await browser.newPage();
          await page.goto(`${pages.url}/${place === 'page' ? '' : 'workers'}`);
          return (await page.evaluate(
            `tellIn(${JSON.stringify(place)}, ${JSON.stringify(service)})`,
          )) as Told[]; // what the page's script returns
        } finally {
          await browser.close();
          pages.close();
        }
      },
    }),
  ),
);
