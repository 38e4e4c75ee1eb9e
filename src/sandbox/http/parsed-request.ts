import { nestForm, type Params } from './form.js';

/** The body of a request, by its content type. */
type ParsedBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'form'; readonly value: Params; readonly pairs: URLSearchParams }
  /** `parameters` are the parts that are not files; `value` is null when the body is malformed. */
  | { readonly kind: 'multipart'; readonly value: FormData | null; readonly parameters: Params }
  | { readonly kind: 'other' }
  | { readonly kind: 'too-large' };

/** A request whose parameters and body have been parsed. */
export interface ParsedRequest {
  readonly method: string;
  readonly url: URL;
  readonly query: URLSearchParams;
  readonly body: ParsedBody;
}

const MAX_FILE_BYTES = 100 * 2 ** 20;
const MAX_TEXT_BYTES = 10 * 2 ** 20;
const NONE: ParsedBody = { kind: 'none' };

export async function parseRequest(request: Request, url: URL): Promise<ParsedRequest> {
  return { method: request.method, url, query: url.searchParams, body: await parseBody(request) };
}

async function parseBody(request: Request): Promise<ParsedBody> {
  const { method } = request;
  if (method === 'GET' || method === 'HEAD' || method === 'DELETE' || request.body === null) return NONE;
  const contentType = request.headers.get('content-type') ?? '';
  const [essence = ''] = contentType.toLowerCase().split(';', 1);
  const isMultipart = essence.trim() === 'multipart/form-data';
  const bytes = await readLimitedBytes(request.body, isMultipart ? MAX_FILE_BYTES : MAX_TEXT_BYTES);
  if (bytes === null) return { kind: 'too-large' };
  if (bytes.byteLength === 0) return NONE;
  if (isMultipart) return parseMultipart(bytes, contentType);
  if (essence.trim() === 'application/json') return parseJsonBody(bytes);
  return essence.trim() === 'application/x-www-form-urlencoded' ? parseForm(bytes) : { kind: 'other' };
}

/** Null when the body has more than `limit` bytes. */
async function readLimitedBytes(
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    length += step.value.byteLength;
    if (length > limit) {
      await reader.cancel();
      return null;
    }
    chunks.push(step.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

async function parseMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<ParsedBody> {
  try {
    const value = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
    const texts: [string, string][] = [];
    for (const [name, part] of value) if (typeof part === 'string') texts.push([name, part]);
    return { kind: 'multipart', value, parameters: nestForm(texts) };
  } catch {
    return { kind: 'multipart', value: null, parameters: {} };
  }
}

function parseJsonBody(bytes: Uint8Array): ParsedBody {
  try {
    return { kind: 'json', value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return { kind: 'malformed' };
  }
}

function parseForm(bytes: Uint8Array): ParsedBody {
  const pairs = new URLSearchParams(new TextDecoder().decode(bytes));
  return { kind: 'form', value: nestForm(pairs), pairs };
}
