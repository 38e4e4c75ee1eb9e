import { describe, expect, test } from 'vitest';
import { NotFoundError, Requester } from '../../../src/index.js';
import { createSandbox } from '../../../src/sandbox.js';

function open() {
  const sandbox = createSandbox({ seed: 1 });
  return { sandbox, requester: sandbox.requester(Requester) };
}

describe('projects.texts', () => {
  test('gives the newest revision of each translated question, a line for each paragraph', async () => {
    const { sandbox, requester } = open();
    const { id, questionIds } = await sandbox.place.project(['One\n\nTwo', 'Three', 'Four']);
    const [first = 0, second = 0] = questionIds;
    sandbox.translators.translateQuestion(first, ['Eins', 'Zwo']);
    sandbox.translators.translateQuestion(first, ['Eins', 'Zwei']);
    sandbox.translators.translateQuestion(second, ['Drei']);
    const before = sandbox.requests.length;
    expect(await requester.projects.texts(id)).toEqual(
      new Map([
        [first, 'Eins\nZwei'],
        [second, 'Drei'],
      ]),
    );
    expect(sandbox.requests).toHaveLength(before + 3);
  });

  test('joins the paragraphs in their order, whatever the order of the answer', async () => {
    const { sandbox, requester } = open();
    const { id, questionIds } = await sandbox.place.project(['One\nTwo\nThree']);
    sandbox.translators.translateQuestion(questionIds[0] ?? 0, ['1', '2', '3']);
    sandbox.faults.add({
      on: 'GET /api/v1/questions/:id/revisions/latest',
      // The answer of the sandbox, whose shape the contract says.
      fault: { kind: 'alter', alter: (answer) => reversed(answer as { translation: { paragraphs: [] } }) },
    });
    expect([...(await requester.projects.texts(id)).values()]).toEqual(['1\n2\n3']);
  });

  test('of a project that does not exist is a NotFoundError', async () => {
    await expect(open().requester.projects.texts(7)).rejects.toBeInstanceOf(NotFoundError);
  });
});

function reversed(answer: { translation: { paragraphs: [] } }): object {
  return {
    ...answer,
    translation: { ...answer.translation, paragraphs: answer.translation.paragraphs.toReversed() },
  };
}

describe('simple.questions.texts', () => {
  test('gives the newest translation of each translated text, by the text, with one request', async () => {
    const { sandbox, requester } = open();
    const { id } = await sandbox.place.simpleQuestion(['One', 'Two', 'Three']);
    const { question_bodies } = await requester.simple.questions.get(id);
    const [one, two] = question_bodies.map((body) => body.id);
    sandbox.translators.translateBody(two ?? 0, 'Zwei');
    sandbox.translators.translateBody(one ?? 0, 'Ein');
    sandbox.translators.translateBody(one ?? 0, 'Eins');
    const before = sandbox.requests.length;
    expect(await requester.simple.questions.texts(id)).toEqual(
      new Map([
        ['One', 'Eins'],
        ['Two', 'Zwei'],
      ]),
    );
    expect(sandbox.requests).toHaveLength(before + 1);
  });
});
