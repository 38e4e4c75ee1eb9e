import type { Browser, Page } from 'playwright-core';
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
  type SandboxServer,
} from 'translation-requester/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { hasChromium, startChromium } from '../browser/chromium.ts';

/** The second and third draw everything anew each time, so that a picture does not depend on what was drawn before. */
const ARGUMENTS = ['--disable-partial-raster', '--disable-lcd-text'];
/** The moment at which the sandbox's time stands still. */
export const MOMENT = Date.UTC(2026, 0, 5, 9, 30);

const isThere = hasChromium();

/** Runs the tests in Chromium. Without it they are skipped, but with CI=true they fail. */
export function describeInChromium(title: string, tests: (desk: () => Desk) => void): void {
  describe.skipIf(!isThere)(title, () => {
    let browser: Browser;
    const opened: Desk[] = [];
    beforeAll(async () => {
      browser = await startChromium(...ARGUMENTS);
    });
    afterAll(() => browser?.close());
    afterEach(async () => {
      for (const desk of opened.splice(0)) await desk.close();
    });
    tests(() => {
      const desk = new Desk(browser);
      opened.push(desk);
      return desk;
    });
  });
}

interface View {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly forcedColors?: 'active' | 'none';
  /** Whether it is used with fingers. */
  readonly hasTouch?: boolean;
  readonly host?: string;
}

/** A sandbox with its desk in a page. */
export class Desk {
  readonly #browser: Browser;
  #sandbox: Sandbox | undefined;
  #server: SandboxServer | undefined;
  #page: Page | undefined;
  #expected: RegExp | undefined;
  #host = '';
  /** Whatever the page complained about, and requests to any other host. */
  readonly #complaints: string[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  get sandbox(): Sandbox {
    if (this.#sandbox === undefined) throw new Error('Open the desk first.');
    return this.#sandbox;
  }

  get url(): string {
    return this.#server?.url.replace('0.0.0.0', '127.0.0.1') ?? '';
  }

  /** Complaints that belong to what the test does, such as a refused request. */
  expects(complaint: RegExp): void {
    this.#expected = complaint;
  }

  /** Serves a sandbox, after `prepare` has filled it, and opens its desk. */
  async open(
    options: SandboxOptions = {},
    view: View = {},
    prepare: (sandbox: Sandbox) => unknown = () => {},
  ): Promise<Page> {
    this.#sandbox = createSandbox({ now: MOMENT, ...options });
    await prepare(this.#sandbox);
    const { width = 1440, height = 900, host = '127.0.0.1' } = view;
    const { colorScheme = 'light', forcedColors = 'none', hasTouch = false } = view;
    this.#host = host;
    this.#server = await this.#sandbox.listen({ host });
    const context = await this.#browser.newContext({
      viewport: { width, height },
      isMobile: hasTouch,
      hasTouch,
      colorScheme,
      forcedColors,
      reducedMotion: 'reduce',
      timezoneId: 'UTC',
      locale: 'en-GB',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.#complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.#complaints.push(String(error)));
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== this.url)
        this.#complaints.push(`A request to ${request.url()}`);
    });
    this.#page = page;
    const { controlToken } = this.#server;
    await page.goto(controlToken === undefined ? this.url : `${this.url}/#token=${controlToken}`);
    await page.getByText('Live', { exact: true }).waitFor();
    return page;
  }

  /** Calls the service as an application does. */
  async send(method: string, path: string, body?: object, options: RequestInit = {}): Promise<Response> {
    const token = this.sandbox.accessToken;
    const init = { method, headers: { 'content-type': 'application/json' }, ...options };
    return body === undefined
      ? fetch(`${this.url}/api/v1/${path}?access_token=${token}`, init)
      : fetch(`${this.url}/api/v1/${path}`, {
          ...init,
          body: JSON.stringify({ access_token: token, ...body }),
        });
  }

  /** Ends the sandbox, not the page. */
  async stop(): Promise<void> {
    await this.#server?.close();
  }

  /** Serves another sandbox at the same address, after the one before has ended. */
  async start(sandbox: Sandbox): Promise<void> {
    this.#sandbox = sandbox;
    const { port } = new URL(this.url);
    this.#server = await sandbox.listen({ port: Number(port), host: this.#host });
  }

  get controlToken(): string | undefined {
    return this.#server?.controlToken;
  }

  async close(): Promise<void> {
    await this.#page?.context().close();
    await this.stop();
    expect(this.#complaints.filter((each) => this.#expected?.test(each) !== true)).toEqual([]);
  }
}

/** Orders some texts, without a wait for the page. */
export function simpleOrder(...texts: readonly string[]): object {
  return {
    language_id: 'en',
    translated_language_id: 'ja',
    question_bodies: texts.map((body) => ({ body })),
  };
}
