import { expect, test } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { connect, HOUR, MINUTE, MOMENT } from './api.js';

const DAY = 24 * HOUR;

/** The events of one project whose changes are told of, oldest first: the type and the status of the question. */
function open(projectEvents?: string) {
  const sandbox = createSandbox({ now: MOMENT, ...(projectEvents && { projectEvents }) });
  const events = async () => {
    const { body } = await connect(sandbox).get('my/application_events?order=id_asc');
    return body.events.map(
      ({ type, project }: { type: string; project: { questions: { status: number }[] } }) => [
        type,
        project.questions[0]?.status,
      ],
    );
  };
  return { sandbox, events };
}

test('a project has no event but its creation, unless it is asked for', async () => {
  const { sandbox, events } = open();
  await sandbox.place.completedProject();
  expect(await events()).toEqual([['project.created', 0]]);
});

test('each change of status and each submission is told of, with the project as it is then', async () => {
  const { sandbox, events } = open('question.changed');
  const { questionIds } = await sandbox.place.project();
  const [id = 0] = questionIds;
  await sandbox.clock.advance(5 * MINUTE);
  sandbox.translators.takeQuestion(id);
  sandbox.translators.translateQuestion(id, ['one']);
  sandbox.translators.translateQuestion(id, ['two']);
  await sandbox.clock.advance(DAY);
  const changed = [1, 2, 6, 6, 4].map((status) => ['question.changed', status]);
  expect(await events()).toEqual([['project.created', 0], ...changed]);
});

test('an event carries the project, even if its type begins like that of a simple question', async () => {
  const { sandbox, events } = open('simple_question.finished_early');
  await sandbox.place.completedProject();
  expect(await events()).toEqual([
    ['project.created', 0],
    ['simple_question.finished_early', 4],
  ]);
});

test('a cancellation and an expiry are told of', async () => {
  const { sandbox, events } = open('question.changed');
  const { questionIds } = await sandbox.place.project();
  await connect(sandbox).put(`questions/${questionIds[0]}/cancel`);
  await sandbox.place.project();
  await sandbox.clock.advance(7 * DAY);
  expect(await events()).toEqual([
    ['project.created', 0],
    ['question.changed', 3],
    ['project.created', 0],
    ['question.changed', 1],
    ['question.changed', 5],
  ]);
});

test('they are delivered, and can be asked for and left out while the sandbox runs', async () => {
  const { sandbox } = open();
  const types: string[] = [];
  sandbox.deliveries.to(async (request) => {
    types.push((await request.json()).type);
    return new Response();
  });
  await using server = await sandbox.listen();
  const set = (projectEvents: string | null) =>
    fetch(`${server.url}/_sandbox/conditions`, { method: 'POST', body: JSON.stringify({ projectEvents }) });
  expect(await (await set('a.type')).json()).toEqual({ projectEvents: 'a.type' });
  await sandbox.place.completedProject();
  expect(await (await set(null)).json()).toEqual({});
  await sandbox.place.completedProject();
  await sandbox.deliveries.idle();
  expect(types).toEqual(['project.created', 'a.type', 'project.created']);
  expect((await set('')).status).toBe(422);
  expect(() => createSandbox({ projectEvents: '' })).toThrow('projectEvents');
});
