import type { Checked } from '../../../base/checked.js';
import { isLoopback } from '../../../base/http.js';
import { describeNumber, isWhole, readFields } from '../../../base/kinds.js';
import type { Issue, RequestFacts } from '../errors/errors.js';

/** A token, or a function that gives it. The function is called once for each call. */
export type AccessToken = string | (() => string | Promise<string>);

/** Checks that a token is a non-empty string without white space or control characters. No message shows the token. */
export function checkToken(token: unknown): Checked<string> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a token must not have control characters
  if (typeof token === 'string' && token !== '' && !/[\s\u0000-\u001f\u007f\p{Surrogate}]/u.test(token)) {
    return { value: token };
  }
  return { issues: [{ path: 'accessToken', message: 'must be a non-empty string without white space' }] };
}

/** Further ways to reach this machine: `localhost.`, `0.0.0.0`, `[::]`, and `127.0.0.1` as `[::ffff:7f00:1]`. */
const THIS_MACHINE = /localhost\.$|^0(\.\d+){3}$|^\[::/;

/** Whether nobody can read along: https, or http that stays on this machine. */
export function isPrivate(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

const isThisMachine = (url: URL): boolean => isLoopback(url) || THIS_MACHINE.test(url.hostname);

/**
 * Whether a file may be read from an address that the service gives: over https where the service has it, and from this
 * machine only if the service is here too. Otherwise the service could make this machine read what is not meant for it.
 */
export function isFileAddress(
  file: URL,
  { baseUrl, downloadOrigins }: { readonly baseUrl: string; readonly downloadOrigins: readonly string[] },
): boolean {
  if (file.username + file.password !== '') return false;
  const service = new URL(baseUrl);
  const isAsSafe = file.protocol === 'https:' || file.protocol === service.protocol;
  return (
    [service.origin, ...downloadOrigins].includes(file.origin) ||
    (isAsSafe && (isThisMachine(service) || !isThisMachine(file)))
  );
}

function refuseBaseUrl(message: string): Checked<string> {
  return { issues: [{ path: 'baseUrl', message }] };
}

/**
 * Checks `baseUrl`, and returns it without a slash at its end. Addresses and bodies carry secrets, so it must be https,
 * or http on this machine, unless the caller opts out. In a page, it can be a path of the page's own server, as `/translations`.
 */
export function checkBaseUrl(baseUrl: unknown, allowInsecureHttp = false): Checked<string> {
  const given = typeof baseUrl === 'string' ? baseUrl : String(readFields(baseUrl).href);
  const page = /^\/(?![/\\])/.test(given) ? globalThis.location?.origin : undefined;
  if (!URL.canParse(given, page)) {
    return refuseBaseUrl('must be an absolute address such as https://service.example');
  }
  const url = new URL(given, page);
  if (url.username + url.password + url.search + url.hash !== '') {
    return refuseBaseUrl('must not have a user name, a password, a query or a fragment');
  }
  if (page === undefined && !isPrivate(url) && !(allowInsecureHttp && url.protocol === 'http:')) {
    return refuseBaseUrl('must use https, or http on a loopback host');
  }
  // Not from `href`, which keeps an empty `?` or `#`.
  const address = url.origin + url.pathname.replace(/(?<!\/)\/+$/, '');
  // The paths for signing in are not under /api/v1, so the client needs the part before it.
  const base = address.replace(/\/api\/v1$/i, '');
  return base === address ? { value: address } : refuseBaseUrl(`must end before /api/v1: ${base}`);
}

/** A path: what is sent, what messages and logs show of it, and the issues of its ids. */
export interface Path {
  /** Without values: `/api/v1/questions/{id}`. */
  readonly template: string;
  /** With values, escaped: `/api/v1/questions/12`. */
  readonly href: string;
  /** As `href`, for people: `{id}` stands where an id is wrong, or could be a secret. */
  readonly address: string;
  readonly issues: readonly Issue[];
}

/** What errors and logs say of a request: never its host or its query. */
export function toRequestFacts(method: string, { template, address }: Path): RequestFacts {
  return { method, path: template, address };
}

/**
 * Builds a path from ids, each with the name of its argument: path`/questions/${{ questionId }}/comments/${{ id }}`.
 *
 * An id is a positive safe integer; `n`, the number of a thing, can be 0. Anything else is an issue and stays out of the
 * path, so that no id can lead to another resource.
 */
export function path(
  texts: TemplateStringsArray,
  ...ids: readonly Readonly<Record<string, unknown>>[]
): Path {
  let template = '';
  let href = '';
  let address = '';
  const issues: Issue[] = [];
  for (const [index, text] of texts.entries()) {
    template += text;
    href += text;
    address += text;
    for (const [name, id] of Object.entries(ids[index] ?? {})) {
      template += `{${name}}`;
      const least = name === 'n' ? 0 : 1;
      if (isWhole(id, least)) {
        href += String(id);
        address += String(id);
      } else {
        address += `{${name}}`;
        issues.push({ path: name, message: `must be ${WORDS[least]}; got ${describeNumber(id)}` });
      }
    }
  }
  return { template, href, address, issues };
}

const WORDS = ['an integer of at least 0', 'a positive integer'] as const;

/** Whether a request goes to the origin of `baseUrl`. @param address a whole one, used instead of a path of the service */
export function isOfService(address: string | undefined, baseUrl: string): boolean {
  return address === undefined || new URL(address).origin === new URL(baseUrl).origin;
}

/** The parts of a request that its address and its JSON body are made from. */
interface RequestParts {
  readonly path: Path;
  readonly address?: string | undefined;
  readonly authenticated?: boolean | undefined;
  readonly query?: Checked<object> | undefined;
  readonly json?: Checked<object> | undefined;
}

/**
 * The whole address of a request, and its JSON body. The token is sent only to the origin of `baseUrl`: in the body if there
 * is one, otherwise in the query.
 *
 * @see docs/service.md, Authentication
 */
export function makeRequestUrl(
  { path: { href }, address, authenticated, query, json }: RequestParts,
  baseUrl: string,
  token: string | undefined,
): { readonly url: string; readonly json: object | undefined } {
  const access = authenticated !== false && isOfService(address, baseUrl) ? { access_token: token } : {};
  const body = json?.value && { ...json.value, ...access };
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query?.value, ...(body ? {} : access) })) {
    if (value !== undefined) parameters.append(name, String(value));
  }
  const search = String(parameters);
  const target = address ?? baseUrl + href;
  const url = search === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${search}`;
  return { url, json: body };
}
