import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CheckedProjectOrder } from '../../../src/client/contract/inputs.js';
import { compareProject } from '../../../src/client/ordering/same-order.js';
import type { Project, ProjectOrderInput, Requester, SimpleQuestionOrderInput } from '../../../src/index.js';
import { OrderConflictError } from '../../../src/index.js';
import type { SandboxFetch } from '../../../src/sandbox.js';
import { runs } from '../../runs.js';
import {
  fastTime,
  openWorld,
  PROJECTS,
  projectOrder,
  realTime,
  simpleOrder,
  swiftly,
  swiftRejection,
  until,
  type World,
} from './world.js';

const isSameProject = (...compared: Parameters<typeof compareProject>): boolean =>
  compareProject(...compared).length === 0;

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true } as const;
const placeProject = (requester: Requester, order: ProjectOrderInput) =>
  swiftly(requester.projects.create(order, once).withResponse());
const placeSimple = (requester: Requester, order: SimpleQuestionOrderInput) =>
  swiftly(requester.simple.questions.create(order, once).withResponse());

type Questions = ProjectOrderInput['questions'];

/** A file that is ready to be ordered. */
async function uploaded({ requester, sandbox }: World, content: string): Promise<number> {
  // A Blob is read in real time, which the fake one must not overtake.
  const { id } = await requester.files.upload(new File([content], 'terms.txt'));
  await sandbox.clock.advance(5_000);
  return id;
}

describe('a project whose key another project has', () => {
  const full: ProjectOrderInput = {
    language_id: 'en',
    translated_language_id: 'ja',
    individual: 1,
    questions: [
      {
        type: 'string',
        body: 'Good morning, dear customers',
        title: 'Greeting',
        description: 'Be polite',
        escape_text: 1,
        double_check: 1,
        individual: 1,
        custom_field: 'k',
      },
    ],
  };
  const [question] = full.questions;
  const changed = (change: object): ProjectOrderInput => ({
    ...full,
    questions: [{ ...question, ...change }] as Questions,
  });

  test.each([
    ['beginning', 'Bad morning'],
    ['end', 'Good morning, everybody'],
  ])('whose untitled text has another %s is an OrderConflictError', async (_, body) => {
    const { requester } = openWorld();
    await placeProject(requester, projectOrder('k'));
    const another = projectOrder('k', { questions: [{ type: 'string', body, custom_field: 'k' }] });
    expect(await swiftRejection(requester.projects.create(another, once))).toBeInstanceOf(OrderConflictError);
  });

  test('of another file is an OrderConflictError', async () => {
    const world = openWorld();
    const ids = [await uploaded(world, 'terms'), await uploaded(world, 'terms')] as const;
    const order = (source_id: number) =>
      projectOrder('k', { questions: [{ type: 'file', source_id, custom_field: 'k' }] });
    await placeProject(world.requester, order(ids[0]));
    const error = await swiftRejection(world.requester.projects.create(order(ids[1]), once));
    expect(error).toBeInstanceOf(OrderConflictError);
  });

  test('with another title is an OrderConflictError that names the project with the key, and is not placed', async () => {
    const { requester, findOrders } = openWorld();
    const { data } = await placeProject(requester, full);
    const error = await swiftRejection(requester.projects.create(changed({ title: 'Farewell' }), once));
    expect(error).toBeInstanceOf(OrderConflictError);
    expect(error).toMatchObject({ outcome: 'not_sent', existing: { id: data.id } });
    expect(findOrders('k')).toEqual([data.id]);
  });

  test.each<[string, ProjectOrderInput]>([
    ['itself', full],
    ['that leaves the premium option to the service', { ...full, individual: undefined }],
    ['that has the premium option for its question alone', { ...full, individual: 0 }],
    ['that has the premium option for the whole order alone', changed({ individual: 0 })],
    ['that leaves the title to the service', changed({ title: undefined })],
    ['that leaves the flags to the service', changed({ escape_text: undefined, double_check: undefined })],
    [
      'with flags as booleans',
      { ...changed({ escape_text: true, double_check: true, individual: true }), individual: true },
    ],
    ['with white space around its description', changed({ description: ' Be polite\r\n' })],
  ])('is that one when it is the same order %s', async (_, again) => {
    const { requester, elsewhere } = openWorld();
    const titled = again.questions[0]?.title !== undefined;
    await placeProject(requester, titled ? full : changed({ title: undefined }));
    // This process knows the order by its record, where it is not compared if it reads the same.
    expect(await placeProject(requester, again)).toMatchObject({ placed: false });
    expect(await placeProject(elsewhere(), again)).toMatchObject({ placed: false });
  });

  test('is the same when that one has fields that only the service sets', async () => {
    const { requester, elsewhere } = openWorld();
    const again = { ...changed({ extra: { tone: 'warm' } }), extra: { priority: 1 } };
    await placeProject(requester, again);
    expect(await placeProject(elsewhere(), again)).toMatchObject({ placed: false });
  });

  test('is the same when only the organization is left to the service', async () => {
    const { requester, sandbox } = openWorld();
    const organization_id = sandbox.accounts[0]?.organizationIds[0];
    await placeProject(requester, projectOrder('k', { organization_id }));
    expect(await placeProject(requester, projectOrder('k'))).toMatchObject({ placed: false });
  });

  test.each(['CRLF to LF', 'LF to CRLF'])(
    'is that one when its lines end in another way: %s',
    async (way) => {
      const { requester } = openWorld();
      const texts = ['One line\r\nand another', 'One line\nand another'];
      const [first = '', second = ''] = way.startsWith('CRLF') ? texts : texts.toReversed();
      const order = (body: string) =>
        projectOrder('k', { questions: [{ type: 'string', body, custom_field: 'k' }] });
      await placeProject(requester, order(first));
      expect(await placeProject(requester, order(second))).toMatchObject({ placed: false });
    },
  );

  test('is the same when it is of the same file', async () => {
    const world = openWorld();
    const source_id = await uploaded(world, 'terms');
    const order = projectOrder('k', { questions: [{ type: 'file', source_id, custom_field: 'k' }] });
    await placeProject(world.requester, order);
    expect(await placeProject(world.elsewhere(), order)).toMatchObject({ placed: false });
  });

  test('is the same when the service refuses to quote it now', async () => {
    const { requester, elsewhere, sandbox } = openWorld();
    await placeProject(requester, full);
    const refusal = sandbox.faults.add({
      on: 'POST /api/v1/projects/check',
      fault: { kind: 'status', status: 422 },
    });
    expect(await placeProject(elsewhere(), full)).toMatchObject({ placed: false });
    expect(refusal.hits).toBe(1);
  });

  test('rejects with the failure of the quote when the comparison needs it', async () => {
    const { requester, elsewhere, sandbox } = openWorld({}, { retries: 0 });
    await placeProject(requester, full);
    sandbox.faults.add({ on: 'POST /api/v1/projects/check', fault: { kind: 'status', status: 503 } });
    const error = await swiftRejection(elsewhere().projects.create(full, once));
    expect(error).toMatchObject({ name: 'ServerError', outcome: 'not_sent' });
  });
});

