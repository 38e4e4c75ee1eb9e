import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Requester } from '../../../src/index.js';
import type { OperationName } from '../../../src/proxy.js';
import { createSandbox } from '../../../src/sandbox.js';
import { proxyOn } from './page.js';

const docs = await readFile(new URL('../../../docs/browsers.md', import.meta.url), 'utf8');
const [, list = ''] = /need further operations:\n\n([\s\S]*?)\n\n/.exec(docs) ?? [];

/** The operations that the page of docs names for an option or a call. */
function readOperations(name: string): OperationName[] {
  const [, words = ''] = new RegExp(`^- \`${name}\`: ([^-]*)`, 'm').exec(list) ?? [];
  return [...words.matchAll(/`([\w.]+)`/g)].map(([, operation]) => operation as OperationName); // a wrong name is refused
}

const KEY = 'shop/1';
const ORDER = { language_id: 'en', translated_language_id: 'ja' };
const project = { ...ORDER, questions: [{ type: 'string', body: 'Hello', custom_field: KEY }] } as const;
const simple = { ...ORDER, question_bodies: [{ body: 'Hello' }], custom_field: KEY };

/** A page whose proxy allows an operation, and what docs name for further ones. */
function openPage(operation: OperationName, ...further: readonly string[]) {
  const sandbox = createSandbox();
  const allow = [operation, ...further.flatMap(readOperations)];
  return { sandbox, page: proxyOn(sandbox.requester(Requester, { retries: 0 }), { allow }).page() };
}

test('a page can order with once and maxPoints by the operations that docs name, also when an answer is lost', async () => {
  const projects = openPage('projects.create', 'once', 'maxPoints');
  projects.sandbox.faults.add({ on: 'POST /api/v1/projects', fault: { kind: 'drop-after' } });
  await projects.page.projects.create(project, { once: true, maxPoints: 500 });
  await projects.page.projects.create(project, { once: true, maxPoints: 500 });
  expect(projects.sandbox.orders()).toHaveLength(1);

  const questions = openPage('simple.questions.create', 'once', 'maxPoints');
  questions.sandbox.faults.add({ on: 'POST /api/v1/simple/questions', fault: { kind: 'drop-after' } });
  await questions.page.simple.questions.create(simple, { once: true, maxPoints: 500 });
  await questions.page.simple.questions.create(simple, { once: true, maxPoints: 500 });
  expect(questions.sandbox.orders()).toHaveLength(1);
});

test('a page can wait and read texts by the operations that docs name', async () => {
  const projects = openPage('projects.create', 'wait', 'texts');
  const placed = await projects.page.projects.create(project);
  projects.sandbox.translators.translateAll();
  await projects.sandbox.clock.advance(3 * 24 * 60 * 60_000);
  await expect(projects.page.projects.wait(placed.id)).resolves.toMatchObject({ id: placed.id });
  expect(JSON.stringify([...(await projects.page.projects.texts(placed.id)).values()])).toContain(
    '[ja] Hello',
  );

  const questions = openPage('simple.questions.create', 'wait', 'texts');
  const { id } = await questions.page.simple.questions.create(simple);
  questions.sandbox.translators.translateAll();
  await questions.page.simple.questions.wait(id);
  expect(JSON.stringify([...(await questions.page.simple.questions.texts(id)).values()])).toContain(
    '[ja] Hello',
  );
});
