import { copyJson } from '../../../base/checked.js';
import { isFields } from '../../../base/kinds.js';
import { checkOptions, copyOwn, type Rules, readOption } from '../../../base/options.js';
import * as rules from '../../../base/rules.js';
import { cutText } from '../../../base/texts.js';
import { InputError, type Issue, UnexpectedAnswerError } from '../errors/errors.js';
import type { Path } from './address.js';
import { type AnswerOutcome, type BodyText, readAnswer } from './answer.js';
import { type Call, makeCall } from './call.js';
import type { Http } from './http.js';
import type { RequestPlan } from './operation.js';
import type { CallOptions } from './settings.js';

/** A request to any address of the service. */
export interface AnyRequest {
  /** GET is a read, which may be repeated; every other method is a write. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path from `baseUrl` on, without a query: `/api/v1/my`. */
  readonly path: string;
  /** The parameters. The token is added to them, or to `json` if there is one. @default none */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** The body, as an object. A GET has none. @default none */
  readonly json?: Readonly<Record<string, unknown>> | undefined;
}

/** Segments of plain characters. Escapes are refused, and so are segments of dots: they can lead to another path. */
const PATH = /^(\/(?!\.+(\/|$))[\w.~:@+,-]+)+$/;

/** The token is placed by the client alone. */
function refuseToken(path: string, value: object): Issue[] {
  return Object.hasOwn(value, 'access_token')
    ? [{ path: `${path}.access_token`, message: 'must not be given: the client adds its token' }]
    : [];
}

function areParameters(query: unknown): query is object {
  return isFields(query) && !(Symbol.iterator in query) && Object.values(query).every(isParameter);
}

function isParameter(value: unknown): boolean {
  return ['string', 'boolean', 'undefined'].includes(typeof value) || Number.isFinite(value);
}

const REQUEST_RULES: Rules<AnyRequest> = {
  method: rules.required(rules.choice('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
  path: rules.required(
    rules.custom(
      (path) => typeof path === 'string' && PATH.test(path),
      'must be a path such as /api/v1/my: no host, query, escapes or dots alone',
    ),
  ),
  query: {
    check: (query, path) =>
      areParameters(query)
        ? refuseToken(path, query)
        : [{ path, message: 'must be a plain object of strings, numbers and booleans' }],
  },
  json: {
    check(json, path, all) {
      const message = 'must not be given: a GET has no body';
      if (readOption(all, 'method') === 'GET') return [{ path, message }];
      const body = copyJson(path, json);
      return body.issues ?? refuseToken(path, body.value);
    },
  },
};

/** Calls any address of the service. The answer is passed on as it came. */
export function requestAny(
  http: Http,
  request: AnyRequest,
  options: CallOptions | undefined,
): Call<unknown, unknown> {
  return makeCall(sendAny(http, request, options));
}

async function sendAny(http: Http, request: AnyRequest, options: CallOptions | undefined) {
  return http.run(makeRequestPlan(request), options, async (response, call, deadline) => {
    // Without streams, it can be read only once: as a text.
    const copy = response.body === undefined ? response.clone?.() : undefined;
    const raw = await http.read(response, call, deadline);
    const { status, headers } = raw;
    const answer = readAnswer(raw, call, ANY, () => true);
    const isOtherType = response.ok && raw.cut === undefined && !isJsonAnswer(response, answer);
    const found = isOtherType ? { body: await convertBody(raw, readContentType(headers), copy) } : answer;
    if ('error' in found) return found;
    const { body } = found;
    const facts = { status, headers, location: headers.get('location') };
    return { result: { data: body, body, response: facts, attempts: call.attempt } };
  });
}

const ANY = { inspect: (value: unknown) => ({ value, mismatches: [] }) };

const readContentType = (headers: Headers): string => headers.get('content-type') ?? '';

/** Whether the body is JSON by its type, or is an object in JSON where its type does not say. */
function isJsonAnswer({ status, headers }: Response, answer: AnswerOutcome<unknown>): boolean {
  if (/[/+]json\s*(;|$)/i.test(readContentType(headers))) return status !== 204 && status !== 205;
  return 'body' in answer
    ? typeof answer.body === 'object'
    : !(answer.error instanceof UnexpectedAnswerError);
}

/** Nothing, a text, or a Blob with its type. */
function convertBody(
  { bytes, text, isUnknownCharset }: BodyText,
  type: string,
  copy: Response | undefined,
): unknown {
  if (text === '') return undefined;
  // Bytes of another charset are read as U+FFFD.
  const isText = /^\s*text\//i.test(type) && !isUnknownCharset && !text.includes('\ufffd');
  return isText ? text : (copy?.blob() ?? new Blob([...bytes], { type }));
}

/** A segment that is probably a value: it has anything but small letters, `-` and `_`, and is not the version. */
const VALUE = /\/(?!v\d+\/)([^/]*[^/a-z_-][^/]*)/g;

/** Characters of an id that messages show: a longer one can be a secret, unless it is a number. */
const LONGEST_ID = 15;

/** Whether messages may show a value: a number or a short text, and nothing that looks like a mail address. */
const isShownValue = (value: string): boolean =>
  /^\d{1,20}$/.test(value) || (value.length <= LONGEST_ID && /^[\w.~+,-]+$/.test(value));

/** Characters of an address, however long the path is. */
const LONGEST_ADDRESS = 200;

function describeRequestPath(href: string): Path {
  const address = href.replace(VALUE, (segment, value: string) => (isShownValue(value) ? segment : '/{id}'));
  return {
    href,
    template: href.replace(VALUE, '/{id}'),
    address: cutText(address, LONGEST_ADDRESS),
    issues: [],
  };
}

function makeRequestPlan(request: AnyRequest): RequestPlan {
  // A copy, so that what is sent is what was checked.
  const given = copyOwn(request);
  const issues = checkOptions('request', given, REQUEST_RULES);
  if (issues.length > 0) throw new InputError(issues);
  const { method, path, query, json } = given;
  return {
    name: 'request',
    method,
    path: describeRequestPath(path),
    query: { value: { ...query } },
    json: json === undefined ? undefined : copyJson('json', json),
  };
}
