import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PROGRAM as CHROMIUM, startChromium } from '../browser/chromium.js';
import { type Installed, installOnce } from '../package/install.js';
import { servePages } from './pages.js';
import type { Runtime } from './runtime.js';
import type { Told } from './stories/world.js';

const FIREFOX = '/usr/bin/firefox-esr';

interface Page {
  goto(url: string): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
}

interface Browser {
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
  launch(folder: string): Promise<Browser>;
}

function debian(path: string): Installed {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return existsSync(path)
    ? { folder: '/usr/bin' }
    : { reason: `${path} is missing: apt-get install ${name}` };
}

const kinds: readonly Kind[] = [
  {
    name: 'Chromium',
    prepare: async () => debian(CHROMIUM),
    launch: () => startChromium(),
  },
  {
    name: 'Firefox',
    async prepare() {
      const there = debian(FIREFOX);
      return 'reason' in there ? there : installOnce({ 'puppeteer-core': '25.16.0' });
    },
    async launch(folder) {
      // A package that this repository does not have. It drives Firefox by WebDriver BiDi.
      const puppeteer = createRequire(join(folder, 'package.json'))('puppeteer-core') as Puppeteer;
      return puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true });
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
