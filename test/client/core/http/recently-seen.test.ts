import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NotFoundError, PermissionError } from '../../../../src/client/core/errors/api-errors.js';
import { isStillShown, readPlaced } from '../../../../src/client/core/http/recently-seen.js';
import { rejection } from '../../../recorded-fetch.js';

const refusal = { outcome: 'rejected', advice: { code: 'check-id', text: 'Check the id.' } } as const;

/** Gives these answers one after another, the last one again and again; errors are thrown. */
function answerWith(...answers: readonly unknown[]) {
  const times: number[] = [];
  const read = async () => {
    const answer = answers[Math.min(times.length, answers.length - 1)];
    times.push(performance.now());
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { read, times };
}

describe('what was placed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is read again after each 404, with growing pauses, until it is there', async () => {
    const missing = new NotFoundError('missing', refusal);
    const { read, times } = answerWith(missing, missing, missing, 'the order');
    const found = readPlaced(read, {});
    await vi.runAllTimersAsync();
    expect(await found).toBe('the order');
    const pauses = times.slice(1).map((time, at) => Math.round(time - (times[at] ?? 0)));
    expect(pauses).toEqual([250, 500, 1_000]);
  });

  test('is missing when the time since the first 404 is over', async () => {
    const missing = new NotFoundError('missing', refusal);
    const { read, times } = answerWith(missing);
    const failed = rejection(readPlaced(read, { timeout: 1_500 }));
    await vi.runAllTimersAsync();
    expect(await failed).toBe(missing);
    expect(Math.round((times.at(-1) ?? 0) - (times[0] ?? 0))).toBe(1_500);
  });

  test('is not read again after any other error', async () => {
    const refused = new PermissionError('refused', refusal);
    const { read, times } = answerWith(refused, 'the order');
    expect(await rejection(readPlaced(read, {}))).toBe(refused);
    expect(times).toHaveLength(1);
  });

  test('is not read again after its call was aborted', async () => {
    const { read, times } = answerWith(new NotFoundError('missing', refusal));
    const controller = new AbortController();
    const failed = rejection(readPlaced(read, { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(100);
    controller.abort('enough');
    expect(await failed).toBe('enough');
    expect(times).toHaveLength(1);
  });

  test('is shown no more when no answer shows it for as long', async () => {
    const { read, times } = answerWith(false);
    const shown = isStillShown(async () => (await read()) === true, { timeout: 1_000 });
    await vi.runAllTimersAsync();
    expect(await shown).toBe(false);
    expect(times.length).toBeGreaterThan(2);
  });
});
