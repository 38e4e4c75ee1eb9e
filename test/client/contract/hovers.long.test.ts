import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const file = `${root}test/client/contract/hovered.ts`;
const source = `
import type { ApplicationEvent, Project, Requester, SimpleQuestion } from '../../../src/index.js';
declare const project: Project;
declare const simple: SimpleQuestion;
declare const requester: Requester;
export const question = project.questions[0];
export const body = simple.question_bodies[0];
export const organization = project.organization;
export const translations = simple.question_bodies?.[0]?.translations;
export async function read() {
  const created = await requester.projects.get(1);
  for await (const event of requester.events.list()) return { created, event };
}
export const user = simple.user;
export const listed = async () => (await requester.questions.list()).items[0];
`;

/** What an editor shows of a name in the text above. */
const show = (() => {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const text = (name: string) => (name === file ? source : ts.sys.readFile(name));
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const read = text(name);
      return read === undefined ? undefined : ts.ScriptSnapshot.fromString(read);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: text,
  });
  return (declaration: string): string => {
    const place = source.indexOf(declaration) + declaration.lastIndexOf(' ') + 1;
    const { displayParts } = service.getQuickInfoAtPosition(file, place) ?? {};
    return ts.displayPartsToString(displayParts).replace(' | undefined', '');
  };
})();

test.each([
  ['const question', 'const question: Question'],
  ['const body', 'const body: QuestionBody'],
  ['const organization', 'const organization: Organization'],
  ['const translations', 'const translations: SimpleTranslation[]'],
  ['const created', 'const created: Project'],
  ['const event', 'const event: ApplicationEvent'],
  ['const user', 'const user: User'],
  ['const listed', 'const listed: () => Promise<QuestionListItem>'],
])('%s is shown as a name', (declaration, shown) => {
  expect(show(declaration)).toBe(shown);
});
