import type { Advice } from '../../index.js';
import type { TokenMask } from './mask.js';

/** The headers of the service that a page gets. Others could bring a cookie, an address or a token. */
const PASSED_ON = ['content-type', 'date', 'retry-after', 'x-request-id'];

/** Answers are not cached, not read by other sites, and never run as a page of our own origin. */
const PROTECTION: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Makes an answer of the proxy itself, in the service's form, which the client in the page understands. */
export function makeOwnAnswer(status: number, message: string, { canChange = false } = {}): Response {
  // The client in the page gives this advice instead of that for the account.
  const advice: Advice['code'] | undefined = canChange ? 'change-proxy' : undefined;
  const body = new TextEncoder().encode(
    JSON.stringify({ success: false, message, error_code: status, advice }),
  );
  // With the length, a page need not wait for what is read after the answer.
  const own = { 'content-type': 'application/json', 'content-length': String(body.length) };
  return new Response(body, { status, headers: { ...PROTECTION, ...own } });
}

/** An answer of the service, read to its end. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The page's form of an answer of the service. Of a redirect only the status is kept: it leads away from the service. */
export function passOn({ status, headers, text }: ReadAnswer, mask: TokenMask): Response {
  if (!(status >= 200 && status < 600))
    return makeOwnAnswer(502, 'the service gave an answer without a valid status');
  const given = new Headers(PROTECTION);
  for (const name of PASSED_ON) copyHeader(name, headers, given, mask);
  const location = headers.get('location');
  // Where what was created is. Its query could hold the token.
  if (location !== null && status < 300) given.set('location', mask.text(location.split(/[?#]/, 1)[0] ?? ''));
  // The text is passed on in UTF-8.
  const type = given.get('content-type');
  if (type !== null) given.set('content-type', type.replace(/(;\s*charset\s*=)[^;]*/i, '$1utf-8'));
  const isEmpty = status === 204 || status === 205 || status === 304;
  const body = isEmpty ? null : mask.bytes(new TextEncoder().encode(text));
  return new Response(body, { status, headers: given });
}

/** A file of the service. It is always saved, never shown as a page of our own origin. */
export function passOnFile({ status, headers, body }: Response, mask: TokenMask): Response {
  const given = new Headers(PROTECTION);
  for (const name of [...PASSED_ON, 'content-length']) copyHeader(name, headers, given, mask);
  const [, ...parameters] = mask.text(headers.get('content-disposition') ?? '').split(';');
  given.set('content-disposition', ['attachment', ...parameters].join(';'));
  return new Response(body?.pipeThrough(mask.stream()) ?? null, { status, headers: given });
}

function copyHeader(name: string, from: Headers, to: Headers, mask: TokenMask): void {
  const value = from.get(name);
  if (value !== null) to.set(name, mask.text(value));
}
