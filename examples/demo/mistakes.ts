import { isRequesterError, type ProjectOrderInput, type Requester } from 'translation-requester';
import type { Sandbox } from 'translation-requester/sandbox';
import { line } from './print.ts';

const GERMAN = { language_id: 'en', translated_language_id: 'de' } as const;

/** Does what goes wrong, and shows what a program is told. */
export async function makeMistakes(requester: Requester): Promise<void> {
  const organizations = await requester.organizations.list().toArray({ max: 100 });
  const poorest = organizations.toSorted((one, other) => one.available_point - other.available_point)[0];
  await fail('An order without a text', () =>
    requester.projects.create({ ...GERMAN, questions: [{ type: 'string', body: '' }] }),
  );
  await fail('A language pair that is not offered', () =>
    requester.simple.questions.check({
      language_id: 'ko',
      translated_language_id: 'pt-BR',
      question_bodies: [{ body: '안녕하세요' }],
    }),
  );
  await fail('A question that does not exist', () => requester.questions.get(1));
  await fail('A token that the service does not accept', () =>
    requester.withAccessToken('0'.repeat(64)).account.get(),
  );
  await fail('An order that is dearer than allowed', () =>
    requester.projects.create(
      { ...GERMAN, questions: [{ type: 'string', body: 'Ten thousand words' }] },
      { maxPoints: 50 },
    ),
  );
  await fail('More than the organization can pay', () =>
    requester.projects.create({
      ...GERMAN,
      organization_id: poorest?.id,
      questions: [{ type: 'string', body: 'This text is longer than a hundred points can pay for.' }],
    }),
  );
}

/** Loses the answer to an order, and orders again without ordering twice. @returns the project's id */
export async function loseAnAnswer(requester: Requester, sandbox: Sandbox): Promise<number> {
  const order: ProjectOrderInput = {
    ...GERMAN,
    questions: [{ type: 'string', title: 'Newsletter', body: 'News from us', custom_field: 'newsletter/42' }],
  };
  sandbox.faults.add({ on: 'POST /api/v1/projects', fault: { kind: 'drop-after' } });
  await fail('An order whose answer is lost', () => requester.projects.create(order));
  const { data: project, placed } = await requester.projects.create(order, { once: true }).withResponse();
  line('The same order, once:');
  line(`  project ${project.id} was ${placed ? 'placed now' : 'placed already, so it is not placed again'}.`);
  return project.id;
}

async function fail(title: string, call: () => PromiseLike<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!isRequesterError(error)) throw error;
    line(`${title}:`);
    line(`  ${error.name}, outcome ${error.outcome}`);
    line(`  ${error.message}`);
    return;
  }
  throw new Error(`${title} did not fail, though it should.`);
}
