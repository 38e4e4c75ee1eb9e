import { describe, expect, test } from 'vitest';
import { NotFoundError, Requester } from '../../../src/index.js';
import { createSandbox } from '../../../src/sandbox.js';

function open() {
  const sandbox = createSandbox({ seed: 1 });
  return { sandbox, requester: sandbox.requester(Requester) };
}

describe('projects.texts', () => {
  test('gives the newest revision of each question in their order, a line for each paragraph, and null where there is none', async () => {
    const { sandbox, requester } = open();
    const { id, questionIds } = await sandbox.place.project(['One\n\nTwo', 'Three', 'Four']);
    const [first = 0, second = 0, third = 0] = questionIds;
    sandbox.translators.translateQuestion(first, ['Eins', 'Zwo']);
    sandbox.translators.translateQuestion(first, ['Eins', 'Zwei']);
    sandbox.translators.translateQuestion(second, ['Drei']);
    const before = sandbox.requests.length;
    expect(await requester.projects.texts(id)).toEqual([
      { id: first, text: 'One\nTwo', translation: 'Eins\nZwei' },
      { id: second, text: 'Three', translation: 'Drei' },
      { id: third, text: null, translation: null },
    ]);
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
    expect(await requester.projects.texts(id)).toMatchObject([
      { text: 'One\nTwo\nThree', translation: '1\n2\n3' },
    ]);
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
  test('gives the newest translation of each text, in the order of the texts, with one request', async () => {
    const { sandbox, requester } = open();
    const { id } = await sandbox.place.simpleQuestion(['One', 'Two', 'Three']);
    const { question_bodies } = await requester.simple.questions.get(id);
    const [one, two, three] = question_bodies.map((body) => body.id);
    sandbox.translators.translateBody(two ?? 0, 'Zwei');
    sandbox.translators.translateBody(one ?? 0, 'Ein');
    sandbox.translators.translateBody(one ?? 0, 'Eins');
    const before = sandbox.requests.length;
    expect(await requester.simple.questions.texts(id)).toEqual([
      { id: one, text: 'One', translation: 'Eins' },
      { id: two, text: 'Two', translation: 'Zwei' },
      { id: three, text: 'Three', translation: null },
    ]);
    expect(sandbox.requests).toHaveLength(before + 1);
  });

  test('keeps both translations of two equal texts, also as JSON', async () => {
    const { sandbox, requester } = open();
    const { id } = await sandbox.place.simpleQuestion(['Open', 'Open']);
    const { question_bodies } = await requester.simple.questions.get(id);
    for (const [index, body] of question_bodies.entries())
      sandbox.translators.translateBody(body.id, ['Öffnen', 'Offen'][index] ?? '');
    expect(JSON.parse(JSON.stringify(await requester.simple.questions.texts(id)))).toEqual([
      { id: question_bodies[0]?.id, text: 'Open', translation: 'Öffnen' },
      { id: question_bodies[1]?.id, text: 'Open', translation: 'Offen' },
    ]);
  });

  test('are in the order that was asked for, whatever the order of the answer', async () => {
    const { sandbox, requester } = open();
    const { id } = await sandbox.place.simpleQuestion(['One', 'Two', 'Three']);
    sandbox.faults.add({
      on: 'GET /api/v1/simple/questions/:id',
      fault: {
        kind: 'alter',
        alter: (answer) => {
          // The answer of the sandbox, whose shape the contract says.
          const { question } = answer as { question: { question_bodies: object[] } };
          return {
            ...answer,
            question: { ...question, question_bodies: question.question_bodies.toReversed() },
          };
        },
      },
    });
    const texts = await requester.simple.questions.texts(id);
    expect(texts.map(({ text }) => text)).toEqual(['One', 'Two', 'Three']);
  });
});
