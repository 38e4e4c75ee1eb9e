import { describe, expectTypeOf, test } from 'vitest';
import type { ProjectText, Requester, SimpleQuestionText } from '../../src/index.js';
import {
  collectTexts,
  IncompleteJobError,
  type JobQuote,
  orderTexts,
  quoteTexts,
  type TextIssue,
  type TextsJob,
} from '../../src/texts.js';

declare const requester: Requester;
declare const job: TextsJob;
declare const strings: Record<string, string>;

describe('texts', () => {
  test('are ordered from any table, and give a job', () => {
    const input = { name: 'shop', from: 'en', to: ['de'], texts: strings };
    expectTypeOf(orderTexts(requester, input)).resolves.toEqualTypeOf<TextsJob>();
    expectTypeOf(
      quoteTexts(requester, { ...input, known: { de: strings } }),
    ).resolves.toEqualTypeOf<JobQuote>();
    void orderTexts(requester, { ...input, texts: { a: 'x', b: { text: 'y', note: 'z' } }, protect: /%s/ });
    // @ts-expect-error there is no such kind
    void orderTexts(requester, { ...input, using: 'simples' });
    // @ts-expect-error a name is required
    void orderTexts(requester, { from: 'en', to: ['de'], texts: {} });
    // @ts-expect-error a text is a string
    void orderTexts(requester, { ...input, texts: { a: 5 } });
  });

  test('are collected by key', async () => {
    for await (const { language, key, text, issues } of collectTexts(requester, job, { wait: false })) {
      expectTypeOf([language, key]).toEqualTypeOf<string[]>();
      expectTypeOf(text).toEqualTypeOf<string | null>();
      expectTypeOf(issues).toEqualTypeOf<readonly TextIssue[] | undefined>();
    }
    // @ts-expect-error a job is no text
    collectTexts(requester, '{}');
  });

  test('that were ordered in part say what was', () => {
    expectTypeOf<IncompleteJobError['job']>().toEqualTypeOf<TextsJob>();
    expectTypeOf<IncompleteJobError['name']>().toEqualTypeOf<'IncompleteJobError'>();
    expectTypeOf(IncompleteJobError).toBeConstructibleWith('some orders failed', { job });
  });

  test('are read as lists', () => {
    expectTypeOf(requester.projects.texts(1)).resolves.toEqualTypeOf<ProjectText[]>();
    expectTypeOf(requester.simple.questions.texts(1)).resolves.toEqualTypeOf<SimpleQuestionText[]>();
  });
});
