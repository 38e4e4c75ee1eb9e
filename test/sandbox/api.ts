import type { Sandbox } from '../../src/sandbox.js';

/** What came back. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // Answers are looked into, not typed: the sandbox is what is being judged here.
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly body: any;
}

/** Calls with the token where the specification wants it. */
export interface Api {
  get(path: string): Promise<Reply>;
  delete(path: string): Promise<Reply>;
  post(path: string, body: object): Promise<Reply>;
  put(path: string, body?: object): Promise<Reply>;
}

/** A caller of the sandbox that shares no code with the client. */
export function connect(sandbox: Sandbox, token: string = sandbox.accessToken): Api {
  const url = (path: string) => `${sandbox.baseUrl}/api/v1/${path}`;
  const inQuery = (method: string, path: string) =>
    send(sandbox, `${url(path)}${path.includes('?') ? '&' : '?'}access_token=${token}`, { method });
  const inBody = (method: string, path: string, body: object) =>
    send(sandbox, url(path), {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, access_token: token }),
    });
  return {
    get: (path) => inQuery('GET', path),
    delete: (path) => inQuery('DELETE', path),
    post: (path, body) => inBody('POST', path, body),
    put: (path, body) => (body === undefined ? inQuery('PUT', path) : inBody('PUT', path, body)),
  };
}

export async function send(sandbox: Sandbox, url: string, init?: RequestInit): Promise<Reply> {
  const response = await sandbox.fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** Where an application sends a person to sign in, without the client's code. */
export function signInUrl(sandbox: Sandbox, more: Readonly<Record<string, string>> = {}): string {
  const { clientId: client_id, redirectUri: redirect_uri } = sandbox.application;
  const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, ...more });
  return `${sandbox.baseUrl}/oauth/authorize?${query}`;
}

/** The code of a redirect address; empty when it has none. */
export function codeIn(address: string): string {
  return new URL(address).searchParams.get('code') ?? '';
}

/** Uploads a file, with the token in the query. */
export function upload(
  sandbox: Sandbox,
  name: string,
  content: BlobPart,
  token = sandbox.accessToken,
): Promise<Reply> {
  const form = new FormData();
  form.set('file', new File([content], name));
  return send(sandbox, `${sandbox.baseUrl}/api/v1/my/files?access_token=${token}`, {
    method: 'POST',
    body: form,
  });
}

export const MOMENT = Date.UTC(2026, 0, 1);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** An order of one text. */
export function projectOrder(question: object = {}, order: object = {}): object {
  return {
    language_id: 'en',
    translated_language_id: 'ja',
    questions: [{ type: 'string', body: 'Good morning', ...question }],
    ...order,
  };
}

/** An order of some texts. */
export function simpleOrder(texts: readonly string[] = ['one', 'two', 'three'], order: object = {}): object {
  return {
    language_id: 'en',
    translated_language_id: 'ja',
    question_bodies: texts.map((body) => ({ body })),
    ...order,
  };
}
