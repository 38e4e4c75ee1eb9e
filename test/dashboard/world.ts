import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { createSandbox, type Sandbox, type SandboxOptions } from 'translation-requester/sandbox';
import { createDashboard } from '../../examples/dashboard/server/dashboard.ts';
import { listen } from '../../examples/dashboard/server/listen.ts';

/** A sandbox and a dashboard for it, both over real sockets. */
export interface World extends AsyncDisposable {
  readonly url: string;
  readonly serviceUrl: string;
  readonly sandbox: Sandbox;
  /** The tokens that sign-ins have got. */
  readonly tokens: readonly string[];
}

export async function startWorld(options: SandboxOptions = {}): Promise<World> {
  const server = await listen(0);
  const redirectUri = `${server.url}/callback`;
  const sandbox = createSandbox({ redirectUri, ...options });
  const service = await sandbox.listen();
  const tokens: string[] = [];
  const alter = (answer: { readonly access_token: string }) => {
    tokens.push(answer.access_token);
    return answer;
  };
  sandbox.faults.add({ on: 'POST /oauth/token', times: 100, fault: { kind: 'alter', alter } });
  const { clientId, clientSecret } = sandbox.application;
  const app = await createDashboard({ serviceUrl: service.url, clientId, clientSecret, redirectUri });
  server.serve(app.fetch);
  const close = async () => {
    await server.close();
    await service.close();
  };
  return { url: server.url, serviceUrl: service.url, sandbox, tokens, [Symbol.asyncDispose]: close };
}

/** A person with a browser, in which nothing is stored. */
export interface Visit extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings in the console, and errors that nobody caught. */
  readonly errors: string[];
  /** Every request: its method, address, and body. */
  readonly requests: { readonly method: string; readonly url: string; readonly body: string }[];
}

export async function visit(browser: Browser, options?: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const seen: Visit = {
    page,
    context,
    errors: [],
    requests: [],
    [Symbol.asyncDispose]: () => context.close(),
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') seen.errors.push(message.text());
  });
  page.on('pageerror', (error) => seen.errors.push(error.message));
  page.on('request', (request) => {
    seen.requests.push({ method: request.method(), url: request.url(), body: request.postData() ?? '' });
  });
  return seen;
}

/** Signs in as a person does, at the service's own page. */
export async function signIn(page: Page, { url }: World): Promise<void> {
  await page.goto(url);
  await page.getByRole('link', { name: /sign in/i }).click();
  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.getByRole('heading', { name: 'Your orders' }).waitFor();
}

/** Writes a text and orders it, at the price that is shown. */
export async function orderText(page: Page, text: string): Promise<void> {
  await writeText(page, text);
  await orderButton(page).click();
}

/** Writes a text, and waits for its price. */
export async function writeText(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Text' }).fill(text);
  await orderButton(page).waitFor();
}

/** It is there once the price is known. */
export function orderButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Order for/ });
}

/** The card of an order. */
export function card(page: Page, title: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
}

/** The orders that arrived at the service, whatever became of them. */
export function ordersSent({ sandbox }: World): number {
  const paths = ['/api/v1/projects', '/api/v1/simple/questions'];
  return sandbox.requests.filter(({ method, path }) => method === 'POST' && paths.includes(path)).length;
}

/** What axe finds wrong with the page as it is. */
export async function violations(page: Page): Promise<string[]> {
  // Colours change gradually at first.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .map((each) => (each.effect?.getTiming().iterations === 1 ? each.finished : undefined)),
    ),
  );
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** How far the page is wider than the window, in pixels. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
