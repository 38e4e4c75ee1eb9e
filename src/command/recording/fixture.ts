import { jsonIn } from '../../base/kinds.js';
import { redactor, spellingsOf } from '../../client/core/errors/redact.js';
import { CommandError } from '../terminal/io.js';

/** A request and its answer in a file. Neither has a secret. */
export interface Fixture {
  readonly request: RecordedRequest;
  readonly answer: RecordedAnswer;
}

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: unknown;
  /** The JSON or form, or what stands for another body. */
  readonly body: unknown;
}

export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly base64?: string;
}

/** A request as it arrived, with its body. */
export interface Arrival {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Stands for the address of the service in a fixture. */
const SERVICE = '{service}';
const KEPT_HEADERS = ['content-type', 'content-disposition', 'location', 'retry-after'];
const SECRET_NAMES = /^(access_token|refresh_token|client_secret)$/;
const SENT_NAMES = /^(access_token|refresh_token|client_secret)$|password/i;
/** Secret, or different each time, in a sign-in only. */
const SIGN_IN_NAMES = /^(access_token|refresh_token|client_secret|code|state)$|password/i;
const sentNames = (path: string): RegExp => (/\/oauth\//.test(path) ? SIGN_IN_NAMES : SENT_NAMES);
/** Levels of JSON. */
const MAX_DEPTH = 100;
/** A number of JSON that may be read as another one, or what looks like one in a text. */
const INEXACT = /(?:^|[:,[])\s*-?(?:[\d.]{16}|[\d.]+e)/i;
/** The longest piece that the redaction takes whole. */
const LONGEST_PIECE = 16_000;

/** The secrets that a request sends. */
export function secretsInRequest({ path, query, body }: RecordedRequest): string[] {
  return valuesOf([query, body], sentNames(path));
}

/**
 * The secrets that an answer gives: new tokens, and the code of a sign-in.
 *
 * @throws CommandError when it can't be searched
 */
export function secretsInAnswer({ headers, json, text = '' }: RecordedAnswer): string[] {
  const { location = '' } = headers;
  const code = URL.canParse(location) ? new URL(location).searchParams.get('code') : null;
  const body = json ?? jsonIn(text);
  if (isDeep(body)) throw new CommandError('its JSON is nested too deep to search it for secrets.');
  return [...valuesOf(body, SECRET_NAMES), ...(code === null ? [] : [code])];
}

/** Whether a value is nested so deep that functions that call themselves could fail. */
function isDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    level = level.flatMap((one): unknown[] =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

/** The texts under these names, at any depth. */
function valuesOf(value: unknown, names: RegExp): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    names.test(name) && typeof one === 'string' ? [one] : valuesOf(one, names),
  );
}

/** What a request says, with its secrets. */
export function readRequest({ method, url, headers, body }: Arrival): RecordedRequest {
  const type = headers.get('content-type') ?? '';
  return { method, path: url.pathname, query: fieldsOf(url.searchParams), body: bodyOf(type, body) };
}

function bodyOf(type: string, bytes: Uint8Array<ArrayBuffer>): unknown {
  if (bytes.byteLength === 0) return null;
  const text = new TextDecoder().decode(bytes);
  if (type.startsWith('application/x-www-form-urlencoded')) return fieldsOf(new URLSearchParams(text));
  if (type.startsWith('multipart/')) return '[multipart]';
  const json = jsonIn(text) ?? '[not JSON]';
  return isDeep(json) ? '[nested too deep]' : json;
}

/** Later values of a name join the first one in a list. */
function fieldsOf(parameters: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(parameters.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const [first = '', ...others] = parameters.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

/** What an answer says, with its secrets. */
export function readAnswer(
  answer: Response,
  bytes: Uint8Array<ArrayBuffer>,
  service: string,
): RecordedAnswer {
  const type = answer.headers.get('content-type') ?? '';
  const headers = Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value.replaceAll(service, SERVICE)]];
    }),
  );
  const head = { status: answer.status, headers };
  if (bytes.byteLength === 0) return head;
  const json = type.includes('json') ? exactJsonIn(new TextDecoder().decode(bytes)) : undefined;
  if (json !== undefined)
    return { ...head, json: withTexts(json, (text) => text.replaceAll(service, SERVICE)) };
  const text = textIn(type, bytes);
  if (text !== undefined) return { ...head, text: text.replaceAll(service, SERVICE) };
  return { ...head, base64: Buffer.from(bytes).toString('base64') };
}

