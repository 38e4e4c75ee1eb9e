import type {
  Project,
  ProjectOrderInput,
  QuestionSource,
  Requester,
  SimpleQuestion,
} from 'translation-requester';
import { line, points, progressOf } from './print.ts';

const GERMAN = { language_id: 'en', translated_language_id: 'de' } as const;

const WELCOME = {
  type: 'string',
  title: 'Welcome',
  body: 'Welcome aboard!\nYour order is on its way.',
  custom_field: 'shop/welcome',
} as const;

/** Everything that the demo orders in earnest. */
export interface Ordered {
  readonly project: Project;
  readonly simple: SimpleQuestion;
}

/** What a text would cost; nothing is ordered. */
export async function askForQuote(requester: Requester): Promise<void> {
  const quote = await requester.projects.check({ ...GERMAN, questions: [WELCOME] });
  const letters = quote.questions.reduce((sum, { letter_count }) => sum + letter_count, 0);
  line(`"${WELCOME.title}", ${letters} letters, would cost ${points(quote.point)}.`);
}

/** Uploads a file and waits until the service has counted its letters. */
export async function uploadFile(requester: Requester, file: File): Promise<QuestionSource> {
  const progress = progressOf(`Uploading ${file.name}`);
  const { id } = await requester.files.upload(file, {
    onProgress: ({ percent }) => progress.update(percent),
  });
  progress.stop();
  const analysed = await requester.files.wait(id, { interval: 200 });
  line(`The service found ${analysed.letter_count} letters of ${analysed.file_type}.`);
  return analysed;
}

export async function placeOrders(requester: Requester, file: QuestionSource): Promise<Ordered> {
  const order: ProjectOrderInput = {
    ...GERMAN,
    questions: [
      WELCOME,
      { type: 'text_html', title: 'Footer', body: '<p>Made with <b>care</b>.</p>' },
      { type: 'file', source_id: file.id, description: 'Please keep the headings short.' },
    ],
  };
  const project = await requester.projects.create(order, { once: true, maxPoints: 1000 });
  line(`Project ${project.id}: ${project.question_count} questions, ${points(project.point)}.`);
  const simple = await requester.simple.questions.create({
    ...GERMAN,
    question_bodies: [{ body: 'Add to cart' }, { body: 'Check out' }, { body: 'Thank you!' }],
  });
  line(`Simple question ${simple.id}: ${simple.letter_count} letters, ${points(simple.total_point)}.`);
  return { project, simple };
}

/** Orders a text and a simple question by mistake, and cancels both while that is possible. */
export async function changeOfMind(requester: Requester): Promise<Ordered> {
  const project = await requester.projects.create({
    ...GERMAN,
    questions: [{ type: 'string', title: 'Draft', body: 'Not ready yet' }],
  });
  for (const question of project.questions.filter(({ cancelable }) => cancelable)) {
    const { id, title, status_text } = await requester.questions.cancel(question.id);
    line(`Question ${id}, "${title}", is ${status_text}.`);
  }
  const simple = await requester.simple.questions.create({
    ...GERMAN,
    question_bodies: [{ body: 'Not this either' }],
  });
  const draft = await requester.simple.questions.cancel(simple.id);
  line(`Simple question ${simple.id} is now the draft ${draft.draft_question_id}.`);
  return { project, simple };
}
