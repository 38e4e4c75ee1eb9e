import { redirectMode } from '../errors/from-throw.js';
import { placeToken } from './address.js';
import type { Content, Outgoing } from './operation.js';
import type { Checked } from './validate.js';

/** What fetch needs for one attempt. */
export interface Addressed {
  readonly url: string;
  readonly body: BodyInit | undefined;
  readonly type: string | undefined;
  readonly redirect?: 'error' | undefined;
}

function given<Value>(checked: Checked<Value> | undefined): Value | undefined {
  return checked !== undefined && 'value' in checked ? checked.value : undefined;
}

function queryOf(fields: object): string {
  let query = '';
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    query += `${query === '' ? '' : '&'}${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;
  }
  return query;
}

/** The token goes to the service's own origin alone. */
function tokenFor(outgoing: Outgoing, baseUrl: string, token: string | undefined): string | undefined {
  if (outgoing.authenticated === false) return undefined;
  const foreign =
    outgoing.address !== undefined && new URL(outgoing.address).origin !== new URL(baseUrl).origin;
  return foreign ? undefined : token;
}

/** The body of one attempt that is not JSON, made anew for each, so that none is sent twice. */
export async function contentOf(outgoing: Outgoing): Promise<Content | undefined> {
  return given(outgoing.content)?.();
}

/** Address and body of one attempt, the token in its place. */
export function addressed(
  outgoing: Outgoing,
  content: Content | undefined,
  baseUrl: string,
  token: string | undefined,
): Addressed {
  const { query, json } = placeToken(
    tokenFor(outgoing, baseUrl, token),
    given(outgoing.query) ?? {},
    given(outgoing.json),
  );
  const address = outgoing.address ?? baseUrl + outgoing.path.href;
  const search = queryOf(query);
  const url = search === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${search}`;
  if (json !== undefined) return { url, body: JSON.stringify(json), type: 'application/json' };
  return { url, body: content?.body, type: content?.type, redirect: redirectMode(content?.bulky) };
}