/** The JSON of a text; undefined where it would not say the same again, or is nested too deep. */
function exactJsonIn(text: string): unknown {
  const json = INEXACT.test(text) ? undefined : jsonIn(text);
  return isDeep(json) ? undefined : json;
}

/** The text of a body in UTF-8. Nothing for one in another encoding, which is kept byte for byte. */
function textIn(type: string, bytes: Uint8Array): string | undefined {
  if (!/^text\/|json|urlencoded/.test(type)) return undefined;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

/** The answer for a client, in which the address of the service is `service`. */
export function toResponse(
  { status, headers, json, text, base64 }: RecordedAnswer,
  service: string,
): Response {
  const own = (one: string) => one.replaceAll(SERVICE, service);
  const body =
    base64 !== undefined
      ? Buffer.from(base64, 'base64')
      : json !== undefined
        ? JSON.stringify(withTexts(json, own))
        : own(text ?? '');
  const hasBody = ![204, 205, 304].includes(status);
  const shown = Object.entries(headers).map(([name, value]): [string, string] => [name, own(value)]);
  return new Response(hasBody ? body : null, { status, headers: shown });
}

/** Changes each text, and each name of a field. */
function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => withTexts(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [change(name), withTexts(one, change)]),
  );
}

/**
 * The content of a file, without secrets: those of requests go with their names, and any that an answer repeats is hidden.
 *
 * @throws CommandError when it can't be made without them
 */
export function encodeFixture({ request, answer }: Fixture, secrets: ReadonlySet<string>): string {
  if (answer.base64 !== undefined) refuseSecrets(Buffer.from(answer.base64, 'base64'), secrets);
  const redact = redactor([...secrets]);
  const fixture = { request: withoutSecrets(request), answer };
  const clean = withTexts(fixture, (text) =>
    text === answer.base64 ? text : piecesOf(text).map(redact).join(''),
  );
  return `${JSON.stringify(maskedSecrets(clean), null, 2)}\n`;
}

function refuseSecrets(bytes: Buffer, secrets: ReadonlySet<string>): void {
  // UTF-16 has a zero beside each letter.
  const text = bytes.toString('latin1').replaceAll('\0', '');
  if ([...secrets].flatMap(spellingsOf).some((pattern) => pattern.test(text)))
    throw new CommandError('it repeats a secret in a body that is not text.');
}

/** The redaction takes texts of a bounded length, and a secret must not be cut: they part at white space. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const word of text.length <= LONGEST_PIECE ? [text] : text.split(/(?<=\s)(?=\S)/)) {
    if (word.length > LONGEST_PIECE)
      throw new CommandError('it has a text that is too long to search it for secrets.');
    const last = pieces.at(-1) ?? '';
    if (pieces.length === 0 || last.length + word.length > LONGEST_PIECE) pieces.push(word);
    else pieces[pieces.length - 1] = last + word;
  }
  return pieces;
}

/** A request without its secret fields, which differ from run to run. */
function withoutSecrets(request: RecordedRequest): RecordedRequest {
  const { method, path, query, body } = request;
  const names = sentNames(path);
  return { method, path, query: withoutFields(query, names), body: withoutFields(body, names) };
}

function withoutFields(value: unknown, names: RegExp): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutFields(one, names));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !names.test(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutFields(one, names)]));
}

/** An answer with secrets, such as a new token, keeps their fields. */
function maskedSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      SECRET_NAMES.test(name) && typeof one === 'string' ? '[redacted]' : maskedSecrets(one),
    ]),
  );
}

/** The same for requests that ask for the same, whatever the order of their fields and their secrets. */
export function keyOf(request: RecordedRequest): string {
  const { method, path, query, body } = withoutSecrets(request);
  return JSON.stringify([method, path, sorted(query), sorted(body)]);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, sorted(one)]));
}
