import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRequesterError } from '../../src/errors.js';
import { answer, recordedFetch, rejection, requesterOn } from '../recorded-fetch.js';
import { runs } from '../runs.js';
import { calls } from './calls.js';
import { createWorld } from './world.js';

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

describe('whatever an answer holds', () => {
  const named = Object.keys(calls).filter((id) => !id.startsWith('oauth.') && id !== 'revisions.download');

  test.each(named)(
    '%s ends with a value or an error of ours, and a write that was carried out is done',
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
          if (error !== undefined)
            expect(isRequesterError(error) && error.outcome).toMatch(/^(done|rejected)$/);
        }),
        { ...runs(200), interruptAfterTimeLimit: 20_000 },
      );
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
    },
  );
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
