// A shop as a process of its own, which its parent kills: it orders what has no receipt, and writes receipts.
import { argv } from 'node:process';
import '../../source-hooks.ts';

const { Requester } = await import('../../../src/index.ts');

const [, , baseUrl = '', accessToken = '', count = '0'] = argv;
const requester = new Requester({ baseUrl, accessToken, attemptTimeout: 500, retries: 5 });
const languages = { language_id: 'en', translated_language_id: 'ja' } as const;

async function order(number: number): Promise<void> {
  const key = `shop/${number}`;
  const options = { once: true, settle: 3_000 } as const;
  const [project, simple] = await Promise.all([
    requester.projects.create(
      { ...languages, questions: [{ type: 'string', body: `Article ${number}`, custom_field: key }] },
      options,
    ),
    requester.simple.questions.create(
      { ...languages, question_bodies: [{ body: `Label ${number}` }], custom_field: key },
      options,
    ),
  ]);
  console.log(JSON.stringify({ key, project: project.id, simple: simple.id }));
}

for (let number = 0; number < Number(count); number += 3) {
  await Promise.all([0, 1, 2].map((more) => order(number + more)));
}
