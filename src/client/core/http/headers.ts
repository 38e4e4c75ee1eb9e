import { isBrowser } from '#runtime';
import { describeKind, isFields } from '../../../base/kinds.js';
import type { Rule } from '../../../base/options.js';
import type { Issue } from '../errors/errors.js';
import { VERSION } from './version.js';

/** Further headers by their names, in any case; null leaves out one that would be sent otherwise. */
export type GivenHeaders = Readonly<Record<string, string | null | undefined>>;

/** Checked headers: names in small letters, values as they are sent. */
export type CheckedHeaders = Readonly<Record<string, string | null>>;

/** A name of a header, as HTTP has it. @see RFC 9110, section 5.6.2 */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Names that are refused:
 * - those of the body, which the client makes, of the host and of cookies
 * - those of passwords and tokens: the client sends the token, in another place
 * - those of the connection, which belongs to fetch: it refuses them, or ignores them
 * - those by which some servers take a request for one of another method: a read, which is repeated, must stay one
 */
const REFUSED =
  /^(content-.*|host|cookie2?|set-cookie2?|(proxy-)?authorization|proxy-.*|sec-.*|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|x-http-method(-override)?|x-method-override)$/;

/** A value that every fetch sends as it is: without control characters, and in Latin-1. White space around it is left out. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Characters. A value of so many is taken for a secret, and masked where the service echoes it. */
const SHORTEST_SECRET = 16;

/** Characters of a token that is looked for within longer texts. */
const SHORTEST_TOKEN = 8;

/** What is wrong with the name of a header, if anything; names in capital letters are the same names. */
export function explainHeaderName(name: string): string | undefined {
  if (REFUSED.test(name.toLowerCase())) return 'is a header that can not be set';
  return NAME.test(name) ? undefined : 'is not the name of a header';
}

/** Headers of a client or a call. No message shows a value. */
export const headers: Rule = {
  check(value, path) {
    if (!isFields(value) || Symbol.iterator in value) {
      const message = "must be an object such as { 'x-gateway-key': key } (for Headers, Object.fromEntries)";
      return [{ path, message: `${message}; got ${describeKind(value)}` }];
    }
    const names = Object.keys(value).map((name) => name.toLowerCase());
    return Object.entries(value).flatMap(([name, header], at): readonly Issue[] => {
      const wrong =
        explainHeaderName(name) ??
        (names.indexOf(name.toLowerCase()) < at ? 'is given twice' : explainValue(header));
      return wrong === undefined ? [] : [{ path: `${path}.${name}`, message: wrong }];
    });
  },
  copy: (value) =>
    Object.fromEntries(
      // It has passed the check.
      Object.entries(value as GivenHeaders).flatMap(([name, header]) =>
        header === undefined ? [] : [[name.toLowerCase(), header?.trim() ?? null]],
      ),
    ),
};

function explainValue(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'string') return `must be a string, or null for none; got ${describeKind(value)}`;
  return VALUE.test(value.trim())
    ? undefined
    : 'must have no line breaks, no control characters, and no characters beyond Latin-1';
}

/**
 * The headers of a request to the service: the client's own, and those that were given. A browser names itself, and would ask
 * another server first whether another name may be sent.
 */
export function makeHeaders(accept: string, given: CheckedHeaders): Record<string, string> {
  const own = isBrowser() ? { accept } : { accept, 'user-agent': `translation-requester/${VERSION}` };
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...own, ...given })) if (value !== null) sent[name] = value;
  return sent;
}

/** The name of a header that holds the token. A token of a few characters is found in any text, so only its equal is found then. */
export function findTokenHeader(given: CheckedHeaders, token: string): string | undefined {
  const holdsToken = (value: string | null | undefined): boolean =>
    token.length < SHORTEST_TOKEN ? value === token : value?.includes(token) === true;
  return Object.keys(given).find((name) => holdsToken(given[name]));
}

/** The values that look like secrets, whole and word by word, as in `Key 0123…`. */
export function findSecretValues(given: CheckedHeaders): readonly string[] {
  const values = Object.values(given).filter((value) => value !== null);
  return values
    .flatMap((value) => [value, ...value.split(/\s+/)])
    .filter(({ length }) => length >= SHORTEST_SECRET);
}
