import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../src/base/kinds.js';
import { isRequesterError } from '../../../src/errors.js';
import { answer, recordedFetch, rejection, requesterOn } from '../../recorded-fetch.js';
import { runs } from '../../runs.js';
import { calls } from './calls.js';
import { authorize, createWorld, newSandbox } from './world.js';

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Texts of the JSON grammar, and a few that are close to it. */
const hostile = fc.oneof(
  { weight: 6, arbitrary: fc.json({ maxDepth: 4 }) },
  fc.constantFrom(
    '{"id":{"toString":1,"valueOf":1}}',
    '{"__proto__":{"id":1},"id":1}',
    String.raw`{"\u005f_proto__":{"polluted":1}}`,
    '{"id":1,"id":"two","id":null}',
    '{"id":1e999,"status":-0,"page":1e-400}',
    String.raw`{"message":"\ud800","id":"\udc00"}`,
    deep(100_000),
    `{"errors":${deep(50_000)}}`,
    `[${'{},'.repeat(20_000)}{}]`,
  ),
);

/** Puts a value where each answer has what was asked for. */
const wrapped = fc
  .tuple(
    hostile,
    fc.constantFrom('', 'question', 'project', 'events', 'questions', 'language_pairs', 'translation'),
  )
  .map(([text, name]) => (name === '' ? text : `{"success":true,"${name}":${text},"total_pages":1}`));

/** Whether a 2xx with this body is the service's own, and says that it did the work. */
function isOwnSuccess(text: string): boolean {
  const { success, message }: { success?: unknown; message?: unknown } = Object(parseJson(text));
  return success === true && typeof message === 'string';
}

describe('whatever an answer holds', () => {
  const named = Object.keys(calls).filter((id) => !id.startsWith('oauth.') && id !== 'revisions.download');

  test.each(named)(
    '%s ends with a value or an error of ours, and a write is called done by the service alone',
    async (id) => {
      let text: string | undefined;
      const world = createWorld({
        retries: 0,
        logLevel: 'silent',
        through: (fetch) => async (input, init) => {
          const response = await fetch(input, init);
          return text === undefined ? response : new Response(text, { status: response.status });
        },
      });
      const call = await calls[id]?.(world);
      await fc.assert(
        fc.asyncProperty(wrapped, async (given) => {
          text = given;
          const error = await Promise.resolve(call?.()).then(
            () => undefined,
            (reason: unknown) => reason,
          );
          if (error === undefined) return;
          if (!isRequesterError(error)) throw error;
          const { method, path } = error.request ?? { method: '', path: '' };
          const isRead = method === 'GET' || path.endsWith('/check');
          if (isRead) expect(error.outcome).toMatch(/^(done|rejected)$/);
          else expect(error.outcome).toBe(isOwnSuccess(given) ? 'done' : 'unknown');
        }),
        { ...runs(100), interruptAfterTimeLimit: 20_000 },
      );
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
    },
  );
});

/** What an answer can say of the operation: a refusal is one where it is the service's own, or an error of OAuth. */
const OUTCOMES = {
  200: ['done', 'unknown', 'rejected'],
  201: ['done', 'unknown', 'rejected'],
  400: ['unknown', 'rejected'],
  401: ['unknown', 'rejected'],
  422: ['unknown', 'rejected'],
  503: ['unknown'],
};

/** An error of the token endpoint, of odd fields; and what has the fields of a token. */
const ofToken = fc
  .record({ error: hostile, error_description: hostile, token_type: hostile })
  .map(
    ({ error, error_description, token_type }) =>
      `{"error":${error},"error_description":${error_description},"access_token":"","token_type":${token_type}}`,
  );

/** Texts that echo what must not be shown, in a place where messages quote. */
const echoing = (secrets: readonly string[]) =>
  fc.constantFrom('error', 'error_description', 'message', 'errors').chain((name) =>
    fc.constantFrom(...secrets).map((secret) => {
      const text = JSON.stringify(`${secret} ${'long '.repeat(2_000)} ${encodeURIComponent(secret)}`);
      return `{"error":"e","${name}":${name === 'errors' ? `{${text}:${text}}` : text}}`;
    }),
  );

function checkFailure(error: unknown, status: keyof typeof OUTCOMES, secrets: readonly string[]): void {
  if (!isRequesterError(error)) throw error;
  expect(OUTCOMES[status]).toContain(error.outcome);
  expect(error.message.length).toBeLessThanOrEqual(2_000);
  const shown = `${inspect(error, { depth: 20, showHidden: true, maxStringLength: null })}${JSON.stringify(error)}`;
  for (const secret of secrets) expect(shown).not.toContain(secret);
}

const statuses = fc.constantFrom<keyof typeof OUTCOMES>(200, 201, 400, 401, 422, 503);

