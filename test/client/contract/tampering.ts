import { type Operation, operationFor } from './operations.js';

type Fetch = typeof globalThis.fetch;

/** Makes a request wrong on its way. */
export type Tampering = (request: Request) => Promise<Request>;

const NO_SUCH_ID = '999999999999';

/** A fetch whose requests for one operation arrive changed. */
export function tampered(operation: Operation, change: Tampering, next: Fetch): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const meant = operationFor(request.method, new URL(request.url).pathname) === operation;
    return next(meant ? await change(request) : request);
  };
}

function addressedTo(request: Request, change: (url: URL) => void): Request {
  const url = new URL(request.url);
  change(url);
  return new Request(url, request);
}

/** The address stays; a multipart form brings its own type. */
function carrying({ url, method, headers }: Request, body: BodyInit): Request {
  return new Request(url, { method, body, ...(typeof body === 'string' && { headers }) });
}

function isJson(request: Request): boolean {
  return request.headers.get('content-type') === 'application/json';
}

async function withAnotherToken(request: Request): Promise<Request> {
  if (!isJson(request)) return addressedTo(request, (url) => url.searchParams.set('access_token', 'wrong'));
  return carrying(request, JSON.stringify({ ...(await request.json()), access_token: 'wrong' }));
}

async function withHalfOfItsJson(request: Request): Promise<Request> {
  const text = await request.text();
  return carrying(request, text.slice(0, text.length / 2));
}

async function forAnotherResource(request: Request): Promise<Request> {
  return addressedTo(request, (url) => {
    url.pathname = url.pathname.replaceAll(/\/\d+/g, `/${NO_SUCH_ID}`);
  });
}

async function withNothingToSay(request: Request): Promise<Request> {
  if (!isJson(request)) {
    const form = new FormData();
    form.append('note', 'no file');
    return carrying(request, form);
  }
  const { access_token } = await request.json();
  return carrying(request, JSON.stringify({ access_token }));
}

/** What makes the service refuse a request, by the status of its refusal. */
export const tamperings: Readonly<Record<string, Tampering>> = {
  '401': withAnotherToken,
  '403': withHalfOfItsJson,
  '404': forAnotherResource,
  '422': withNothingToSay,
};
