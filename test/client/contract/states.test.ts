import { describe, expect, test } from 'vitest';
import type { KnownQuestionStatus } from '../../../src/client/contract/known-statuses.js';
import type {
  ApplicationEvent,
  ProjectCreatedEvent,
  SimpleQuestionSubmittedTranslationEvent,
} from '../../../src/client/contract/types.js';
import { isFinished } from '../../../src/index.js';
import type { SandboxOptions } from '../../../src/sandbox.js';
import {
  analysedFile,
  bodyIds,
  calls,
  commentedQuestion,
  commentOnTranslation,
  placedQuestion,
  placedSimpleQuestion,
  projectOrder,
  REASON,
  simpleOrder,
  translatedQuestion,
  uploadedFile,
} from './calls.js';
import { Judge } from './judge.js';
import { DAY, movesOfTwo, questionMoves, simpleMoves } from './moves.js';
import { verdictOn } from './operations.js';
import { createWorld, newSandbox, type World } from './world.js';

type JudgedWorld = World & { readonly judge: Judge };

function judged(options: SandboxOptions = {}): JudgedWorld {
  const judge = new Judge();
  return {
    ...createWorld({ sandbox: newSandbox(options), through: (fetch) => judge.over(fetch) }),
    judge,
  };
}

/** What each status of a project's question means to those who order, and to translators. */
const MEANINGS: Readonly<Record<KnownQuestionStatus, object>> = {
  0: { isFinished: false, endsWait: false, canBeCancelled: true, takesTranslations: true },
  1: { isFinished: false, endsWait: false, canBeCancelled: true, takesTranslations: true },
  2: { isFinished: false, endsWait: false, canBeCancelled: false, takesTranslations: true },
  3: { isFinished: true, endsWait: true, canBeCancelled: false, takesTranslations: false },
  4: { isFinished: true, endsWait: true, canBeCancelled: false, takesTranslations: true },
  5: { isFinished: true, endsWait: true, canBeCancelled: false, takesTranslations: false },
  6: { isFinished: false, endsWait: true, canBeCancelled: false, takesTranslations: true },
};

const succeeds = (work: PromiseLike<unknown>): Promise<boolean> =>
  Promise.resolve(work).then(
    () => true,
    () => false,
  );

/** Reads everything that shows a question; the judge looks on. */
async function readQuestion({ requester }: World, id: number) {
  const question = await requester.questions.get(id);
  await requester.projects.get(question.project_id);
  await requester.questions.list();
  await requester.comments.list(id);
  await requester.revisions.list(id);
  return question;
}

describe('a question fits the contract', () => {
  test.each(Object.entries(questionMoves))('%s', async (_, move) => {
    const world = judged();
    const { id } = await placedQuestion(world);
    const [status, status_text] = await move(world, id);
    expect(await readQuestion(world, id)).toMatchObject({ status, status_text });
    expect(world.judge.problems).toEqual([]);
  });

  test.each(Object.entries(questionMoves))('%s, with what its status means', async (_, move) => {
    const open = async (through?: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch) => {
      const world = createWorld(through && { through });
      const { id } = await placedQuestion(world);
      await move(world, id);
      return { ...world, id };
    };
    let reads = 0;
    let watched: number | undefined;
    const end = new AbortController();
    const { requester, id } = await open((fetch) => async (input, init) => {
      if (new URL(new Request(input).url).pathname === `/api/v1/questions/${watched}`) reads += 1;
      // A wait that asks again has not ended at once.
      if (reads > 2) end.abort();
      return fetch(input, init);
    });
    watched = id;
    const question = await requester.questions.get(id);
    const [first, second] = [await open(), await open()];
    const revise = async () =>
      second.sandbox.translators.translateQuestion(second.id, ['おはようございます']);
    expect({
      isFinished: isFinished(question),
      endsWait: await succeeds(
        requester.questions.wait(id, { until: 'translated', interval: 1, signal: end.signal }),
      ),
      canBeCancelled: await succeeds(first.requester.questions.cancel(first.id)),
      takesTranslations: await succeeds(revise()),
    }).toEqual(MEANINGS[question.status as KnownQuestionStatus]);
  });

  test('without a revision', async () => {
    const { requester, ...world } = judged();
    const { id } = await placedQuestion({ ...world, requester });
    const { translation } = await requester.questions.get(id);
    expect(translation).toEqual({
      revision_number: 0,
      submitted: false,
      download_url: null,
      downloadable: false,
      submitted_at: null,
      user_id: null,
      url: null,
      html_url: null,
    });
  });

  test('with comments of the service beside one of its own', async () => {
    const world = judged();
    const { questionId } = await commentedQuestion(world);
    world.sandbox.translators.takeQuestion(questionId);
    world.sandbox.translators.translateQuestion(questionId, ['おはよう']);
    await world.sandbox.clock.advance(DAY);
    const { items } = await world.requester.comments.list(questionId);
    expect(items.map(({ type_id }) => type_id)).toEqual([1, 10, 13, 14]);
    expect(world.judge.problems).toEqual([]);
  });

  test('with a translator whose grade is shown beside simple translations alone', async () => {
    const world = judged();
    const { id } = await translatedQuestion(world);
    const { items } = await world.requester.comments.list(id);
    expect(items[0]?.user).toMatchObject({ translator: true });
    expect(items[0]?.user).not.toHaveProperty('grade_text');
  });

  test('of every kind, translated, with its file', async () => {
    const world = judged();
    const { questions } = await world.requester.projects.create(await projectOrder(world));
    for (const { id } of questions) {
      world.sandbox.translators.translateQuestion(id, ['Hello', 'How are you?']);
      await readQuestion(world, id);
      await world.requester.revisions.latest(id);
      await world.requester.revisions.download(id, 1);
    }
    expect(questions.map(({ file_type }) => file_type)).toEqual(['string', 'html_text', 'txt']);
    expect(world.judge.problems).toEqual([]);
  });
});

