import type { Checked } from './validate.js';

/** A token, or a function that gives the one to use, asked once a call. */
export type AccessToken = string | (() => string | Promise<string>);

/**
 * Puts the token where the service expects it: in the JSON body of a request that has one, otherwise in the
 * query (GET, DELETE, upload, PUT without a body).
 *
 * @see requester-api-v1, Authentication
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
