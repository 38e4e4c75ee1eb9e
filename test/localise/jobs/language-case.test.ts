import { beforeEach, describe, expect, test } from 'vitest';
import { collectDocuments, orderDocument } from '../../../src/documents.js';
import { memoryStore, Requester } from '../../../src/index.js';
import { createSeededSandbox, type Sandbox } from '../../../src/sandbox.js';
import { collectTexts, orderTexts, quoteTexts } from '../../../src/texts.js';
import { order as documentOrder } from './documents/ordering.js';

const LANGUAGES = ['pt-BR', 'pt-br'] as const;

let sandbox: Sandbox;
let requester: Requester;

beforeEach(async () => {
  const languages = LANGUAGES.map((to) => ({ from: 'en', to }));
  sandbox = await createSeededSandbox({ languages }, { analysisTime: 0 });
  const { baseUrl, accessToken, fetch } = sandbox;
  requester = new Requester({ baseUrl, accessToken, fetch, store: memoryStore() });
});

describe('languages that differ in case alone are two languages', () => {
  test('of a table, each with an order and a translation of its own', async () => {
    const table = { name: 'shop', from: 'en', to: LANGUAGES, texts: { a: 'One' } };
    const job = await orderTexts(requester, table);
    expect(sandbox.orders().map(({ key }) => key?.split('/')[2])).toEqual(LANGUAGES);
    sandbox.translators.translateAll();
    const found: string[] = [];
    for await (const { language, issues } of collectTexts(requester, job)) {
      expect(issues).toBeUndefined();
      found.push(language);
    }
    expect(found.toSorted()).toEqual(LANGUAGES);
    expect(await quoteTexts(requester, { ...table, known: { 'pt-br': { a: 'Um' } } })).toMatchObject({
      languages: [{ texts: 1 }, { texts: 0 }],
    });
  });

  test('of a document, each with an order and a file name of its own', async () => {
    const job = await orderDocument(requester, documentOrder({ to: LANGUAGES }));
    expect(sandbox.orders()).toHaveLength(2);
    sandbox.translators.translateAll();
    const found: string[] = [];
    for await (const { language, filename, download } of collectDocuments(requester, job)) {
      expect(download).not.toBeNull();
      await download?.body.cancel();
      found.push(`${language} ${filename}`);
    }
    expect(found.toSorted()).toEqual(['pt-BR menu.pt-BR.txt', 'pt-br menu.pt-br-2.txt']);
  });
});