test('a project is the same when the service shows its premium option at the questions alone', async () => {
  const folding = (fetch: SandboxFetch): SandboxFetch => {
    return async (input, init) => {
      const response = await fetch(input, init);
      const { pathname } = new URL(String(input));
      if (!pathname.startsWith('/api/v1/projects') || !response.ok) return response;
      const body: { project: Project } = JSON.parse(await response.text());
      const questions = body.project.questions?.map((question) => ({ ...question, individual: true }));
      const project = { ...body.project, individual: false, ...(questions && { questions }) };
      return Response.json({ ...body, project }, response);
    };
  };
  const { requester, elsewhere } = openWorld({}, {}, folding);
  const order: ProjectOrderInput = {
    language_id: 'en',
    translated_language_id: 'ja',
    individual: 1,
    questions: [{ type: 'string', body: 'Good morning', custom_field: 'k' }],
  };
  await placeProject(requester, order);
  expect(await placeProject(elsewhere(), order)).toMatchObject({ placed: false });
});

test('a project of another organization differs in that', () => {
  const there = { language_id: 'en', translated_language_id: 'ja', questions: [] };
  // Only the fields that a comparison reads.
  const order = { ...there, organization_id: 1 } as unknown as CheckedProjectOrder;
  const project = { ...there, organization_id: 2 } as unknown as Project;
  const differences = [{ path: 'organization_id', asked: 1, existing: 2 }];
  expect(compareProject(order, project, undefined)).toEqual(differences);
});

