import { isLoopback, parseOrigin, readHostname } from '../../base/http.js';

/** Who may call a served sandbox. */
export interface Callers {
  /** The address that it listens at. */
  readonly host: string;
  /** The origins of pages that may call it, besides those of this machine. It also goes by their names. */
  readonly origins: readonly string[];
  /** The path of its public address, without a slash at the end; usually empty. */
  readonly prefix: string;
}

/** Characters of a token that other machines can't find by trying. */
export const SHORTEST_TOKEN = 8;

/** Whether other machines can call this address without a token that they don't know. Undefined: a token that they know. */
export function isUnguarded(host: string, ownToken: string | undefined): boolean {
  return !isLoopback({ hostname: readHostname(host) }) && (ownToken ?? '').length < SHORTEST_TOKEN;
}

/** What any page may lead a person to, who then sees a page of the sandbox. */
const OPENED: ReadonlySet<string> = new Set(['/', '/docs', '/openapi.json', '/oauth/authorize']);

/**
 * Says why a request is refused; undefined when it is not. Any page on the web can let a browser send requests to this
 * machine, so the headers are read that no page can change: Host, Origin, Referer and those of Sec-Fetch. A program sends none.
 */
export function explainRefusal(request: Request, callers: Callers): string | undefined {
  const { headers } = request;
  const url = new URL(request.url);
  // With DNS rebinding, a page gives its own name the address of this machine, and then has the same origin.
  if (!isOwnName(url.hostname, callers))
    return `${url.hostname} is not a name of this sandbox. ${advise(url.origin)}`;
  const origin = headers.get('origin');
  const page = origin ?? readReferrer(headers);
  if (page !== undefined && mayCall(page, url, callers)) return undefined;
  if (origin === null || origin === 'null') {
    const site = headers.get('sec-fetch-site');
    if (site === 'same-origin' || site === 'none' || isOpened(request, url, callers)) return undefined;
    if (site === null && page === undefined) return undefined;
  }
  const named = page ?? 'another origin';
  return `A page of ${named} may not call this sandbox. ${advise(named)}`;
}

/** The origin of the page that a link, an image or a script is in. Undefined when the page hides it. */
function readReferrer(headers: Headers): string | undefined {
  const referrer = headers.get('referer') ?? '';
  return URL.canParse(referrer) ? new URL(referrer).origin : undefined;
}

function advise(origin: string): string {
  return parseOrigin(origin) === undefined
    ? 'A page that hides its origin is never let in.'
    : `To let it in, start the sandbox with --origin ${origin}, or with the option origins of listen.`;
}

/**
 * Beyond one address, the names can't be known: those that no page of the web has are accepted, which are addresses and
 * names without a dot, such as that of a container.
 */
function isOwnName(hostname: string, { host, origins }: Callers): boolean {
  const own = readHostname(host);
  if (isLoopback({ hostname }) || hostname === own) return true;
  if (origins.some((origin) => new URL(origin).hostname === hostname)) return true;
  return EVERY_ADDRESS.has(own) && (/^[\d.]+$/.test(hostname) || !hostname.includes('.'));
}

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '[::]', '']);

/** Whether a page may call: that of the sandbox itself, one of this machine, or one that was named. */
function mayCall(origin: string, own: URL, { origins }: Callers): boolean {
  if (origin === own.origin || origins.includes(origin)) return true;
  return /^https?:/.test(origin) && URL.canParse(origin) && isLoopback(new URL(origin));
}

/** Whether this is a link or a redirection that a person follows, and no image, frame or script. */
function isOpened({ method, headers }: Request, { pathname }: URL, { prefix }: Callers): boolean {
  const mode = headers.get('sec-fetch-mode') ?? 'navigate';
  const target = headers.get('sec-fetch-dest') ?? 'document';
  const path = pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname;
  return method === 'GET' && mode === 'navigate' && target === 'document' && OPENED.has(path);
}
