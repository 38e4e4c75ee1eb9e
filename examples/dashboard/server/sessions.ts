import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

const COOKIE = 'dashboard_session';
/** Of so many people the oldest session ends. */
const MOST = 10_000;

/**
 * Who is signed in. The browser has a random id in a cookie that no script can read; the token stays here. A restart signs
 * everybody out. With several servers, keep this map in a store that they share.
 */
export class Sessions {
  readonly #tokens = new Map<string, string>();
  /** `Lax`, since the service's redirection to /callback must bring the cookies along. */
  readonly cookie;

  /** @param isSecure whether browsers reach the dashboard over https, whatever a proxy makes of that */
  constructor(isSecure: boolean) {
    this.cookie = { httpOnly: true, sameSite: 'Lax', path: '/', secure: isSecure } as const;
  }

  /** Begins a session with a new id, so that an id that somebody knew before is worth nothing. */
  begin(context: Context, accessToken: string): void {
    this.end(context);
    const id = randomBytes(32).toString('base64url');
    this.#tokens.set(id, accessToken);
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > MOST && oldest !== undefined) this.#tokens.delete(oldest);
    setCookie(context, COOKIE, id, { ...this.cookie, maxAge: 7 * 24 * 60 * 60 });
  }

  /** The token of the person who asks; undefined when nobody is signed in. */
  token(context: Context): string | undefined {
    return this.#tokens.get(getCookie(context, COOKIE) ?? '');
  }

  end(context: Context): void {
    this.#tokens.delete(getCookie(context, COOKIE) ?? '');
    deleteCookie(context, COOKIE, this.cookie);
  }
}
