import { assertType, expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import type { Question, SimpleQuestion } from '../../src/client/contract/types.js';
import type { QuestionSchema, SimpleQuestionSchema } from '../../src/schemas.js';

test('what a schema gives has the public type', () => {
  assertType<Question>({} as z.output<typeof QuestionSchema>);
  assertType<z.output<typeof QuestionSchema>>({} as Question);
});

test('the field whose name has a question mark is a field like any other', () => {
  expectTypeOf<SimpleQuestion['listing?']>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<z.output<typeof SimpleQuestionSchema>['listing?']>().toEqualTypeOf<boolean | undefined>();
});
