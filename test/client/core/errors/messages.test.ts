import { describe, expect, test } from 'vitest';
import { LOOK_FIRST, TRY_LATER } from '../../../../src/client/core/errors/advice.js';
import {
  ApiError,
  AuthenticationError,
  MalformedRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ValidationError,
} from '../../../../src/client/core/errors/api-errors.js';
import {
  ConnectionError,
  InputError,
  type Outcome,
  RedirectError,
  type RequesterError,
  ServerError,
  TimeoutError,
  UnexpectedAnswerError,
  withOutcome,
} from '../../../../src/client/core/errors/errors.js';
import { type AnswerFacts, makeAnswerError } from '../../../../src/client/core/errors/from-answer.js';
import {
  makeConnectionError,
  makeRedirectError,
  makeTimeoutError,
  type TimeoutFacts,
} from '../../../../src/client/core/errors/from-throw.js';
import { readFailedFetch } from '../../../../src/client/core/runtime/connections.js';

const request = { method: 'POST', path: '/{id}', address: '/x' };
const facts = {
  outcome: 'unknown',
  request,
  status: 503,
  requestId: 'r',
  retryAfter: 2_000,
  advice: TRY_LATER,
} as const;

test('a message is one line, whatever the service says: a program that it ends prints it, in a CI too', () => {
  const message =
    '\n::set-output name=x::y\r##vso[task.setvariable variable=x]y ##[add-path]\u001b]0;t\u0007\u202e\u2028';
  const error = new ServerError(message, facts);
  expect(error.message).toContain('set-output');
  for (const shown of [error.message, error.summary, String(error.stack?.split('\n    at ')[0])])
    expect(shown).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]|##\w*\[/u);
});

describe('an error has the fields that it was made with', () => {
  const api = { code: 7, serverMessage: 'No', snippet: 'no' };
  const issues = [{ path: 'a', message: 'must be set' }];
  const unusable = { issues, snippet: 'no', location: '/x/5', id: 5 };

  test.each<[RequesterError, object]>([
    [new ApiError('m', { ...facts, ...api }), api],
    [new AuthenticationError('m', { ...facts, ...api }), api],
    [new MalformedRequestError('m', { ...facts, ...api }), api],
    [new PermissionError('m', { ...facts, ...api }), api],
    [new NotFoundError('m', { ...facts, ...api }), api],
    [new RateLimitError('m', { ...facts, ...api }), api],
    [new ValidationError('m', { ...facts, ...api, errors: { a: 'b' } }), { ...api, errors: { a: 'b' } }],
    [
      new ConnectionError('m', { ...facts, phase: 'connect', code: 'ECONNRESET', thrownName: 'TypeError' }),
      { phase: 'connect', code: 'ECONNRESET', thrownName: 'TypeError' },
    ],
    [new TimeoutError('m', facts), {}],
    [new ServerError('m', { ...facts, snippet: 'no' }), { snippet: 'no' }],
    [new RedirectError('m', facts), {}],
    [new UnexpectedAnswerError('m', { ...facts, ...unusable }), unusable],
  ])('$name', (error, own) => {
    expect(error.toJSON()).toEqual({
      ...facts,
      ...own,
      name: error.constructor.name,
      advice: { code: 'try-later' },
      message: 'POST /x: m (request id r). Try again later.',
    });
    expect(error.summary).toBe('POST /x: m (request id r)');
  });

  test('an InputError, which names each issue and the call', () => {
    const issues = [
      { path: 'order.questions[0]', message: 'must be set' },
      { path: '', message: 'is not enough' },
    ];
    expect(new InputError(issues, { request }).toJSON()).toEqual({
      name: 'InputError',
      outcome: 'not_sent',
      request,
      issues,
      advice: { code: 'correct-input' },
      message:
        'POST /x: order.questions[0] must be set; is not enough. Nothing was sent; correct the input and call again.',
    });
    expect(new InputError(issues.slice(0, 1)).message).toBe(
      'order.questions[0] must be set. Nothing was sent; correct the input and call again.',
    );
  });

  test('an error of a part of a call, which keeps its class', () => {
    const part = withOutcome(new ServerError('m', facts), 'not_sent', 'Nothing was ordered');
    expect(part).toBeInstanceOf(ServerError);
    expect(part).toMatchObject({
      outcome: 'not_sent',
      message: 'POST /x: m (request id r). Try again later. Nothing was ordered.',
    });
    expect(part).toMatchObject({ summary: 'POST /x: m (request id r). Nothing was ordered', status: 503 });
  });
});