describe('a simple question that needs two translations of each body fits the contract', () => {
  test.each(Object.entries(movesOfTwo))('%s', async (_, move) => {
    const world = judged({ translationsPerBody: 2 });
    const question = await placedSimpleQuestion(world);
    const [status, status_text] = await move(world, question);
    expect(await world.requester.simple.questions.get(question.id)).toMatchObject({ status, status_text });
    await world.requester.events.list();
    expect(world.judge.problems).toEqual([]);
  });
});

describe('a simple question fits the contract', () => {
  test.each(Object.entries(simpleMoves))('%s', async (_, move) => {
    const world = judged();
    const question = await placedSimpleQuestion(world);
    const [status, status_text] = await move(world, question);
    expect(await world.requester.simple.questions.get(question.id)).toMatchObject({ status, status_text });
    await world.requester.events.list();
    expect(world.judge.problems).toEqual([]);
  });

  test('as the draft that a cancellation leaves', async () => {
    const world = judged();
    const { id } = await placedSimpleQuestion(world);
    const { data, response } = await world.requester.simple.questions.cancel(id).withResponse();
    const draft = await world.requester.simple.questions.get(data.draft_question_id);
    expect(response.location).toBe(draft.url);
    expect(world.judge.problems).toEqual([]);
  });

  test('with translations that were commented and rejected', async () => {
    const world = judged();
    const { id, ...question } = await placedSimpleQuestion(world);
    const [body] = bodyIds({ id, ...question });
    const translation = world.sandbox.translators.translateBody(body, '保存');
    const { translations } = world.requester.simple;
    await commentOnTranslation(world, translation.id);
    await translations.comments.list(translation.id);
    await translations.reject(translation.id, { reason: REASON });
    await translations.get(translation.id);
    expect(world.judge.problems).toEqual([]);
  });
});

/** What brings an analysis to each of its ends. */
const files: readonly (readonly [status: number, what: string, content: BlobPart, filename: string])[] = [
  [2, 'a text', 'Good morning', 'letter.txt'],
  [2, 'a text in UTF-16', new Uint8Array([0xff, 0xfe, 0x41, 0x00]), 'letter.TXT'],
  [96, 'an empty file', '', 'empty.txt'],
  [97, 'a failure of the system', 'Good morning', 'system-error.txt'],
  [98, 'a broken encoding', new Uint8Array([0xc3, 0x28]), 'broken.txt'],
  [99, 'a file that is not what its name says', 'no archive', 'letter.docx'],
];

describe('a file fits the contract', () => {
  test('before its analysis', async () => {
    const world = judged();
    const { id } = await uploadedFile(world);
    const unknown = { status: 1, file_type: null, letter_count: null, charset: null };
    expect(await world.requester.files.get(id)).toMatchObject(unknown);
    expect(world.judge.problems).toEqual([]);
  });

  test.each(files)('in status %d: %s', async (status, _, content, filename) => {
    const world = judged();
    const { id } = await world.requester.files.upload(new Blob([content]), { filename });
    await world.sandbox.clock.advance(2_000);
    expect(await world.requester.files.get(id)).toMatchObject({ status });
    expect(world.judge.problems).toEqual([]);
  });

  test('when it is ordered', async () => {
    const world = judged();
    const { id } = await analysedFile(world);
    const { questions } = await world.requester.projects.create({
      language_id: 'ja',
      translated_language_id: 'en',
      questions: [{ type: 'file', source_id: id }],
    });
    expect(questions).toMatchObject([{ question_source_id: id, title: 'letter.txt' }]);
    expect(world.judge.problems).toEqual([]);
  });
});

describe('a quote fits the contract', () => {
  test('of a project: it has no more than the specification shows', async () => {
    const world = judged();
    const quote = await world.requester.projects.check(await projectOrder(world));
    const never = ['id', 'created_at', 'updated_at', 'url', 'html_url'];
    expect(Object.keys(quote).filter((name) => never.includes(name))).toEqual([]);
    expect(world.judge.problems).toEqual([]);
  });

  test('of a simple question: nothing of it exists', async () => {
    const world = judged();
    const quote = await world.requester.simple.questions.check(simpleOrder);
    expect(quote).toMatchObject({ id: null, created_at: null, updated_at: null });
    expect(quote).not.toHaveProperty('question_bodies');
    expect(world.judge.problems).toEqual([]);
  });
});

