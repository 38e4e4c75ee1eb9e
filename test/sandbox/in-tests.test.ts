import { describe, expect, test } from 'vitest';
import { createCallbackHandler } from '../../src/callbacks.js';
import { Requester } from '../../src/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { connect, MOMENT } from './api.js';

test('a client is set up for the sandbox', async () => {
  const sandbox = createSandbox();
  const requester = sandbox.requester(Requester, { retries: 0 });
  expect((await requester.account.get()).login).toBe('first-requester');
  sandbox.faults.add({ on: '*', fault: { kind: 'status', status: 503 } });
  await expect(requester.account.get()).rejects.toThrow('503');
  // @ts-expect-error the address is the sandbox's
  sandbox.requester(Requester, { baseUrl: 'https://elsewhere.example' });
});

describe('an order is placed', () => {
  const sandbox = createSandbox({ now: MOMENT });
  const readStatuses = async (ids: readonly number[]) => {
    const read = ids.map(async (id) => (await connect(sandbox).get(`questions/${id}`)).body.question.status);
    return Promise.all(read);
  };

  test('as a project that is pending, taken or completed', async () => {
    const { project, takenProject, completedProject } = {
      project: await sandbox.place.project(['one', 'two']),
      takenProject: await sandbox.place.takenProject(),
      completedProject: await sandbox.place.completedProject(['one\ntwo']),
    };
    expect(await readStatuses(project.questionIds)).toEqual([0, 0]);
    expect(await readStatuses(takenProject.questionIds)).toEqual([2]);
    expect(await readStatuses(completedProject.questionIds)).toEqual([4]);
  });

  test('as a simple question that is pending or completed', async () => {
    const pending = await sandbox.place.simpleQuestion();
    const completed = await sandbox.place.completedSimpleQuestion(['one', 'two']);
    const read = async (id: number) => (await connect(sandbox).get(`simple/questions/${id}`)).body.question;
    expect((await read(pending.id)).status).toBe(0);
    expect(await read(completed.id)).toMatchObject({
      status: 4,
      question_bodies: [{ translations: [{ body: '[ja] one' }] }, { translations: [{ body: '[ja] two' }] }],
    });
    expect(completed.questionBodyIds).toHaveLength(2);
  });

  test('or the reason for a refusal is thrown', async () => {
    await expect(sandbox.place.project([])).rejects.toThrow('The service answered 422');
  });
});

describe('a delivery', () => {
  test('reaches a receiver in one call', async () => {
    const sandbox = createSandbox();
    const handled: string[] = [];
    const handler = createCallbackHandler({
      requester: sandbox.requester(Requester),
      secret: false,
      onEvent: (event) => void handled.push(event.type),
    });
    await expect(sandbox.deliver(handler)).rejects.toThrow('There is no event yet.');
    await sandbox.place.completedSimpleQuestion();
    expect((await sandbox.deliver(handler)).status).toBe(200);
    const [first] = sandbox.events.ids();
    expect((await sandbox.deliver(handler, first)).status).toBe(200);
    expect(handled).toEqual(['simple_question.finished', 'simple_question.created']);
    const event = await sandbox.requester(Requester).events.get(first ?? 0);
    const echo = await sandbox.deliver((request) => new Response(request.body), event);
    expect(await echo.json()).toEqual(event);
    await expect(sandbox.deliver(handler, 1)).rejects.toThrow('There is no event 1.');
  });
});
