import { describe, expect, test, vi } from 'vitest';
import type { Page, RequesterOptions } from '../../../src/index.js';
import { event, ok, questionListItem } from '../../fixtures.js';
import { answer, recordedFetch, rejection, requesterOn } from '../../recorded-fetch.js';

const question = (id: number, fields: object = {}) => ({ ...questionListItem, id, ...fields });
const totals = (count: number) => ({ page: 1, per_page: 30, total_pages: 1, total_count: count });
const wrong = question(3, { status: 'late' });
const questions = [question(1), question(2), wrong, question(4)];
const issue = { path: 'questions[2].status', message: 'must be an integer; got a string' };

function serving(body: object, options: Partial<RequesterOptions> = {}) {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const requester = requesterOn(recordedFetch(answer({ ...ok, ...body })), {
    logger,
    retries: 0,
    ...options,
  });
  return { requester, logger };
}

const ids = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id);

describe('an item of an unexpected shape', () => {
  test('is left out of its page, listed in unexpected and reported as a warning', async () => {
    const { requester, logger } = serving({ ...totals(4), questions });
    const page = await requester.questions.list();
    expect(ids(page.items)).toEqual([1, 2, 4]);
    expect(page.unexpected).toEqual([{ index: 2, issues: [issue], item: wrong }]);
    expect(page.body.questions).toHaveLength(4);
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(expect.any(String), {
      method: 'GET',
      path: '/api/v1/my/questions',
      issues: [issue],
    });
    expect(logger.error).not.toHaveBeenCalled();
  });

  test('is passed on with a warning, with onUnexpectedShape: warn', async () => {
    const { requester, logger } = serving({ ...totals(4), questions }, { onUnexpectedShape: 'warn' });
    const page = await requester.questions.list();
    expect(page.items[2]).toEqual(wrong);
    expect(page.unexpected).toHaveLength(1);
    expect(logger.warn).toHaveBeenCalledTimes(1);
    expect(logger.error).not.toHaveBeenCalled();
  });

  test('is passed on without a warning, with onUnexpectedShape: ignore', async () => {
    const { requester, logger } = serving({ ...totals(4), questions }, { onUnexpectedShape: 'ignore' });
    expect(ids(await requester.questions.list().toArray({ max: 9 }))).toEqual([1, 2, 3, 4]);
    expect(logger.warn).not.toHaveBeenCalled();
    expect(logger.error).not.toHaveBeenCalled();
  });

  test('is left out of an iteration and of an array', async () => {
    const { requester } = serving({ ...totals(4), questions });
    expect(ids(await requester.questions.list().toArray({ max: 9 }))).toEqual([1, 2, 4]);
    const pages: Page<unknown>[] = [];
    for await (const page of requester.questions.list().pages()) pages.push(page);
    expect(pages.map(({ unexpected }) => unexpected.length)).toEqual([1]);
  });

  test('does not hide a list that is not a list, nor wrong paging values', async () => {
    const noList = serving({ ...totals(1), questions: 'none' }).requester;
    expect(await rejection(noList.questions.list())).toMatchObject({ name: 'UnexpectedAnswerError' });
    const noTotals = serving({ ...totals(1), total_pages: 'many', questions }).requester;
    expect(await rejection(noTotals.questions.list())).toMatchObject({
      issues: [{ path: 'total_pages', message: 'must be an integer; got a string' }],
    });
  });

  test('leaves a page empty, with a page after it', async () => {
    const { requester } = serving({ ...totals(2), total_pages: 2, questions: [wrong] });
    expect(await requester.questions.list()).toMatchObject({ items: [], hasNext: true });
  });
});

describe('a reader that must not lose an item', () => {
  const events = [
    { ...event, id: 103, type: 7 },
    { ...event, id: 102 },
    { ...event, id: 'x' },
  ];

  test('follows the event log with every event that has an id, unchanged', async () => {
    const { requester, logger } = serving({ ...totals(3), events });
    const followed: unknown[] = [];
    for await (const one of requester.events.follow({ from: 'beginning' })) {
      if (followed.push(one) === 2) break;
    }
    expect(followed).toEqual([events[1], events[0]]);
    expect(logger.warn).toHaveBeenCalled();
  });

  const order = {
    language_id: 'ja',
    translated_language_id: 'en',
    questions: [{ type: 'string', body: 'こんにちは', custom_field: 'greeting' }],
  } as const;

  test('places no order if an entry does not show whether it is the same order', async () => {
    const { requester } = serving({ ...totals(1), questions: [question(1, { custom_field: 7 })] });
    expect(await rejection(requester.projects.create(order, { once: true }))).toMatchObject({
      name: 'UnexpectedAnswerError',
      outcome: 'not_sent',
      issues: [{ path: 'questions[0].custom_field' }],
    });
  });

  test('accepts entries whose other fields are wrong', async () => {
    const { requester } = serving({ ...totals(1), questions: [question(1, { cancelable: 'no' })] });
    // The look passes; the order itself is answered with a list, which is no project.
    expect(await rejection(requester.projects.create(order, { once: true, settle: 1 }))).toMatchObject({
      name: 'OutcomeUnknownError',
    });
  });
});
