/** Web pages of any origin may read the answers. The real service may not allow that. */
const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Location, Content-Disposition, Retry-After',
} as const;

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', ...CORS_HEADERS } as const;

export function replyJson(
  status: number,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: headers === undefined ? JSON_HEADERS : { ...JSON_HEADERS, ...headers },
  });
}

/** An answer whose body is not JSON. */
export function raw(
  status: number,
  body: BodyInit | null,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(body, { status, headers: { ...CORS_HEADERS, ...headers } });
}

export function ok(message: string, fields: object, headers?: Readonly<Record<string, string>>): Response {
  return replyJson(200, { success: true, message, ...fields }, headers);
}

export function created(message: string, location: string, fields: object): Response {
  return replyJson(201, { success: true, message, ...fields }, { location });
}

/** The answer to the preflight request that a browser sends before a page may send JSON. */
export function preflight(): Response {
  return raw(204, null, {
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': '*',
    'access-control-max-age': '600',
  });
}

/** Throw it to answer a request with a failure. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: object;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(status: number, body: object, headers: Readonly<Record<string, string>> = {}) {
    super(`The sandbox refused a request with ${status}.`);
    this.status = status;
    this.body = body;
    this.#headers = headers;
  }

  toResponse(): Response {
    return replyJson(this.status, this.body, this.#headers);
  }
}

// One function for each failure, with the service's own body. @see docs/service.md, Errors

export function unauthenticated(): Refusal {
  return new Refusal(401, { success: false, message: 'Requires authentication', error_code: 401 });
}

export function unparsable(): Refusal {
  return new Refusal(403, { message: 'Problems parsing JSON' });
}

export function forbidden(): Refusal {
  return new Refusal(403, { success: false, message: 'Forbidden', error_code: 403 });
}

/** @param seconds until the next request is accepted */
export function tooMany(seconds: number): Refusal {
  const body = { success: false, message: 'Too Many Requests', error_code: 429 };
  return new Refusal(429, body, { 'retry-after': String(seconds) });
}

export function notFound(): Refusal {
  return new Refusal(404, { success: false, message: 'Page not Found', error_code: 404 });
}

export function invalid(errors: Readonly<Record<string, string>>): Refusal {
  return new Refusal(422, { message: 'Validation Fail', error_code: 201, success: false, errors });
}

export function tooLarge(): Refusal {
  return new Refusal(413, { success: false, message: 'Request Entity Too Large', error_code: 413 });
}

/** Returns what was found. @throws Refusal with 404 when nothing was */
export function requireFound<T>(found: T | undefined | null): T {
  if (found === undefined || found === null) throw notFound();
  return found;
}
