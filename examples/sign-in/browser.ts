// What a browser does, and the person in front of it. Only the story and the tests use it.
import type { Sandbox, SandboxAccount } from 'translation-requester/sandbox';

interface Server {
  request(address: string, init: RequestInit): Response | Promise<Response>;
}

export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #server: Server;
  readonly #sandbox: Sandbox;
  readonly #origin: string;
  readonly #account: SandboxAccount;

  constructor(server: Server, sandbox: Sandbox, account: SandboxAccount) {
    this.#server = server;
    this.#sandbox = sandbox;
    this.#origin = new URL(account.application.redirectUri).origin;
    this.#account = account;
  }

  /** Opens an address of the application, or sends a form to it. Redirections are not followed. */
  async open(path: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const cookie = Array.from(this.cookies, (pair) => pair.join('=')).join('; ');
    const headers = { cookie, ...(form && { origin: this.#origin }) };
    const init = form && { method: 'POST', body: new URLSearchParams(form) };
    const answer = await this.#server.request(this.#origin + path, { ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  /** Signs in. @returns the answer at the end of it */
  async signIn({ deny = false } = {}): Promise<Response> {
    const sent = await this.open('/sign-in');
    const address = sent.headers.get('location') ?? '';
    const back = new URL(await this.#sandbox.authorize(address, { account: this.#account, deny }));
    return this.open(back.pathname + back.search);
  }

  /** Fills in the form on the page, and sends it. */
  async order(text: string, language: string): Promise<Response> {
    const page = await (await this.open('/')).text();
    const [, key = ''] = /name="key" value="([^"]*)"/.exec(page) ?? [];
    return this.open('/orders', { key, text, language });
  }

  /** What the person reads: the title, and the orders. */
  async read(): Promise<string> {
    const page = await (await this.open('/')).text();
    const [, title = ''] = /<h1>(.*?)<\/h1>/.exec(page) ?? [];
    const orders = Array.from(page.matchAll(/<li>(.*?)<\/li>/g), ([, order]) => `\n  ${order}`);
    return title + orders.join('');
  }
}
