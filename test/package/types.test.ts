import ts from 'typescript';
import { describe, expect, inject, test } from 'vitest';
import { complaints } from './compile.js';

const { consumer } = inject('packed');

/** A program that uses the types, and that no longer compiles when they have become `any`. */
const client = `
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

const sandbox = `
import { createSandbox, type Sandbox } from 'translation-requester/sandbox';
const sandbox: Sandbox = createSandbox({ seed: 1 });
// @ts-expect-error there is no such fault
sandbox.faults.add({ on: '*', fault: { kind: 'nothing' } });
export const server = sandbox.listen({ port: 0 });
`;

const schemas = `
import { ProjectSchema } from 'translation-requester/schemas';
export const id: number = ProjectSchema.parse({}).id;
// @ts-expect-error an id is a number
export const text: string = ProjectSchema.parse({}).id;
`;

const localeFiles = `
import { type LocaleFile, localeFormats, readLocaleFile } from 'translation-requester/locale-files';
const file: Promise<LocaleFile> = readLocaleFile('en.json', { to: 'de', format: localeFormats.json });
export const text: Promise<string> = file.then(({ write }) => write({ a: 'b' }));
// @ts-expect-error there is no such format
readLocaleFile('en.yaml', { format: 'yaml' });
`;

const msw = `
import { sandboxHandlers } from 'translation-requester/msw';
import { createSandbox } from 'translation-requester/sandbox';
export const count: number = sandboxHandlers(createSandbox()).length;
// @ts-expect-error a sandbox is needed
sandboxHandlers();
`;

const { ModuleKind, ModuleResolutionKind } = ts;
const resolutions = {
  node16: { module: ModuleKind.Node16, moduleResolution: ModuleResolutionKind.Node16 },
  nodenext: { module: ModuleKind.NodeNext, moduleResolution: ModuleResolutionKind.NodeNext },
  bundler: { module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler },
} satisfies Record<string, ts.CompilerOptions>;

const withDom: ts.CompilerOptions = {
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  types: [],
};
const withoutDom: ts.CompilerOptions = { lib: ['lib.es2023.d.ts'], types: ['node'] };

describe.each(Object.entries(resolutions))('a program that resolves as %s', (_, resolution) => {
  test.each([
    ['an ES module with the DOM library', 'mts', withDom],
    ['an ES module without the DOM library', 'mts', withoutDom],
    ['a CommonJS module with the DOM library', 'cts', withDom],
    ['a CommonJS module without the DOM library', 'cts', withoutDom],
  ] as const)('compiles as %s', (_, extension, environment) => {
    const options = { ...resolution, ...environment };
    expect(complaints(consumer, [client, sandbox, schemas, localeFiles], extension, options)).toEqual([]);
  });

  test.each(['mts', 'cts'] as const)('compiles with msw as %s', (extension) => {
    // The declarations of msw itself are not ours to check.
    const options = { ...resolution, ...withDom, types: ['node'], skipLibCheck: true };
    expect(complaints(consumer, [msw], extension, options)).toEqual([]);
  });
});
