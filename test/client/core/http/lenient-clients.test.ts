import { expect, test } from 'vitest';
import { Requester, RequesterError } from '../../../../src/index.js';
import { answer, BASE_URL, recordedFetch, rejection, TOKEN } from '../../../recorded-fetch.js';

const ODD = { success: true, project: { id: 5, questions: 7 }, question: 7, questions: [null, 7] };

test.each(['throw', 'warn', 'ignore'] as const)(
  'no wait and no order with `once` ends in a raw error, where odd shapes are set to %s',
  async (onUnexpectedShape) => {
    const requester = new Requester({
      baseUrl: BASE_URL,
      accessToken: TOKEN,
      logLevel: 'silent',
      retries: 0,
      onUnexpectedShape,
      fetch: recordedFetch(() => answer(ODD)),
    });
    const order = {
      language_id: 'en',
      translated_language_id: 'ja',
      questions: [{ type: 'string', body: 'Hello', custom_field: 'key' }],
    } as const;
    const errors = await Promise.all([
      rejection(requester.projects.wait(5, { timeout: 50 })),
      rejection(requester.questions.wait(5, { timeout: 50 })),
      rejection(requester.simple.questions.wait(5, { timeout: 50 })),
      rejection(requester.projects.create(order, { once: true, settle: 50, timeout: 2_000 })),
    ]);
    for (const error of errors) expect(error).toBeInstanceOf(RequesterError);
  },
);
