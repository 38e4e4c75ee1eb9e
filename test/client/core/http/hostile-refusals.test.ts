import { describe, expect, test } from 'vitest';
import { ServerError, UnexpectedAnswerError, ValidationError } from '../../../../src/index.js';
import { answer, recordedFetch, rejection, requesterOn } from '../../../recorded-fetch.js';

const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const refusal = (errors: string): string =>
  `{"success":false,"message":"Validation Fail","error_code":201,"errors":${errors}}`;

async function refused(errors: string): Promise<ValidationError> {
  const requester = requesterOn(recordedFetch(answer(refusal(errors), { status: 422 })));
  const error = await rejection(requester.organizations.create({ name: 'n' }));
  expect(error).toBeInstanceOf(ValidationError);
  return error as ValidationError; // as just checked
}

describe('a refusal', () => {
  test('with very many fields makes a short message, which says how many there are', async () => {
    const fields = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, at) => [`field${at}`, 'is invalid']),
    );
    const { message, errors } = await refused(JSON.stringify(fields));
    expect(message.length).toBeLessThanOrEqual(2_000);
    expect(message).toMatch(
      /field0 is invalid; field1 is invalid.*; and \d+ more\. Correct it and call again/,
    );
    const named = message.match(/field\d+/g)?.length ?? 0;
    expect(message).toContain(`and ${100_000 - named} more`);
    expect(Object.keys(errors)).toHaveLength(1_000);
  });

  test('with very long texts is cut', async () => {
    const { message, errors, serverMessage } = await refused(
      JSON.stringify({ [`f${'x'.repeat(9_000)}`]: 'y'.repeat(1_000_000), title: 'is invalid' }),
    );
    expect(message.length).toBeLessThanOrEqual(2_000);
    expect(JSON.stringify(errors).length).toBeLessThan(2_000);
    expect(serverMessage).toBe('Validation Fail');
  });

  test('with a very long message is cut', async () => {
    const long = answer({ success: false, message: 'm'.repeat(1_000_000) }, { status: 404 });
    const error = await rejection(requesterOn(recordedFetch(long)).organizations.get(1));
    expect(String(error).length).toBeLessThan(2_100);
    const failed = answer({ message: 'm'.repeat(1_000_000) }, { status: 500 });
    const another = await rejection(requesterOn(recordedFetch(failed)).organizations.create({ name: 'n' }));
    expect(another).toBeInstanceOf(ServerError);
    expect(String(another).length).toBeLessThan(2_100);
  });

  test('nested deeply is a refusal', async () => {
    const { errors } = await refused(`{"name":${deep(100_000)},"title":[${deep(100_000)},"is blank"]}`);
    expect(Object.keys(errors)).toEqual(['name', 'title']);
  });

  test.each([
    ['{"name":{"toString":1,"valueOf":1}}', { name: '{"toString":1,"valueOf":1}' }],
    ['{"name":[{"toString":1,"valueOf":1}]}', { name: '[{"toString":1,"valueOf":1}]' }],
    ['{"name":["is short","is odd"]}', { name: 'is short, is odd' }],
    ['{"name":null,"title":1e999}', { name: 'null', title: 'null' }],
    ['{"__proto__":"is odd","name":"is blank"}', { '(__proto__)': 'is odd', name: 'is blank' }],
    ['[1,2]', {}],
    ['{"toString":1}', { toString: '1' }],
  ])('with the errors %s shows them as texts', async (errors, shown) => {
    const error = await refused(errors);
    expect(Object.entries(error.errors)).toEqual(Object.entries(shown));
    expect(error.outcome).toBe('rejected');
  });
});

describe('the answer to an order that was placed', () => {
  test.each(['{"toString":1,"valueOf":1}', deep(50_000), '"x"', 'null', '1e999'])(
    'with the id %# is an error that says so',
    async (id) => {
      const body = `{"success":true,"message":"","project":{"id":${id}}}`;
      const requester = requesterOn(recordedFetch(answer(body, { status: 201 })));
      const order = {
        language_id: 'ja',
        translated_language_id: 'en',
        questions: [{ type: 'string', body: 'b' }] as const,
      };
      const error = await rejection(requester.projects.create(order));
      expect(error).toBeInstanceOf(UnexpectedAnswerError);
      expect(error).toMatchObject({ outcome: 'done', id: undefined });
    },
  );
});
