/**
 * Prints how many files and functions of src/ a call of the client runs, as V8's coverage counts them:
 *
 *     npx node scripts/call-coverage.ts          their numbers
 *     npx node scripts/call-coverage.ts --list   and their names
 */
import '../test/source-hooks.ts';
import { Session } from 'node:inspector/promises';
import { parseArgs } from 'node:util';
import * as f from '../test/fixtures.ts';

// Imported after the hooks above, which resolve the sources.
const { Requester } = await import('../src/client/requester.ts');

/** Calls before the counted one. They run what runs only once, such as the making of schemas. */
const WARM_UP = 20;

const SOURCES = new URL('../src/', import.meta.url).href;

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } });

const answers: Readonly<Record<string, object>> = {
  'GET /api/v1/my': f.account,
  'GET /api/v1/questions/1': { ...f.ok, question: f.questionDetail, organization: f.organization },
  'GET /api/v1/my/questions': { ...f.ok, ...f.paging(0), questions: [] },
};

/** A fetch that answers at once. A project has the key of its order. */
async function fakeFetch(url: string, { method, body }: RequestInit): Promise<Response> {
  const call = `${method} ${new URL(url).pathname}`;
  if (call !== 'POST /api/v1/projects') return Response.json(answers[call]);
  const { custom_field } = JSON.parse(String(body)).questions[0];
  const questions = [{ ...f.question, custom_field }];
  return Response.json({ ...f.ok, project: { ...f.project, questions } }, { status: 201 });
}

const requester = new Requester({
  baseUrl: 'https://service.example',
  accessToken: 'token',
  fetch: fakeFetch,
});

const order = (key: string) =>
  requester.projects.create(
    {
      language_id: 'ja',
      translated_language_id: 'en',
      questions: [{ type: 'string', body: 'こんにちは', custom_field: key }],
    },
    { once: true },
  );

const calls: Readonly<Record<string, (number: number) => Promise<unknown>>> = {
  'account.get': () => requester.account.get(),
  'questions.get': () => requester.questions.get(1),
  'projects.create with once': (number) => order(`order-${number}`),
};

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

for (const [name, call] of Object.entries(calls)) {
  for (let number = 0; number < WARM_UP; number += 1) await call(number);
  // Taking the counts resets them.
  await session.post('Profiler.takePreciseCoverage');
  await call(WARM_UP);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = result
    .filter(({ url }) => url.startsWith(SOURCES))
    .map(({ url, functions }) => ({
      file: url.slice(SOURCES.length),
      called: functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
    }))
    .filter(({ called }) => called.length > 0);
  const total = files.reduce((sum, { called }) => sum + called.length, 0);
  console.log(`${name}: ${files.length} files, ${total} functions`);
  for (const { file, called } of values.list ? files : []) {
    const names = called.map(({ functionName, ranges }) => `${functionName || '=>'} ×${ranges[0]?.count}`);
    console.log(`  ${file} (${called.length}): ${names.join(', ')}`);
  }
}
session.disconnect();
