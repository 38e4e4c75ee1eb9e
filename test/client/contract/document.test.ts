import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { contract, contractAllows } from './contract.js';
import { operations } from './operations.js';

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const yaml = 'src/client/contract/requester-v1.yaml';

describe('the contract', () => {
  test('declares no security scheme where the token is in the body, since validators look for a header', () => {
    const inBody = operations.filter(({ token }) => token === 'body');
    expect(inBody.length).toBeGreaterThan(0);
    expect(inBody).toEqual(operations.filter(({ body }) => body?.has('application/json')));
    for (const { path, method } of inBody) {
      expect(contract.paths[path]?.[method.toLowerCase()]).toMatchObject({ security: [] });
    }
  });

  test('takes every JSON request as a form of either kind too', () => {
    const json = operations.filter(({ body }) => body?.has('application/json'));
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    expect(json.filter(({ body }) => !forms.every((type) => body?.has(type)))).toEqual([]);
    expect(json.length).toBeGreaterThan(0);
  });

  test('requires Location where something was made, and where a cancellation made a draft', () => {
    const located = operations.flatMap(({ id, answers }) =>
      [...answers].flatMap(([status, { headers }]) =>
        headers.includes('Location') ? `${id} ${status}` : [],
      ),
    );
    expect(located).toEqual([
      'organizations.create 201',
      'projects.create 201',
      'comments.create 201',
      'simple.questions.create 201',
      'simple.questions.cancel 200',
    ]);
  });

  test.each([
    ['MalformedRequestFailure', { message: 'Not allowed' }],
    ['ValidationFailure', { message: 'Validation Fail', success: false, error_code: 202, errors: {} }],
    [
      'TokenRequest',
      {
        client_id: 'id',
        client_secret: 'secret',
        redirect_uri: 'https://shop.example/callback',
        grant_type: 'authorization_code',
        code: 'code',
        state: 'state',
      },
    ],
  ])('leaves open what the service does not promise of a %s', (name, value) => {
    expect(contractAllows(name)(value)).toBe(true);
  });

  test('speaks of the service, not of a document that its readers do not have', async () => {
    const text = await readFile(file(yaml), 'utf8');
    expect(text).not.toMatch(/not shown|field knowledge/i);
  });
});

describe('the file of the contract', () => {
  const lint = async (edit: (source: string) => string) =>
    lintFromString({
      source: edit(await readFile(file(yaml), 'utf8')),
      absoluteRef: file(yaml),
      config: await loadConfig({ configPath: file('redocly.yaml') }),
    });

  test('is valid for the linter, without a warning', async () => {
    expect(await lint((source) => source)).toEqual([]);
  });

  test('would not be with a mistake', async () => {
    const problems = await lint((source) => source.replace('description:', 'descripton:'));
    expect(problems).toContainEqual(expect.objectContaining({ severity: 'error' }));
  });
});

/** The part of docs/service.md with a heading. */
async function readSection(heading: string): Promise<string> {
  const [, section = ''] = (await readFile(file('docs/service.md'), 'utf8')).split(`\n### ${heading}\n`);
  return section.split('\n### ')[0] ?? '';
}

const SECTIONS = {
  QuestionStatus: 'Project question statuses',
  SimpleQuestionStatus: 'Simple question statuses',
  FileStatus: 'File',
};

test.each(Object.entries(SECTIONS))(
  'every number of a %s is explained in the contract and on the page about the service',
  async (name, heading) => {
    const [known] = contract.components.schemas[name]?.anyOf ?? [];
    const description = contract.components.schemas[name]?.description ?? '';
    const section = await readSection(heading);
    // The page has 96 to 99 as one.
    const isExplained = (text: string, status: unknown) =>
      [...text.matchAll(/\b(\d+)(?: to (\d+))?\b/g)].some(
        ([, first, last = first]) => Number(first) <= Number(status) && Number(status) <= Number(last),
      );
    expect(known?.enum?.length).toBeGreaterThan(5);
    const silent = (text: string) => known?.enum?.filter((status) => !isExplained(text, status));
    expect(silent(description), 'mend its description in requester-v1.yaml').toEqual([]);
    expect(silent(section), `mend docs/service.md, ${heading}`).toEqual([]);
  },
);
