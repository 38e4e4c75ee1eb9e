import { setTimeout as sleep } from 'node:timers/promises';
import { isFinished } from 'translation-requester';
import { result, showProgress } from '../print.ts';
import { order, type Scene } from '../scene.ts';

const GERMAN = [
  ['Willkommen an Bord!', 'Ihre Bestellung ist unterwegs.'],
  ['<p>Mit <b>Sorgfalt</b> gemacht.</p>'],
];

export async function run({ requester, sandbox }: Scene): Promise<void> {
  const { id } = await requester.projects.create(order, { once: true });
  const progress = showProgress('Translated');
  const translated = translate(sandbox, requester, id);

  // #region shown
  const project = await requester.projects.wait(id, {
    interval: 100,
    onProgress: ({ questions }) => progress.update(questions.filter(isFinished).length / questions.length),
  });
  progress.stop();
  for (const question of project.questions) {
    const { paragraphs } = await requester.revisions.latest(question.id);
    for (const { original_text, translated_text } of paragraphs)
      result(`${original_text} → ${translated_text}`);
  }
  // #endregion
  await translated;
}

/** The other side of the service, where people work: the sandbox plays them. */
async function translate(
  { translators }: Scene['sandbox'],
  requester: Scene['requester'],
  id: number,
): Promise<void> {
  const { questions } = await requester.projects.get(id);
  for (const [index, question] of questions.entries()) {
    await sleep(300);
    translators.translateQuestion(question.id, GERMAN[index] ?? []);
  }
}
