import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { questionPageSchema } from '../../../src/client/contract/answers.js';
import { makeValidator as validator } from '../../../src/client/contract/validator.js';
import { compile } from '../../../src/client/core/runtime/node.js';
import { compile as compilePlain } from '../../../src/client/core/runtime/plain.js';
import { ProjectOrderSchema, SimpleQuestionOrderSchema } from '../../../src/schemas.js';
import { runs } from '../../runs.js';
import { makeArbitrary } from './arbitrary.js';

const planted = 'planted-7f3a91';

/** The value with every string, and every number, replaced by the planted one. */
function plant(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plant);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plant(inner)]));
  }
  return typeof value === 'number' ? planted : 0.73194;
}

describe('messages', () => {
  test.each([
    ['ProjectOrder', ProjectOrderSchema],
    ['SimpleQuestionOrder', SimpleQuestionOrderSchema],
    ['QuestionPage', questionPageSchema()],
    ['EventPage', questionPageSchema()],
  ] as const)('never contain what was received: %s', (name, schema) => {
    const validate = validator<unknown>(() => schema);
    fc.assert(
      fc.property(makeArbitrary(name), (value) => {
        const told = JSON.stringify(validate(plant(value)));
        expect(told).toContain('issues');
        expect(told).not.toContain(planted);
        expect(told).not.toContain('0.73194');
      }),
      runs(30),
    );
  });

  test.each([
    [undefined, 'nothing'],
    [null, 'null'],
    ['text', 'a string'],
    [4, 'an integer'],
    [true, 'a boolean'],
    [[], 'an empty list'],
    [[1], 'a list'],
    [() => 1, 'a function'],
    [1n, 'a bigint'],
  ])('name the kind of %s', (value, kind) => {
    expect(validator(() => z.object({}))(value)).toEqual({
      issues: [{ path: '', message: `must be an object; got ${kind}` }],
    });
  });

  test.each([
    [0.5, 'a number that is not an integer'],
    [2 ** 60, 'an integer beyond the safe range'],
    [-3, 'a number below 0'],
    [500, 'an integer out of range'],
  ])('name the range of %s without telling it', (per_page, kind) => {
    const query = z.object({
      per_page: z.custom<number>(() => false, { params: { rule: 'must be right' } }),
    });
    expect(validator(() => query)({ per_page })).toEqual({
      issues: [{ path: 'per_page', message: `must be right; got ${kind}` }],
    });
  });

  test('are our own even when an application sets texts for zod', () => {
    const before = z.config();
    z.config({ customError: () => planted });
    try {
      expect(validator(() => z.string())(1)).toEqual({
        issues: [{ path: '', message: 'must be a string; got an integer' }],
      });
    } finally {
      z.config({ customError: before.customError });
    }
  });

  test('are no more than twenty, and none comes twice', () => {
    const questions = Array.from({ length: 50 }, () => ({ type: 'string' }));
    const answer = validator(() => ProjectOrderSchema)({
      language_id: 'en',
      translated_language_id: 'ja',
      questions,
    });
    const { issues = [] } = answer;
    expect(issues).toHaveLength(20);
    expect(new Set(issues.map(({ path }) => path)).size).toBe(20);
  });
});

describe('a validator', () => {
  test('makes and compiles its schema at its first use, and once', () => {
    let made = 0;
    const validate = validator(() => {
      made += 1;
      return z.string();
    });
    expect(made).toBe(0);
    expect(validate('text')).toEqual({ value: 'text' });
    expect(validate('another')).toEqual({ value: 'another' });
    expect(made).toBe(1);
  });

  test('gives the same with and without generated code', () => {
    fc.assert(
      fc.property(makeArbitrary('QuestionPage'), (page) => {
        const compiled = z.safeParse(compile(questionPageSchema()), page);
        expect(compiled).toEqual(z.safeParse(compilePlain(questionPageSchema()), page));
      }),
      runs(10),
    );
  });
});
