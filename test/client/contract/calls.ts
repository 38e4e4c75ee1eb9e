import type { ProjectOrderInput, SimpleQuestionOrderInput } from '../../../src/client/contract/inputs.js';
import type {
  Project,
  Question,
  QuestionSource,
  SimpleQuestion,
} from '../../../src/client/contract/types.js';
import type { CallOptions } from '../../../src/client/core/http/settings.js';
import { authorize, type World } from './world.js';

/** Brings the service into a state in which one call succeeds, and gives that call. */
export type Prepared = (world: World) => Promise<(options?: CallOptions) => PromiseLike<unknown>>;

export const REASON = 'The translation leaves out half of the text.';

/** A project of every kind of question, with every option. */
export async function projectOrder(world: World): Promise<ProjectOrderInput> {
  const [organization_id] = world.sandbox.accounts[0]?.organizationIds ?? [];
  const file = await analysedFile(world);
  return {
    organization_id,
    language_id: 'ja',
    translated_language_id: 'en',
    individual: true,
    translator_list_ids: [11, 12],
    questions: [
      {
        type: 'string',
        body: 'こんにちは、{{{name}}}さん\nお元気ですか',
        title: 'Greeting',
        description: 'A polite greeting.',
        escape_text: true,
        double_check: 1,
        custom_field: 'order-1',
        individual: 0,
      },
      { type: 'text_html', body: '<p>こんにちは</p>', escape_text: false },
      { type: 'file', source_id: file.id, body: null, title: 'A letter' },
    ],
  };
}

/** A simple question with every option. */
export const simpleOrder: SimpleQuestionOrderInput = {
  language_id: 'en',
  translated_language_id: 'ja',
  description: 'Labels of buttons.',
  published_scope: 2,
  escape_text: true,
  text_format: 1,
  custom_field: 'simple-1',
  question_bodies: [{ body: '<b>Save</b> {{{name}}}' }, { body: 'Cancel' }],
  native: true,
};

export async function uploadedFile({ requester }: World): Promise<QuestionSource> {
  return requester.files.upload(new Blob(['こんにちは\n']), { filename: 'letter.txt' });
}

export async function analysedFile(world: World): Promise<QuestionSource> {
  const file = await uploadedFile(world);
  await world.sandbox.clock.advance(2_000);
  return file;
}

async function placedProject({ requester }: World): Promise<Project> {
  return requester.projects.create({
    language_id: 'en',
    translated_language_id: 'ja',
    questions: [{ type: 'string', body: 'Good morning', custom_field: 'order-2' }],
  });
}

export async function placedQuestion(world: World): Promise<Question> {
  const { questions } = await placedProject(world);
  const [question] = questions;
  if (question === undefined) throw new Error('The project has no question.');
  return question;
}

export async function translatedQuestion(world: World): Promise<Question> {
  const question = await placedQuestion(world);
  world.sandbox.translators.translateQuestion(question.id, ['おはようございます']);
  return question;
}

export async function commentedQuestion(
  world: World,
): Promise<{ readonly questionId: number; readonly id: number }> {
  const question = await placedQuestion(world);
  const comment = await world.requester.comments.create(question.id, { body: 'Please be polite.' });
  return { questionId: question.id, id: comment.id };
}

export async function placedSimpleQuestion({ requester }: World): Promise<SimpleQuestion> {
  return requester.simple.questions.create(simpleOrder);
}

/** The ids of a simple question's bodies. */
export function bodyIds({ question_bodies: bodies }: SimpleQuestion): [number, number] {
  const [first, second] = bodies.map(({ id }) => id);
  if (first === undefined || second === undefined) throw new Error('The question lacks a body.');
  return [first, second];
}

export async function simpleTranslation(world: World): Promise<number> {
  const [body] = bodyIds(await placedSimpleQuestion(world));
  return world.sandbox.translators.translateBody(body, '保存').id;
}

/** The service leaves open what this takes, so the client has no method for it. */
export const commentOnTranslation = ({ requester }: World, translation: number, options?: CallOptions) =>
  requester.request(
    {
      method: 'POST',
      path: `/api/v1/simple/translations/${translation}/comments/1`,
      json: { body: 'Thanks' },
    },
    options,
  );

async function simpleComment(world: World): Promise<{ readonly translation: number; readonly id: number }> {
  const translation = await simpleTranslation(world);
  const answer = await commentOnTranslation(world, translation);
  const { comment } = answer as { comment: { id: number } }; // the sandbox's own shape; the contract leaves it open
  return { translation, id: comment.id };
}

