import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { path } from '../../../../src/client/core/http/address.js';
import { InputError } from '../../../../src/index.js';
import { answer, recordedFetch, rejection, requesterOn } from '../../../recorded-fetch.js';
import { runs } from '../../../runs.js';

const wrongIds: readonly (readonly [string, unknown])[] = [
  ['a string', '12'],
  ['a traversal', '../my'],
  ['an encoded traversal', '%2e%2e%2fmy'],
  ['a longer path', '1/cancel'],
  ['a query', '1?access_token=x'],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['zero', 0],
  ['minus zero', -0],
  ['a negative', -1],
  ['a fraction', 1.5],
  ['2^53', 2 ** 53],
  ['null', null],
  ['undefined', undefined],
  ['true', true],
  ['an array', [12]],
  ['an object that turns into a number', { valueOf: () => 12, toString: () => '12' }],
  ['a Number object', Object(12)],
  ['a bigint', 12n],
  ['a symbol', Symbol('12')],
  ['a function', () => 12],
];

describe('path', () => {
  test('joins texts and ids, and gives the template without values', () => {
    expect(path`/api/v1/questions/${{ questionId: 7 }}/comments/${{ id: 8 }}`).toEqual({
      template: '/api/v1/questions/{questionId}/comments/{id}',
      href: '/api/v1/questions/7/comments/8',
      address: '/api/v1/questions/7/comments/8',
      issues: [],
    });
  });

  test('shows the name of an id that is wrong, and never the id', () => {
    const { address } = path`/questions/${{ questionId: 7 }}/comments/${{ id: 'secret' }}`;
    expect(address).toBe('/questions/7/comments/{id}');
  });

  test('writes every safe id in plain digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
        const { href } = path`/x/${{ id }}`;
        expect(href).toMatch(/^\/x\/[1-9]\d*$/);
        expect(Number(href.slice(3))).toBe(id);
      }),
      runs(),
    );
  });

  test('never lets anything but an id into the path', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true, withDate: true }), (id) => {
        const { href, issues } = path`/x/${{ id }}/y`;
        if (issues.length > 0) expect(href).toBe('/x//y');
        else expect(href).toBe(`/x/${String(id)}/y`);
        expect(issues.length > 0).toBe(!(Number.isSafeInteger(id) && Number(id) > 0));
      }),
      runs(),
    );
  });

  test('names each wrong id by its argument', () => {
    const { issues } = path`/x/${{ questionId: '1' }}/y/${{ id: 0 }}`;
    expect(issues.map(({ path: name }) => name)).toEqual(['questionId', 'id']);
  });
});

describe.each(wrongIds)('an id that is %s', (_, id) => {
  // The point is what comes from callers without types.
  const wrong = id as number;

  test('is an InputError that names the argument, and nothing is sent', async () => {
    const fetch = recordedFetch(answer({}));
    const requester = requesterOn(fetch);
    const error = await rejection(requester.comments.get(7, wrong));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ outcome: 'not_sent', issues: [{ path: 'id' }] });
    expect((error as InputError).message).toContain('id must be a positive integer');
    expect(fetch.arrived).toEqual([]);
  });

  test('is refused before a listing is read', async () => {
    const fetch = recordedFetch(answer({}));
    const error = await rejection(requesterOn(fetch).comments.list(wrong));
    expect(error).toMatchObject({ name: 'InputError', issues: [{ path: 'questionId' }] });
    expect(fetch.arrived).toEqual([]);
  });
});

test('every call with an id refuses a path traversal', async () => {
  const fetch = recordedFetch(answer({}));
  const r = requesterOn(fetch);
  const id = '../my' as unknown as number;
  const body = { body: 'text' };
  const calls = [
    r.organizations.get(id),
    r.files.get(id),
    r.projects.get(id),
    r.questions.get(id),
    r.questions.cancel(id),
    r.comments.list(id),
    r.comments.get(id, 1),
    r.comments.create(id, body),
    r.comments.update(id, 1, body),
    r.comments.update(1, id, body),
    r.comments.delete(id, 1),
    r.comments.delete(1, id),
    r.revisions.list(id),
    r.revisions.get(id, 1),
    r.revisions.get(1, id),
    r.revisions.latest(id),
    r.revisions.download(id, 1),
    r.revisions.download(1, id),
    r.simple.questions.get(id),
    r.simple.questions.cancel(id),
    r.simple.translations.get(id),
    r.simple.translations.reject(id, { reason: 'not what was asked for' }),
    r.simple.translations.comments.list(id),
    r.simple.translations.comments.get(id, 1),
    r.simple.translations.comments.get(1, id),
    r.events.get(id),
  ];
  const errors = await Promise.all(calls.map(rejection));
  expect(errors.map((error) => (error as Error).name)).toEqual(calls.map(() => 'InputError'));
  expect(fetch.arrived).toEqual([]);
});
