import { describe, expect, test } from 'vitest';
import { InputError } from '../../../../src/index.js';
import { collectTexts, orderTexts, readComments, type TextsJob } from '../../../../src/texts.js';
import { openWorld } from '../../../client/ordering/world.js';

const TEXTS = { a: 'One', b: 'One', c: 'Two' };

/** A job, whose answers of a path somebody else may write. */
async function openJob(using: 'simple' | 'project' = 'simple') {
  const asked: string[] = [];
  const altered: { path?: RegExp; answer?: () => Response } = {};
  const { sandbox, requester } = openWorld({}, {}, (fetch) => async (url, init) => {
    const { pathname } = new URL(String(url));
    asked.push(pathname);
    return altered.path?.test(pathname) && altered.answer ? altered.answer() : fetch(url, init);
  });
  const job = await orderTexts(requester, {
    name: 'shop',
    from: 'en',
    to: ['de', 'ja'],
    texts: TEXTS,
    using,
  });
  return { sandbox, requester, asked, altered, job };
}

type Opened = Awaited<ReturnType<typeof openJob>>;

async function commentOnFirst({ sandbox, requester, job }: Opened): Promise<void> {
  sandbox.translators.translateAll();
  const { question_bodies } = await requester.simple.questions.get(job.orders[0]?.id ?? 0);
  const body = question_bodies.find((each) => each.body === 'One');
  sandbox.translators.commentOnTranslation(body?.translations?.[0]?.id ?? 0, 'Which one?');
}

test('each text has its comments, under all of its keys; the others are left out, and cost no request', async () => {
  const opened = await openJob();
  await commentOnFirst(opened);
  const { requester, job, asked } = opened;
  asked.length = 0;
  const found = await readComments(requester, job);
  expect(found).toEqual([
    {
      language: job.orders[0]?.language,
      keys: ['a', 'b'],
      comments: [{ body: 'Which one?', author: expect.any(String), createdAt: expect.any(String) }],
    },
  ]);
  expect(asked.filter((path) => path.endsWith('/comments'))).toHaveLength(1);
  const counts = new Map<string, number | undefined>();
  for await (const { language, key, comments } of collectTexts(requester, job, { wait: false }))
    counts.set(`${language} ${key}`, comments);
  const [{ language } = { language: '' }] = found;
  expect([...counts].filter(([, count]) => count !== undefined)).toEqual([
    [`${language} a`, 1],
    [`${language} b`, 1],
  ]);
});

test('of a text in a project, those of the service itself are left out', async () => {
  const { sandbox, requester, job } = await openJob('project');
  const question = job.orders[0]?.questions?.[0] ?? 0;
  sandbox.translators.commentOnQuestion(question, 'Which one?');
  sandbox.translators.translateAll();
  const found = await readComments(requester, job);
  expect(found.flatMap(({ comments }) => comments.map(({ body }) => body))).toEqual(['Which one?']);
});

describe('a service that differs', () => {
  test.each([
    ['a list', [{ body: 'Odd' }], [{ body: 'Odd', author: null, createdAt: null }]],
    ['no comments', null, []],
    ['a text', 'none', []],
    ['entries without a text', { 1: null, 2: { body: 7 }, 3: { body: '' }, 4: 'x' }, []],
    [
      'another user',
      { 1: { body: 'Odd', user: 'x', created_at: 5 } },
      [{ body: 'Odd', author: null, createdAt: null }],
    ],
  ])('shows %s in the place of comments', async (_, comments, expected) => {
    const opened = await openJob();
    await commentOnFirst(opened);
    const { requester, job, altered } = opened;
    altered.path = /\/comments$/;
    altered.answer = () => Response.json({ code: 200, success: true, message: '', comments });
    const found = await readComments(requester, job);
    expect(found.flatMap((text) => text.comments)).toEqual(expected);
  });

  test('has an order no more, or shows another one under its id: it has no comments', async () => {
    const opened = await openJob();
    await commentOnFirst(opened);
    const { requester, job } = opened;
    const [first, second] = job.orders;
    if (first === undefined || second === undefined) return expect.unreachable();
    const swapped: TextsJob = {
      ...job,
      orders: [
        { ...first, id: second.id },
        { ...second, id: first.id },
      ],
    };
    expect(await readComments(requester, swapped)).toEqual([]);
    expect(await readComments(requester, { ...job, orders: [{ ...first, id: 1 }] })).toEqual([]);
  });
});

test('what is no job is an InputError, and nothing is asked', async () => {
  const { requester, asked } = await openJob();
  asked.length = 0;
  await expect(readComments(requester, {} as never)).rejects.toThrow(InputError);
  expect(asked).toEqual([]);
});
