import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { answer, recordedFetch, rejection, requesterOn } from '../../../recorded-fetch.js';

const requester = requesterOn(recordedFetch(answer({}, { status: 404 })), { retries: 0 });
const order = {
  language_id: 'ja',
  translated_language_id: 'en',
  questions: [{ type: 'string', body: 'こんにちは', custom_field: 'greeting' }],
} as const;

describe('the stack of a failure names the function that awaits', () => {
  test.each<readonly [string, () => Promise<unknown>]>([
    [
      'a call',
      async function caller() {
        return await requester.projects.get(1);
      },
    ],
    [
      'the whole answer of a call',
      async function caller() {
        return await requester.projects.get(1).withResponse();
      },
    ],
    [
      'a listing',
      async function caller() {
        return await requester.questions.list();
      },
    ],
    [
      'an iteration',
      async function caller() {
        for await (const question of requester.questions.list()) return question;
        return undefined;
      },
    ],
    [
      'an array of a listing',
      async function caller() {
        return await requester.questions.list().toArray({ max: 5 });
      },
    ],
    [
      'an order',
      async function caller() {
        return await requester.projects.create(order);
      },
    ],
    [
      'an order that is placed once',
      async function caller() {
        return await requester.projects.create(order, { once: true });
      },
    ],
    [
      'a cancellation',
      async function caller() {
        return await requester.questions.cancel(41);
      },
    ],
    [
      'a wait for a file',
      async function caller() {
        return await requester.files.wait(1);
      },
    ],
    [
      'a wait for a project',
      async function caller() {
        return await requester.projects.wait(1);
      },
    ],
  ])('%s', async (_, caller) => {
    // A 404 is not believed at once.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const failed = rejection(caller());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await failed).toMatchObject({
      name: 'NotFoundError',
      stack: expect.stringMatching(/\n +at .*\bcaller /),
    });
  });
});
