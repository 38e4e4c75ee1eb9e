import { expectTypeOf, test } from 'vitest';
import type { Projects, Questions, Requester, SimpleQuestions } from '../../src/index.js';
import { isRequesterError, type RequesterError } from '../../src/index.js';

declare const error: unknown;

test('the name of an error narrows it', () => {
  if (!isRequesterError(error)) return;
  expectTypeOf(error).toExtend<RequesterError>();
  if (error.name === 'ValidationError') {
    expectTypeOf(error.errors).toEqualTypeOf<Readonly<Record<string, string>>>();
  }
  if (error.name === 'ConnectionError') {
    expectTypeOf(error.phase).toEqualTypeOf<'connect' | 'request' | 'response'>();
  }
  // @ts-expect-error there is no error of that name
  if (error.name === 'ValidatoinError') return;
});

test('the classes of the resources can be named', () => {
  expectTypeOf<Requester['projects']>().toEqualTypeOf<Projects>();
  expectTypeOf<Requester['questions']>().toEqualTypeOf<Questions>();
  expectTypeOf<Requester['simple']['questions']>().toEqualTypeOf<SimpleQuestions>();
});