/** Which parts each event carries, with what its bodies show. */
function describeShape(event: ApplicationEvent): object {
  // Every field of every event, seen as one that can be missing.
  const { type, question, translation, project } = event as Partial<
    Pick<SimpleQuestionSubmittedTranslationEvent, 'question' | 'translation'> & ProjectCreatedEvent
  >;
  const bodies = question?.question_bodies;
  return {
    type,
    status: question?.status,
    bodies: bodies === undefined ? 'none' : bodies.some((body) => 'translations' in body) ? 'full' : 'texts',
    translator: translation?.user?.translator,
    project: project?.questions.length,
  };
}

async function eventsAfter(
  act: (world: World) => Promise<unknown>,
): Promise<[JudgedWorld, ApplicationEvent[]]> {
  const world = judged();
  await act(world);
  const events = await world.requester.events.list({ order: 'id_asc' }).toArray({ max: 100 });
  for (const { id } of events) await world.requester.events.get(id);
  return [world, events];
}

describe('an event fits the contract, with the payload of its type:', () => {
  test('an order that is completed', async () => {
    const [{ judge }, events] = await eventsAfter(async (world) => {
      const question = await placedSimpleQuestion(world);
      for (const body of bodyIds(question)) world.sandbox.translators.translateBody(body, '訳');
    });
    const submitted = { bodies: 'none', translator: true };
    expect(events.map(describeShape)).toEqual([
      { type: 'simple_question.created', status: 0, bodies: 'texts' },
      { type: 'simple_question.submitted_translation', status: 1, ...submitted },
      { type: 'simple_question.submitted_translation', status: 8, ...submitted },
      { type: 'simple_question.finished', status: 4, bodies: 'full' },
    ]);
    expect(judge.problems).toEqual([]);
  });

  test('an order that expires', async () => {
    const [{ judge }, events] = await eventsAfter(async (world) => {
      const question = await placedSimpleQuestion(world);
      world.sandbox.translators.translateBody(bodyIds(question)[0], '訳');
      await world.sandbox.clock.advance(DAY);
    });
    expect(events.map(describeShape).at(-1)).toEqual({
      type: 'simple_question.expired',
      status: 9,
      bodies: 'full',
    });
    expect(judge.problems).toEqual([]);
  });

  test('a project', async () => {
    const [{ judge }, events] = await eventsAfter(async (world) =>
      world.requester.projects.create(await projectOrder(world)),
    );
    expect(events.map(describeShape)).toEqual([{ type: 'project.created', bodies: 'none', project: 3 }]);
    expect(judge.problems).toEqual([]);
  });

  test('one that is made up for load', async () => {
    const [{ judge }, events] = await eventsAfter(async ({ sandbox }) => sandbox.events.append(3));
    expect(events).toHaveLength(3);
    expect(judge.problems).toEqual([]);
  });

  test('each as it is delivered', async () => {
    const { sandbox, ...world } = createWorld();
    const verdict = verdictOn('ApplicationEvent');
    const problems: unknown[] = [];
    const deliveries: string[] = [];
    sandbox.deliveries.to(async (request) => {
      const event: ApplicationEvent = await request.json();
      deliveries.push(event.type);
      if (!verdict(event)) problems.push(verdict.errors);
      return new Response();
    });
    const question = await placedSimpleQuestion({ ...world, sandbox });
    for (const body of bodyIds(question)) sandbox.translators.translateBody(body, '訳');
    await placedQuestion({ ...world, sandbox });
    await sandbox.deliveries.idle();
    expect(deliveries).toHaveLength(5);
    expect(problems).toEqual([]);
  });
});

describe('a page fits the contract', () => {
  test.each([
    ['the first of many', { page: 1, per_page: 2 }, { total_pages: 3, total_count: 5 }],
    ['the last of many', { page: 3, per_page: 2 }, { total_pages: 3, total_count: 5 }],
    ['one beyond the end', { page: 9, per_page: 2 }, { total_pages: 3, total_count: 5 }],
    ['the longest one', { per_page: 100 }, { page: 1, total_pages: 1 }],
  ])('%s', async (_, query, totals) => {
    const { requester, sandbox, judge } = judged();
    sandbox.events.append(5);
    expect(await requester.events.list(query)).toMatchObject({ ...query, ...totals });
    expect(judge.problems).toEqual([]);
  });

  test.each(['questions.list', 'events.list', 'organizations.list'])('%s of a new account', async (id) => {
    const world = judged();
    const another = createWorld({ through: (fetch) => world.judge.over(fetch) });
    await (await calls[id]?.(another))?.();
    expect(world.judge.problems).toEqual([]);
  });
});
