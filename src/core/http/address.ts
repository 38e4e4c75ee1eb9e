import type { Issue } from '../errors/errors.js';
import { type Checked, describeKind, given } from './validate.js';

/** A token, or a function that gives the one to use, asked once a call. */
export type AccessToken = string | (() => string | Promise<string>);

/**
 * Puts the token where the service expects it: in the JSON body of a request that has one, otherwise in the
 * query (GET, DELETE, upload, PUT without a body).
 *
 * @see docs/service.md, Authentication
 */
export function placeToken(
  token: string | undefined,
  query: object,
  json: object | undefined,
): { query: object; json: object | undefined } {
  if (token === undefined) return { query, json };
  return json === undefined
    ? { query: { ...query, access_token: token }, json }
    : { query, json: { ...json, access_token: token } };
}

/** A usable token: not empty, and of characters that an address can carry. The message never shows it. */
export function checkToken(token: unknown): Checked<string> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (typeof token === 'string' && token !== '' && !/[\s\u0000-\u001f\u007f\p{Surrogate}]/u.test(token)) {
    return { value: token };
  }
  return { issues: [{ path: 'accessToken', message: 'must be a non-empty string without white space' }] };
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function refuse(message: string): Checked<string> {
  return { issues: [{ path: 'baseUrl', message }] };
}

/**
 * The address of the service, without a slash at its end. Secrets travel in addresses and bodies, so it is
 * https, or http on this machine, unless the caller opts out.
 */
export function checkBaseUrl(baseUrl: unknown, allowInsecureHttp = false): Checked<string> {
  if (!(typeof baseUrl === 'string' || baseUrl instanceof URL) || !URL.canParse(String(baseUrl))) {
    return refuse('must be an absolute address such as https://service.example');
  }
  const url = new URL(baseUrl);
  if (url.username !== '' || url.password !== '') return refuse('must not contain a user name or a password');
  if (url.search !== '' || url.hash !== '') return refuse('must not have a query or a fragment');
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!secure && !(allowInsecureHttp && url.protocol === 'http:')) {
    return refuse('must use https, or http on a loopback host (allowInsecureHttp: true opts out)');
  }
  // Not of `href`, which keeps a bare `?` or `#`.
  const address = url.origin + url.pathname.replace(/\/+$/, '');
  // Signing in has its addresses beside /api/v1, so the part before it is what the client needs.
  const before = address.replace(/\/api\/v1$/i, '');
  return before === address ? { value: address } : refuse(`must end before /api/v1: ${before}`);
}

/** A path ready to send, its template for people and logs, and what is wrong with the ids it was given. */
export interface Path {
  /** Without values: `/api/v1/questions/{id}`. */
  readonly template: string;
  /** With values, escaped: `/api/v1/questions/12`. */
  readonly href: string;
  readonly issues: readonly Issue[];
}

/**
 * Builds a path from ids that carry their argument's name: path`/questions/${{ questionId }}/comments/${{ id }}`.
 *
 * An id is a positive safe integer. Anything else is an issue and never reaches the path, so nothing can
 * traverse to another resource.
 */
export function path(
  texts: TemplateStringsArray,
  ...ids: readonly Readonly<Record<string, unknown>>[]
): Path {
  let template = '';
  let href = '';
  const issues: Issue[] = [];
  for (const [index, text] of texts.entries()) {
    template += text;
    href += text;
    for (const [name, id] of Object.entries(ids[index] ?? {})) {
      template += `{${name}}`;
      if (isId(id)) href += String(id);
      else issues.push({ path: name, message: `must be a positive safe integer; got ${describeKind(id)}` });
    }
  }
  return { template, href, issues };
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** Where a request goes, and what it carries there. */
interface Destination {
  readonly path: Path;
  readonly address?: string | undefined;
  readonly authenticated?: boolean | undefined;
  readonly query?: Checked<object> | undefined;
  readonly json?: Checked<object> | undefined;
}

/** The token goes to the service's own origin alone. */
function isOwnOrigin(address: string | undefined, baseUrl: string): boolean {
  return address === undefined || new URL(address).origin === new URL(baseUrl).origin;
}

/** The whole address of a request and its JSON body, the token in its place. */
export function addressOf(
  { path: { href }, address, authenticated, query, json }: Destination,
  baseUrl: string,
  token: string | undefined,
): { readonly url: string; readonly json: object | undefined } {
  const own = authenticated !== false && isOwnOrigin(address, baseUrl) ? token : undefined;
  const placed = placeToken(own, given(query) ?? {}, given(json));
  const fields = Object.entries(placed.query).filter(([, value]) => value !== undefined);
  const search = String(new URLSearchParams(fields.map(([name, value]) => [name, String(value)])));
  const whole = address ?? baseUrl + href;
  const url = search === '' ? whole : `${whole}${whole.includes('?') ? '&' : '?'}${search}`;
  return { url, json: placed.json };
}
