import { setTimeout as pause } from 'node:timers/promises';
import { isFinished, type Requester } from 'translation-requester';
import type { Sandbox } from 'translation-requester/sandbox';
import type { Ordered } from './orders.ts';
import { line, progressOf } from './print.ts';

const TIME_FOR_THOUGHT = 200;

const QUESTIONS = [
  ['Willkommen an Bord!', 'Ihre Bestellung ist unterwegs.'],
  ['<p>Mit <b>Sorgfalt</b> gemacht.</p>'],
  ['Handbuch', 'Jedes Paket hat eine Nummer.', 'Bewahren Sie die Nummer auf, bis das Paket angekommen ist.'],
];

const BODIES = ['In den Warenkorb', 'Zur Kasse', 'Vielen Dank!'];

/** Waits for the orders until all is translated, while people translate. */
export async function waitForOrders(requester: Requester, sandbox: Sandbox, ordered: Ordered): Promise<void> {
  const { project, simple } = ordered;
  const progress = progressOf('Translated');
  const finished = { questions: 0, bodies: 0 };
  const report = (news: Partial<typeof finished>): void => {
    Object.assign(finished, news);
    progress.update((finished.questions + finished.bodies) / (QUESTIONS.length + BODIES.length));
  };
  await Promise.all([
    translate(sandbox, ordered),
    requester.projects.wait(project.id, {
      interval: 100,
      onProgress: ({ questions }) => report({ questions: questions.filter(isFinished).length }),
    }),
    requester.simple.questions.wait(simple.id, {
      interval: 100,
      onProgress: ({ translations_count }) => report({ bodies: translations_count }),
    }),
  ]);
  progress.stop();
  line('Everything is translated.');
}

/** The other side of the service, where people work: the sandbox plays them. */
async function translate(sandbox: Sandbox, { project, simple }: Ordered): Promise<void> {
  for (const [index, { id }] of project.questions.entries()) {
    await pause(TIME_FOR_THOUGHT);
    sandbox.translators.translateQuestion(id, QUESTIONS[index] ?? []);
  }
  for (const [index, { id }] of (simple.question_bodies ?? []).entries()) {
    await pause(TIME_FOR_THOUGHT);
    sandbox.translators.translateBody(id, BODIES[index] ?? '');
  }
}
