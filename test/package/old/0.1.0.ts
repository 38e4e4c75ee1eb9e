// A program as people wrote it for version 0.1.0. It is never changed: what it uses stays as it is, or the change is a
// breaking one, is in the CHANGELOG as such, and its lines leave this file with it.
import {
  type ApplicationEvent,
  isFinished,
  isRequesterError,
  type Project,
  type ProjectOrderInput,
  QuestionStatus,
  Requester,
  ValidationError,
} from 'translation-requester';
import { createCallbackHandler } from 'translation-requester/callbacks';
import { fileFromPath } from 'translation-requester/node';
import { createState, OAuthClient, StateMismatchError } from 'translation-requester/oauth';
import { createSandbox, type Sandbox } from 'translation-requester/sandbox';
import { ProjectSchema } from 'translation-requester/schemas';

const sandbox: Sandbox = createSandbox({ seed: 1, now: '2026-01-01T00:00:00Z', autopilot: { pace: 1000 } });
const requester = new Requester({
  baseUrl: sandbox.baseUrl,
  accessToken: () => sandbox.accessToken,
  fetch: sandbox.fetch,
  timeout: 60_000,
  attemptTimeout: 30_000,
  retries: 2,
  maxRetryAfter: 60_000,
  maxConcurrency: 8,
  onUnexpectedShape: 'warn',
  hooks: { onResponse: ({ method, path, status, duration }) => console.log(method, path, status, duration) },
});

export async function order(): Promise<Project> {
  const wanted: ProjectOrderInput = {
    language_id: 'en',
    translated_language_id: 'ja',
    questions: [{ type: 'string', body: 'Good morning', custom_field: 'shop/1001', double_check: true }],
  };
  const quote = await requester.projects.check(wanted);
  const { data, placed, duplicates } = await requester.projects
    .create(wanted, { once: true, maxPoints: quote.point, settle: 1000, signal: AbortSignal.timeout(1000) })
    .withResponse();
  console.log(placed, duplicates?.length);
  const waited = await requester.questions.wait(data.questions[0]?.id ?? 0, { interval: 1000 });
  if (isFinished(waited) && waited.status === QuestionStatus.Completed) {
    const { paragraphs } = await requester.revisions.latest(waited.id);
    console.log(paragraphs[0]?.translated_text?.length);
  }
  for await (const { id, title } of requester.questions.list({ per_page: 50 }, { prefetch: 2 }))
    console.log(id, title);
  const page = await requester.questions.list();
  console.log(page.hasNext, page.total_count, (await page.next())?.items.length);
  return ProjectSchema.parse(data);
}

export async function upload(): Promise<number> {
  const file = await fileFromPath('letter.txt');
  const { id, status } = await requester.files.upload(file, {
    onProgress: ({ percent }) => console.log(percent),
  });
  return (await requester.files.wait(id, { timeout: 1000 })).letter_count ?? status;
}

export async function follow(handle: (event: ApplicationEvent) => Promise<void>): Promise<void> {
  const stream = requester.events.follow({
    from: 'now',
    checkpoint: 'shop',
    types: ['simple_question.finished'],
  });
  for await (const event of stream) {
    console.log(event.question.id);
    await handle(event);
  }
}

export function explain(error: unknown): string | undefined {
  if (error instanceof ValidationError) return Object.keys(error.errors).join();
  if (isRequesterError(error) && error.name === 'RateLimitError') return String(error.retryAfter);
  return error instanceof StateMismatchError ? error.outcome : undefined;
}

export const handler: (request: Request) => Promise<Response> = createCallbackHandler({
  requester,
  secret: 'sesame',
  onEvent: async ({ id, type }, { signal }) => console.log(id, type, signal.aborted),
});

export async function signIn(back: string): Promise<string> {
  const { clientId, clientSecret, redirectUri } = sandbox.application;
  const oauth = new OAuthClient({ baseUrl: sandbox.baseUrl, clientId, clientSecret, redirectUri });
  const state = createState();
  console.log(oauth.authorizationUrl({ state }));
  return (await oauth.exchangeRedirect(back, { state })).access_token;
}

sandbox.faults.add({ on: 'POST /api/v1/projects', times: 1, fault: { kind: 'drop-after' } });
sandbox.translators.translateQuestion(1, ['one']);
console.log(sandbox.orders().length, sandbox.requests.length, sandbox.events.append(3).last);