describe('a refusal', () => {
  const redact = (text: string) => text.replaceAll('secret', '***');
  const refused = (status: number, answer: unknown, retryAfter?: number) => {
    const answered: AnswerFacts = {
      request,
      isRead: false,
      status,
      redact,
      snippet: redact,
      requestId: 'r',
      retryAfter,
    };
    const own = status < 500 ? { success: false, message: '' } : {};
    return makeAnswerError(answered, { ...own, ...Object(answer) }, 'shown');
  };

  test.each<[number, object, number | undefined, string]>([
    [400, {}, undefined, '400: the call was refused. Correct it and call again; nothing was done.'],
    [
      401,
      { message: 'a secret' },
      undefined,
      '401 (a ***): the access token is not accepted. Sign the account in again, or check accessToken.',
    ],
    [403, {}, undefined, '403: this account may not do that. Use an account that may.'],
    [
      403,
      { message: 'Problems parsing JSON' },
      undefined,
      '403 (Problems parsing JSON): the body could not be read as JSON. Correct it and call again; nothing was done.',
    ],
    [
      404,
      {},
      undefined,
      '404: there is no such resource, or this account cannot see it. Check the id and the account.',
    ],
    [422, {}, undefined, '422: refused: the data. Correct it and call again; nothing was done.'],
    [
      422,
      { errors: { secret: ['is secret', 'is long'], b: { c: 1 } } },
      undefined,
      '422: refused: *** is ***, is long; b {"c":1}. Correct it and call again; nothing was done.',
    ],
    [425, {}, undefined, '425: the call was refused. Call again after a while.'],
    [429, {}, undefined, '429: too many requests. Call again after a while.'],
    [429, {}, 1_001, '429: too many requests. Call again after 2 s.'],
    [429, {}, 0, '429: too many requests. Call again after 0 s.'],
  ])('%i %j, with a pause of %s, says so', (status, answer, retryAfter, message) => {
    const error = refused(status, answer, retryAfter);
    expect(error).toMatchObject({
      outcome: 'rejected',
      status,
      retryAfter,
      requestId: 'r',
      snippet: 'shown',
    });
    const [what, advice] = message.split(/(?<=^\d+[^.]*)\. /);
    expect(error.message).toBe(`POST /x: ${what} (request id r). ${advice}`);
  });

  test('keeps no more texts of fields than anyone reads', () => {
    const fields = Array.from({ length: 900 }, (_, at) => [`field${at}`, 'x'.repeat(500)]);
    const error = refused(422, { errors: Object.fromEntries(fields) });
    expect(error).toBeInstanceOf(ValidationError);
    const kept = Object.keys((error as ValidationError).errors); // as just seen
    expect(kept.length).toBeGreaterThan(90);
    expect(kept.length).toBeLessThan(110);
    expect(error.message).toContain('; and 89');
  });

  test.each<[number, Outcome]>([
    [404, 'rejected'],
    [500, 'unknown'],
  ])('of a read with a %i, from whoever it is, leaves it %s', (status, outcome) => {
    const answered: AnswerFacts = { request, isRead: true, status, redact, snippet: redact };
    expect(makeAnswerError(answered, undefined, '<p>')).toMatchObject({ outcome });
  });

  test('has the code and the message of the service, if they have the right type', () => {
    expect(refused(400, { error_code: 7, message: 'No' })).toMatchObject({ code: 7, serverMessage: 'No' });
    expect(refused(400, { error_code: '7', message: 5 })).toMatchObject({
      code: undefined,
      serverMessage: undefined,
    });
  });
});

