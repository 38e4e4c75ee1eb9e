/** A program that uses the types, and that no longer compiles when they have become `any`. */
export const CLIENT_PROGRAM = `
import { isRequesterError, type Project, type ProjectOrderInput, QuestionStatus, Requester } from 'translation-requester';
import { createState, OAuthClient } from 'translation-requester/oauth';

const requester = new Requester({ baseUrl: 'https://service.example', accessToken: async () => 'token', fetch });
const order: ProjectOrderInput = { language_id: 'ja', translated_language_id: 'en', questions: [{ type: 'string', body: 'a', double_check: true }] };
export async function main(): Promise<Project> {
  const { data, response } = await requester.projects.create(order, { signal: AbortSignal.timeout(1) }).withResponse();
  const location: string | null = response.headers.get('location');
  for await (const event of requester.events.list({ order: 'id_asc' })) console.log(event.id.toFixed(), location);
  const { items } = await requester.questions.list();
  if (items[0]?.status === QuestionStatus.Completed) await (await requester.revisions.download(items[0].id, 1)).text();
  await requester.files.upload(new Blob(['text']), { filename: 'a.txt', onProgress: ({ percent }) => percent.toFixed() });
  const oauth = new OAuthClient({ baseUrl: 'https://service.example', clientId: 'a', clientSecret: 'b', redirectUri: 'https://c.example' });
  const { access_token } = await oauth.exchangeRedirect('/callback', { state: createState() });
  // @ts-expect-error a token is a string
  access_token.toFixed();
  // @ts-expect-error an order has languages
  await requester.projects.check({ questions: [] });
  return data;
}
export const outcome = (error: unknown) => (isRequesterError(error) ? error.outcome : undefined);
`;

export const SANDBOX_PROGRAM = `
import { createSandbox, type Sandbox } from 'translation-requester/sandbox';
const sandbox: Sandbox = createSandbox({ seed: 1 });
// @ts-expect-error there is no such fault
sandbox.faults.add({ on: '*', fault: { kind: 'nothing' } });
export const server = sandbox.listen({ port: 0 });
`;

export const SCHEMAS_PROGRAM = `
import { ProjectSchema } from 'translation-requester/schemas';
export const id: number = ProjectSchema.parse({}).id;
// @ts-expect-error an id is a number
export const text: string = ProjectSchema.parse({}).id;
`;
