import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { contract, type Node } from './contract.js';

const yaml = new URL('../../../src/client/contract/requester-v1.yaml', import.meta.url);
const options: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  types: [],
};

/** What is wrong with a program that uses the types that openapi-typescript makes of the contract, by its own defaults. */
async function compile(program: string): Promise<string[]> {
  const types = astToString(await openapiTS(yaml));
  const sources = new Map([
    ['/contract.ts', types],
    [
      '/program.ts',
      `import type { components } from './contract';\ntype Of = components['schemas'];\n${program}`,
    ],
  ]);
  const host = ts.createCompilerHost(options);
  const compiled = ts.createProgram([...sources.keys()], options, {
    ...host,
    fileExists: (name) => sources.has(name) || host.fileExists(name),
    readFile: (name) => sources.get(name) ?? host.readFile(name),
    getSourceFile: (name, target) => {
      const text = sources.get(name);
      return text === undefined ? host.getSourceFile(name, target) : ts.createSourceFile(name, text, target);
    },
  });
  return ts
    .getPreEmitDiagnostics(compiled)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('the types that openapi-typescript makes of the contract take an order with what is required alone', async () => {
  const program = `
    const pair = { language_id: 'en', translated_language_id: 'ja' };
    export const simple: Of['SimpleQuestionOrder'] = { ...pair, question_bodies: [{ body: 'Hello' }] };
    export const project: Of['ProjectOrder'] = { ...pair, questions: [{ type: 'string', body: 'Hello' }] };
    export const file: Of['ProjectOrder'] = { ...pair, questions: [{ type: 'file', source_id: 1 }] };
    export const organization: Of['OrganizationRequest'] = { name: 'Shop', access_token: 'token' };
    export const readPage = ({ page, translation }: Of['RevisionAnswer']): number => page + translation.revision_number;
    export const readTexts = ({ question }: Of['RejectionAnswer']): number => question.question_bodies.length;`;
  expect(await compile(program)).toEqual([]);
});

test('they refuse an order without its texts', async () => {
  const program = `export const order: Of['SimpleQuestionOrder'] = { language_id: 'en', translated_language_id: 'ja' };`;
  expect(await compile(program)).toEqual([expect.stringContaining('question_bodies')]);
});

test('no field of a body has a default, since generators of types require such a field', () => {
  const withDefault = Object.entries(contract.components.schemas).flatMap(([name, schema]) =>
    [schema, ...(schema.allOf ?? [])].flatMap(({ properties = {} }: Node) =>
      Object.entries(properties).flatMap(([field, value]) => ('default' in value ? `${name}.${field}` : [])),
    ),
  );
  expect(withDefault).toEqual([]);
});
