import { expect, test } from 'vitest';
import { allOrNone } from '../../../src/localise/jobs/engine/all-or-none.js';
import { rejection } from '../../recorded-fetch.js';

test('all results come in the order of their items', async () => {
  const later = async (ms: number) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return ms;
  };
  expect(await allOrNone([3, 1, 2], [undefined], later)).toEqual([3, 1, 2]);
});

test('a failure aborts the other tasks, and is told when they have ended', async () => {
  const ended: string[] = [];
  const failure = new Error('one failed');
  const work = allOrNone(['bad', 'good'], [], async (item, signal) => {
    if (item === 'bad') throw failure;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    ended.push(`${item}: ${signal.reason.message}`);
    throw new Error('another');
  });
  expect(await rejection(work)).toBe(failure);
  expect(ended).toEqual(['good: one failed']);
});

test('any of the signals aborts all tasks', async () => {
  const own = new AbortController();
  const work = allOrNone([1, 2], [undefined, own.signal], async (_, signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw signal.reason;
  });
  own.abort(new Error('enough'));
  expect(await rejection(work)).toBe(own.signal.reason);
});