/** The call that carries out each operation of the contract. */
export const calls: Readonly<Record<string, Prepared>> = {
  'account.get':
    async ({ requester }) =>
    (options) =>
      requester.account.get(options),
  'organizations.list':
    async ({ requester }) =>
    (options) =>
      requester.organizations.list({ page: 2, per_page: 1 }, options),
  'organizations.create':
    async ({ requester }) =>
    (options) =>
      requester.organizations.create({ name: 'Team', description: 'A new one.' }, options),
  'organizations.get': async ({ requester, sandbox }) => {
    const id = sandbox.accounts[0]?.organizationIds[1] ?? 0;
    return (options) => requester.organizations.get(id, options);
  },
  'languages.list':
    async ({ requester }) =>
    (options) =>
      requester.languages.list(options),
  'files.upload':
    async ({ requester }) =>
    (options) =>
      requester.files.upload(new Blob(['Good morning']), { ...options, filename: 'letter.txt' }),
  'files.get': async (world) => {
    const { id } = await uploadedFile(world);
    return (options) => world.requester.files.get(id, options);
  },
  'projects.create': async (world) => {
    const order = await projectOrder(world);
    return (options) => world.requester.projects.create(order, options);
  },
  'projects.check': async (world) => {
    const order = await projectOrder(world);
    return (options) => world.requester.projects.check(order, options);
  },
  'projects.get': async (world) => {
    const { id } = await placedProject(world);
    return (options) => world.requester.projects.get(id, options);
  },
  'questions.list': async (world) => {
    await placedProject(world);
    return (options) => world.requester.questions.list({ per_page: 50 }, options);
  },
  'questions.get': async (world) => {
    const { id } = await placedQuestion(world);
    return (options) => world.requester.questions.get(id, options);
  },
  'questions.cancel': async (world) => {
    const { id } = await placedQuestion(world);
    return (options) => world.requester.questions.cancel(id, options);
  },
  'comments.list': async (world) => {
    const { questionId } = await commentedQuestion(world);
    return (options) => world.requester.comments.list(questionId, {}, options);
  },
  'comments.get': async (world) => {
    const { questionId, id } = await commentedQuestion(world);
    return (options) => world.requester.comments.get(questionId, id, options);
  },
  'comments.create': async (world) => {
    const { id } = await placedQuestion(world);
    return (options) => world.requester.comments.create(id, { body: 'Please be polite.' }, options);
  },
  'comments.update': async (world) => {
    const { questionId, id } = await commentedQuestion(world);
    return (options) => world.requester.comments.update(questionId, id, { body: 'Be brief.' }, options);
  },
  'comments.delete': async (world) => {
    const { questionId, id } = await commentedQuestion(world);
    return (options) => world.requester.comments.delete(questionId, id, options);
  },
  'revisions.list': async (world) => {
    const { id } = await translatedQuestion(world);
    return (options) => world.requester.revisions.list(id, { page: 1 }, options);
  },
  'revisions.get': async (world) => {
    const { id } = await translatedQuestion(world);
    return (options) => world.requester.revisions.get(id, 1, options);
  },
  'revisions.latest': async (world) => {
    const { id } = await translatedQuestion(world);
    return (options) => world.requester.revisions.latest(id, options);
  },
  'revisions.download': async (world) => {
    const { id } = await translatedQuestion(world);
    return (options) => world.requester.revisions.download(id, 1, options);
  },
  'simple.questions.create':
    async ({ requester }) =>
    (options) =>
      requester.simple.questions.create(simpleOrder, options),
  'simple.questions.check':
    async ({ requester }) =>
    (options) =>
      requester.simple.questions.check(simpleOrder, options),
  'simple.questions.get': async (world) => {
    const { id } = await placedSimpleQuestion(world);
    return (options) => world.requester.simple.questions.get(id, options);
  },
  'simple.questions.cancel': async (world) => {
    const { id } = await placedSimpleQuestion(world);
    return (options) => world.requester.simple.questions.cancel(id, options);
  },
  'simple.translations.get': async (world) => {
    const id = await simpleTranslation(world);
    return (options) => world.requester.simple.translations.get(id, options);
  },
  'simple.translations.reject': async (world) => {
    const id = await simpleTranslation(world);
    return (options) => world.requester.simple.translations.reject(id, { reason: REASON }, options);
  },
  'simple.translations.comments.list': async (world) => {
    const { translation } = await simpleComment(world);
    return (options) => world.requester.simple.translations.comments.list(translation, options);
  },
  'simple.translations.comments.get': async (world) => {
    const { translation, id } = await simpleComment(world);
    return (options) => world.requester.simple.translations.comments.get(translation, id, options);
  },
  'simple.translations.comments.create': async (world) => {
    const id = await simpleTranslation(world);
    return (options) => commentOnTranslation(world, id, options);
  },
  'events.list': async (world) => {
    await placedSimpleQuestion(world);
    return (options) => world.requester.events.list({ order: 'id_asc', since: 1 }, options);
  },
  'events.get': async (world) => {
    const { first } = world.sandbox.events.append();
    return (options) => world.requester.events.get(first, options);
  },
  'oauth.authorize':
    async ({ oauth, fetch }) =>
    () =>
      // A browser does this; the client gives the address.
      fetch(oauth.authorizationUrl({ state: 'state' })),
  'oauth.token': async (world) => {
    const code = await authorize(world);
    return (options) => world.oauth.exchangeCode(code, options);
  },
};