test('a project of 4,000 nearly equal questions is compared without a deep stack', () => {
  // Each question but the last fits two places, and each place is taken by the one before.
  const count = 4_000;
  const asked = Array.from({ length: count }, (_, at) => ({
    type: 'string',
    body: `text ${at % 3}`,
    ...(at === 0 ? { custom_field: 'k' } : {}),
    ...(at % 2 === 0 ? { escape_text: 0 } : {}),
  }));
  const there = asked.map(({ body }, at) => ({
    id: at,
    title: body,
    description: null,
    custom_field: at === 0 ? 'k' : null,
    file_type: 'string',
    escape_text: at % 2 === 1,
    double_check: false,
    individual: false,
    letter_count: 6,
  }));
  const languages = { language_id: 'en', translated_language_id: 'ja' };
  // Only the fields that a comparison reads.
  const order = { ...languages, questions: asked } as unknown as CheckedProjectOrder;
  const project = (questions: object[]) =>
    ({ ...languages, individual: false, questions }) as unknown as Project;
  expect(isSameProject(order, project(there.toReversed()), undefined)).toBe(true);
  expect(
    isSameProject(order, project([...there.slice(1), { ...there[0], custom_field: 'x' }]), undefined),
  ).toBe(false);
});

test('a question with several possible matches changes its match when another question needs it', () => {
  const languages = { language_id: 'en', translated_language_id: 'ja' };
  const body = { type: 'string', body: 'text' };
  const there = [true, false].map((escape_text, id) => ({
    id,
    title: 'text',
    description: null,
    custom_field: null,
    file_type: 'string',
    escape_text,
    double_check: false,
    individual: false,
    letter_count: 4,
  }));
  // Only the fields that a comparison reads.
  const project = { ...languages, individual: false, questions: there } as unknown as Project;
  const order = (questions: object[]) => ({ ...languages, questions }) as unknown as CheckedProjectOrder;
  expect(isSameProject(order([body, { ...body, escape_text: 1 }]), project, undefined)).toBe(true);
  expect(isSameProject(order([body, { ...body, escape_text: 0 }]), project, undefined)).toBe(true);
  const both = [1, 1].map((escape_text) => ({ ...body, escape_text }));
  expect(isSameProject(order(both), project, undefined)).toBe(false);
});

test('a match that another question needs is not taken from it again', () => {
  const languages = { language_id: 'en', translated_language_id: 'ja' };
  const body = { type: 'string', body: 'text' };
  const place = (escape_text: boolean, id: number) => ({
    id,
    title: 'text',
    description: null,
    custom_field: null,
    file_type: 'string',
    escape_text,
    double_check: false,
    individual: false,
    letter_count: 4,
  });
  const isSame = (asked: readonly (0 | 1 | undefined)[], there: readonly boolean[]) => {
    const questions = asked.map((escape_text) => ({ ...body, escape_text }));
    // Only the fields that a comparison reads.
    const order = { ...languages, questions } as unknown as CheckedProjectOrder;
    const project = { ...languages, individual: false, questions: there.map(place) } as unknown as Project;
    return isSameProject(order, project, undefined);
  };
  expect(isSame([undefined, 1, 1], [true, false, false])).toBe(false);
  expect(isSame([undefined, 1, 0], [true, false, false])).toBe(true);
  expect(isSame([undefined, undefined, 1, 1], [true, true, false, false])).toBe(true);
  expect(isSame([undefined, undefined, 1, 1, 1], [true, true, false, false, false])).toBe(false);
});

/** A service that lists the questions of a project in an order of its own. */
function rearranging(arrange: <Item>(items: readonly Item[]) => Item[]) {
  return (fetch: SandboxFetch): SandboxFetch =>
    async (input, init) => {
      const response = await fetch(input, init);
      const { pathname } = new URL(response.url || String(input instanceof Request ? input.url : input));
      if (!pathname.startsWith('/api/v1/projects') || !response.ok) return response;
      const body: { project: Pick<Project, 'questions'> } = JSON.parse(await response.text());
      body.project.questions = arrange(body.project.questions);
      return Response.json(body, { status: response.status });
    };
}