test('whatever answers an exchange of a code, it ends with a token or an error of ours without the secrets', async () => {
  const sandbox = newSandbox();
  const code = await authorize(createWorld({ sandbox }));
  const secrets = [sandbox.application.clientSecret, code];
  const property = async (text: string, status: keyof typeof OUTCOMES): Promise<void> => {
    const { oauth } = createWorld({ sandbox, fetch: async () => answer(text, { status }) });
    const [ended] = await Promise.allSettled([oauth.exchangeCode(code)]);
    if (ended.status === 'rejected') checkFailure(ended.reason, status, secrets);
    else expect(ended.value.access_token).toEqual(expect.stringMatching(/./u));
  };
  const texts = fc.oneof(hostile, wrapped, ofToken, echoing(secrets));
  await fc.assert(fc.asyncProperty(texts, statuses, property), runs(1_000));
});

/** A revision with an odd address of its file. */
const ofRevision = hostile.map(
  (text) => `{"translation":{"revision_number":1,"download_url":${text},"submitted":true}}`,
);

describe('whatever answers a download', () => {
  const sandbox = newSandbox();
  const secrets = [sandbox.accessToken];
  const ending = async (reading: Response, download: Response): Promise<PromiseSettledResult<Response>> => {
    const fetch = async (url: unknown) => (String(url).includes('/file?') ? download : reading);
    const { requester } = createWorld({ sandbox, fetch, retries: 0, logLevel: 'silent' });
    const [ended] = await Promise.allSettled([requester.revisions.download(1, 1)]);
    return ended;
  };
  const texts = fc.oneof(hostile, wrapped, ofRevision, echoing(secrets));

  test('of its revision, it ends with an error of ours without the token', async () => {
    const property = async (text: string, status: keyof typeof OUTCOMES): Promise<void> => {
      const ended = await ending(answer(text, { status }), answer('the file'));
      if (ended.status === 'rejected') checkFailure(ended.reason, status, secrets);
    };
    await fc.assert(fc.asyncProperty(texts, statuses, property), runs(1_000));
  });

  test('of its file, it ends with the bytes or an error of ours without the token', async () => {
    const download_url = `${sandbox.baseUrl}/api/v1/questions/1/revisions/1/file`;
    const property = async (text: string, status: keyof typeof OUTCOMES): Promise<void> => {
      const reading = answer({ success: true, translation: { revision_number: 1, download_url } });
      const ended = await ending(reading, answer(text, { status }));
      expect(ended.status).toBe(status < 300 ? 'fulfilled' : 'rejected');
      if (ended.status === 'rejected') checkFailure(ended.reason, status, secrets);
      else expect(await ended.value.text()).toBe(await answer(text).text());
    };
    await fc.assert(fc.asyncProperty(texts, statuses, property), runs(1_000));
  });
});

describe('a page of many empty items', () => {
  test.each([10_000, 330_000])('is one error, with %i items', async (many) => {
    const body = `{"success":true,"page":1,"per_page":30,"total_pages":1,"total_count":1,"events":[${'{},'.repeat(many - 1)}{}]}`;
    const requester = requesterOn(
      recordedFetch(() => answer(body)),
      { retries: 0 },
    );
    const error = await rejection(requester.events.list());
    expect(error).toMatchObject({
      name: 'UnexpectedAnswerError',
      issues: [{ path: 'events', message: `has ${many} items; the page was asked for 30` }],
    });
  });

  test('of language pairs is one error', async () => {
    const body = `{"language_pairs":[${'{},'.repeat(20_000)}{}]}`;
    const error = await rejection(requesterOn(recordedFetch(answer(body)), { retries: 0 }).languages.list());
    expect(error).toMatchObject({ name: 'UnexpectedAnswerError', issues: [{ path: 'language_pairs' }] });
  });
});

test.each(['__proto__', String.raw`\u005f\u005Fproto__`, String.raw`__\u0070\u0072\u006f\u0074\u006F__`])(
  'a field %s never survives as __proto__',
  async (name) => {
    const text = `{"a" : [{"${name}" : {"b":1}}], "${name}":{"c":1}, "text": "{\\"__proto__\\":1}"}`;
    const requester = requesterOn(recordedFetch(answer(text)));
    const data = await requester.simple.translations.comments.get(1, 2);
    expect(data).toEqual({
      a: [{ '(__proto__)': { b: 1 } }],
      '(__proto__)': { c: 1 },
      text: '{"__proto__":1}',
    });
    expect(Object.hasOwn(data, '__proto__')).toBe(false);
  },
);

test('more fields __proto__ than anyone has are one error', async () => {
  const text = `{"all":[${'{"__proto__":1},'.repeat(10_000)}{}]}`;
  const requester = requesterOn(recordedFetch(answer(text)));
  expect(await rejection(requester.simple.translations.comments.get(1, 2))).toMatchObject({
    name: 'UnexpectedAnswerError',
    outcome: 'done',
    issues: [{ path: '', message: 'the answer has too many fields named __proto__' }],
  });
});
