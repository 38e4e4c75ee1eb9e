import { describe, expect, test, vi } from 'vitest';
import type { Page, RequesterOptions } from '../../../../src/index.js';
import { account, event, ok, questionListItem } from '../../../fixtures.js';
import { answer, recordedFetch, rejection, requesterOn } from '../../../recorded-fetch.js';

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
  test('is left out of its page, and shown beside it, with a warning', async () => {
    const { requester, logger } = serving({ ...totals(4), questions });
    const page = await requester.questions.list();
    expect(ids(page.items)).toEqual([1, 2, 4]);
    expect(page.unexpected).toEqual([{ index: 2, issues: [issue], item: wrong }]);
    expect(page.body.questions).toHaveLength(4);
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(expect.any(String), {
      method: 'GET',
      path: '/api/v1/my/questions',
      address: '/api/v1/my/questions',
      issues: [issue],
    });
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

describe('whoever must lose nothing', () => {
  const odd = { ...event, id: 103, organization_id: 'x', question: 7 };

  test('follows the event log with each event that shows its id and its type, as it came', async () => {
    const { requester, logger } = serving({ ...totals(2), events: [odd, { ...event, id: 102 }] });
    const followed: unknown[] = [];
    for await (const each of requester.events.follow({ from: 'beginning' })) {
      if (followed.push(each) === 2) break;
    }
    expect(followed).toEqual([{ ...event, id: 102 }, odd]);
    expect(JSON.stringify(logger.warn.mock.calls)).toContain('events[].organization_id');
  });

  test.each([{ type: 7 }, { id: 'x' }])(
    'follows nothing past an event of which %j cannot be read',
    async (wrong) => {
      const events = [
        { ...event, id: 103, ...wrong },
        { ...event, id: 102 },
      ];
      const { requester, logger } = serving({ ...totals(2), events });
      const signal = AbortSignal.timeout(200);
      const followed: unknown[] = [];
      const follow = async () => {
        for await (const each of requester.events.follow({ from: 'beginning', signal })) followed.push(each);
      };
      await follow().catch(() => undefined);
      expect(followed).toEqual([]);
      expect(logger.warn).toHaveBeenCalledWith(
        'a poll of the event log failed',
        expect.objectContaining({ error: 'UnexpectedAnswerError' }),
      );
    },
  );

  const order = {
    language_id: 'ja',
    translated_language_id: 'en',
    questions: [{ type: 'string', body: 'こんにちは', custom_field: 'greeting' }],
  } as const;

  test('places no order if an entry does not show whether it is the same order', async () => {
    const { requester } = serving({
      ...account,
      ...totals(1),
      questions: [question(1, { custom_field: 7 })],
    });
    expect(await rejection(requester.projects.create(order, { once: true }))).toMatchObject({
      name: 'UnexpectedAnswerError',
      outcome: 'not_sent',
      issues: [{ path: 'questions[0].custom_field' }],
    });
  });

  test('accepts entries whose other fields are wrong', async () => {
    const { requester } = serving({
      ...account,
      ...totals(1),
      questions: [question(1, { cancelable: 'no' })],
    });
    // The look passes; the order itself is answered with a list, which is no project.
    expect(await rejection(requester.projects.create(order, { once: true, settle: 1 }))).toMatchObject({
      name: 'OutcomeUnknownError',
    });
  });
});

describe('a page with more items than it was asked for', () => {
  const serve = (count: number) => {
    const listed = Array.from({ length: count }, (_, at) => question(at + 1));
    return serving({ ...totals(count), questions: listed }).requester.questions.list();
  };

  test('is used with up to a hundred more', async () => {
    expect((await serve(130)).items).toHaveLength(130);
  });

  test('is an error with yet another one', async () => {
    expect(await rejection(serve(131))).toMatchObject({
      name: 'UnexpectedAnswerError',
      outcome: 'done',
      issues: [{ path: 'questions', message: 'has 131 items; the page was asked for 30' }],
    });
  });
});
