import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import { Requester } from 'translation-requester';

const COOKIE = 'dashboard_session';
/** Of so many people the oldest session ends. */
const MOST = 10_000;

/**
 * Who is signed in. The browser has a random id in a cookie that no script can read; the token stays here. A restart signs
 * everybody out. With several servers, keep this map in a store that they share.
 */
export class Sessions {
  readonly #clients = new Map<string, Requester>();
  readonly #serviceUrl: string;
  /** `Lax`, since the service's redirection to /callback must bring the cookies along. */
  readonly cookie;

  /** @param isSecure whether browsers reach the dashboard over https, whatever a proxy makes of that */
  constructor(serviceUrl: string, isSecure: boolean) {
    this.#serviceUrl = serviceUrl;
    this.cookie = { httpOnly: true, sameSite: 'Lax', path: '/', secure: isSecure } as const;
  }

  /** Begins a session with a new id, so that an id that somebody knew before is worth nothing. */
  begin(context: Context, accessToken: string): void {
    this.end(context);
    const id = randomBytes(32).toString('base64url');
    this.#clients.set(id, new Requester({ baseUrl: this.#serviceUrl, accessToken }));
    const [oldest] = this.#clients.keys();
    if (this.#clients.size > MOST && oldest !== undefined) this.#clients.delete(oldest);
    setCookie(context, COOKIE, id, { ...this.cookie, maxAge: 7 * 24 * 60 * 60 });
  }

  /** The client of the person who asks; undefined when nobody is signed in. */
  requester({ headers }: Request): Requester | undefined {
    return this.#clients.get(parse(headers.get('cookie') ?? '', COOKIE)[COOKIE] ?? '');
  }

  end(context: Context): void {
    this.#clients.delete(getCookie(context, COOKIE) ?? '');
    deleteCookie(context, COOKIE, this.cookie);
  }
}