describe('a project of several questions', () => {
  const flags = fc.record(
    {
      escape_text: fc.constantFrom<(0 | 1)[]>(0, 1),
      double_check: fc.constantFrom<(0 | 1)[]>(0, 1),
      description: fc.constantFrom('', 'short', 'long'),
    },
    { requiredKeys: [] },
  );
  const questions = fc.array(
    fc.record({ body: fc.constantFrom('aa', 'bb', 'aa bb', 'aa bb cc'), options: flags }),
    { minLength: 1, maxLength: 6 },
  );

  test('is the same in whatever order the service lists its questions', async () => {
    const property = fc.asyncProperty(questions, fc.infiniteStream(fc.nat()), async (asked, numbers) => {
      const shuffled = <Item>(items: readonly Item[]): Item[] =>
        items
          .map((item) => ({ item, by: numbers.next().value ?? 0 }))
          .sort((a, b) => a.by - b.by)
          .map(({ item }) => item);
      const { requester, client } = openWorld({}, {}, rearranging(shuffled));
      const order = projectOrder('k', {
        questions: asked.map(({ body, options }, index) => ({
          ...options,
          type: 'string' as const,
          body,
          ...(index === 0 && { custom_field: 'k' }),
        })),
      });
      await placeProject(requester, order);
      expect(await placeProject(client(), order)).toMatchObject({ placed: false });
    });
    await fc.assert(property, runs(60));
  });

  test('is a different one when one of its texts is different', async () => {
    const property = fc.asyncProperty(questions, fc.nat(), async (asked, at) => {
      const { requester, findOrders } = openWorld();
      const order = (change: string) =>
        projectOrder('k', {
          questions: asked.map(({ body, options }, index) => ({
            ...options,
            type: 'string' as const,
            body: index === at % asked.length ? `${body}${change}` : body,
            custom_field: index === 0 ? 'k' : `k/${index}`,
          })),
        });
      await placeProject(requester, order(''));
      const error = await swiftRejection(requester.projects.create(order(' more'), once));
      expect(error).toBeInstanceOf(OrderConflictError);
      expect(findOrders('k')).toHaveLength(1);
    });
    await fc.assert(property, runs(40));
  });

  test('of 500 equal questions is compared in a moment', async () => {
    const { requester, elsewhere } = openWorld();
    const order = projectOrder('k', {
      questions: Array.from({ length: 500 }, () => ({
        type: 'string' as const,
        body: 'same',
        custom_field: 'k',
      })),
    });
    await placeProject(requester, order);
    expect(await placeProject(elsewhere(), order)).toMatchObject({ placed: false });
  });
});

describe('a simple question whose key another question has', () => {
  const full = simpleOrder('k', { description: 'Be polite', escape_text: 1, native: 1, text_format: 1 });

  test('with another body is an OrderConflictError that names the question with the key', async () => {
    const another = { ...full, question_bodies: [{ body: 'one' }, { body: 'too' }] };
    const { requester } = openWorld();
    const { data } = await placeSimple(requester, full);
    const error = await swiftRejection(requester.simple.questions.create(another, once));
    expect(error).toBeInstanceOf(OrderConflictError);
    expect(error).toMatchObject({ outcome: 'not_sent', existing: { id: data.id } });
  });

  test.each<[string, SimpleQuestionOrderInput]>([
    ['itself', full],
    ['with flags as booleans', { ...full, escape_text: true, native: true }],
    ['that leaves its flags to the service', { ...full, escape_text: undefined, native: undefined }],
    [
      'with its lines ended in another way',
      { ...full, question_bodies: [{ body: 'one\r\n' }, { body: 'two' }] },
    ],
  ])('is that one when it is the same order %s', async (_, again) => {
    const { requester, elsewhere } = openWorld();
    await placeSimple(requester, full);
    expect(await placeSimple(requester, again)).toMatchObject({ placed: false });
    expect(await placeSimple(elsewhere(), again)).toMatchObject({ placed: false });
  });
});

describe('while the outcome of an order is unknown', () => {
  const another = projectOrder('k', {
    questions: [{ type: 'string', body: 'Good evening', custom_field: 'k' }],
  });

  /** An order whose answer is late, and a different one that another process places in the meantime. */
  async function overtaken(carriedOut: boolean) {
    const world = openWorld();
    const { sandbox, requester, elsewhere, posts } = world;
    sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'delay', ms: 40_000, carriedOut } });
    const placing = requester.projects.create(projectOrder('k'), { once: true, settle: 60_000 });
    const placed = Promise.allSettled([placing]);
    await until(() => posts(PROJECTS) === 1);
    await swiftly(elsewhere().projects.create(another));
    const [settled] = await swiftly(placed);
    return { ...world, settled };
  }

  test('a different one with its key, from another process, leaves the outcome unknown', async () => {
    const { settled, findOrders } = await overtaken(false);
    expect(settled).toMatchObject({ reason: { name: 'OutcomeUnknownError', outcome: 'unknown' } });
    expect(findOrders('k')).toHaveLength(1);
  });

  test('it is found next to a different one with its key, from another process', async () => {
    const { settled } = await overtaken(true);
    expect(settled).toMatchObject({ value: { questions: [{ title: 'Good morning' }] } });
  });
});