describe('a failed connection', () => {
  const failed = (thrown: unknown, isRead = false) =>
    makeConnectionError(thrown, readFailedFetch(thrown), { request, isRead });
  const coded = (code: string) => Object.assign(new TypeError('fetch failed'), { code });
  const NOT_SENT = { outcome: 'not_sent', phase: 'connect', thrownName: 'TypeError', request };
  const LOST = { outcome: 'unknown', phase: 'request', request };

  test.each<[string, unknown, boolean, object]>([
    [
      'no connection to the service (ECONNREFUSED). Nothing was sent; check baseUrl and the network.',
      coded('ECONNREFUSED'),
      false,
      { ...NOT_SENT, code: 'ECONNREFUSED' },
    ],
    [
      'no connection to the service (TypeError). Nothing was sent; check baseUrl and the network.',
      new TypeError('bad port'),
      true,
      { ...NOT_SENT, code: undefined },
    ],
    [
      `the connection was lost before an answer came (ECONNRESET). ${LOOK_FIRST.text}`,
      coded('ECONNRESET'),
      false,
      { ...LOST, code: 'ECONNRESET', thrownName: 'TypeError' },
    ],
    [
      'the connection was lost before an answer came (ECONNRESET). Try again later.',
      { code: 'ECONNRESET' },
      true,
      { ...LOST, code: 'ECONNRESET', thrownName: undefined },
    ],
    [
      `fetch failed before an answer came (it threw TypeError). ${LOOK_FIRST.text}`,
      new TypeError('fetch failed'),
      false,
      { ...LOST, code: undefined, thrownName: 'TypeError' },
    ],
    [
      `fetch failed before an answer came (it threw no Error). ${LOOK_FIRST.text}`,
      'text',
      false,
      { ...LOST, code: undefined, thrownName: undefined },
    ],
  ])('%s', (message, thrown, isRead, said) => {
    const error = failed(thrown, isRead);
    expect(error.message).toBe(`POST /x: ${message}`);
    expect(error).toMatchObject(said);
  });

  test('is that of a write by default', () => {
    expect(failed('text').message).toContain(LOOK_FIRST.text);
  });

  test.each([
    ['a', false],
    ['ab', false],
    ['abc', true],
    ['1abc', false],
    [`a${'b'.repeat(63)}`, true],
    [`a${'b'.repeat(64)}`, false],
    [5, false],
  ])('has the code %s only if it can be one: %s', (code, isOne) => {
    expect(failed({ code }).code).toBe(isOne ? code : undefined);
  });

  test.each([
    [8, 'ECONNRESET'],
    [9, undefined],
  ])('is found in causes down to a depth of 8: %i', (depth, code) => {
    let thrown: object = { code: 'ECONNRESET' };
    for (let level = 0; level < depth; level += 1) thrown = { cause: thrown };
    expect(failed(thrown).code).toBe(code);
  });
});

describe('a call whose time is over', () => {
  const expiry: TimeoutFacts = {
    request,
    isRead: false,
    inFlight: true,
    attempts: 1,
    status: undefined,
    previousError: undefined,
    option: 'timeout',
    limit: 500,
  };
  const refusedBefore = new RateLimitError('m', { ...facts, outcome: 'rejected', status: 429 });

  test.each<[string, Partial<TimeoutFacts>, Outcome, string, number | undefined]>([
    [
      'before anything was sent',
      { inFlight: false, attempts: 0 },
      'not_sent',
      '. Nothing was sent; call again.',
      undefined,
    ],
    [
      'after a refusal',
      { inFlight: false, previousError: refusedBefore },
      'rejected',
      ' (request id r). Call again after 2 s.',
      429,
    ],
    ['while it waited for an answer', {}, 'unknown', `. ${LOOK_FIRST.text}`, undefined],
    [
      'while it waited after a refusal',
      { previousError: refusedBefore },
      'unknown',
      ` (request id r). ${LOOK_FIRST.text}`,
      429,
    ],
    ['in an answer with 199', { status: 199 }, 'unknown', `. ${LOOK_FIRST.text}`, 199],
    ['in an answer with 200', { status: 200 }, 'unknown', `. ${LOOK_FIRST.text}`, 200],
    ['in an answer with 299', { status: 299 }, 'unknown', `. ${LOOK_FIRST.text}`, 299],
    ['in an answer with 300', { status: 300 }, 'unknown', `. ${LOOK_FIRST.text}`, 300],
    ['while it read', { isRead: true }, 'unknown', '. Try again, or allow more time (timeout).', undefined],
  ])('%s', (_, change, outcome, end, status) => {
    const error = makeTimeoutError({ ...expiry, ...change });
    const what = outcome === 'not_sent' ? 'sent' : 'finished';
    expect(error.message).toBe(`POST /x: not ${what} within 500 ms${end}`);
    expect(error).toMatchObject({ name: 'TimeoutError', outcome, status, request });
    expect(error.retryAfter).toBe(change.previousError?.retryAfter);
  });
});

describe('a redirect', () => {
  test('has its status, if there is one', () => {
    const end = ', which is not followed: the token would go with it. Check baseUrl.';
    expect(makeRedirectError(request, { status: 302, requestId: 'r' }).toJSON()).toEqual({
      name: 'RedirectError',
      outcome: 'unknown',
      request,
      status: 302,
      requestId: 'r',
      advice: { code: 'check-address' },
      message: `POST /x: answered with a redirect (302)${end.replace('. ', ' (request id r). ')}`,
    });
    expect(makeRedirectError(request, {}).message).toBe(`POST /x: answered with a redirect${end}`);
  });

  test('is recognised by the message of Node, in a cause too', () => {
    const thrown = new TypeError('fetch failed', { cause: new Error('unexpected redirect') });
    expect(readFailedFetch(thrown).isRedirect).toBe(true);
    expect(readFailedFetch(new TypeError('unexpected')).isRedirect).toBeUndefined();
    expect(readFailedFetch('unexpected redirect').isRedirect).toBeUndefined();
  });
});
