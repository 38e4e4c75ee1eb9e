import { expect, inject, test } from 'vitest';
import { runModule } from './run.js';

const { consumer } = inject('packed');

test('an import and a require of the package together place one order', async () => {
  const seen = await runModule(
    consumer,
    `import { createRequire } from 'node:module';
    import { join } from 'node:path';
    import * as esm from 'translation-requester';
    import { createSandbox } from 'translation-requester/sandbox';
    const cjs = createRequire(join(process.cwd(), 'package.json'))('translation-requester');
    const sandbox = createSandbox();
    const { baseUrl, accessToken, fetch } = sandbox;
    const order = {
      language_id: 'en',
      translated_language_id: 'ja',
      questions: [{ type: 'string', body: 'Hello', custom_field: 'k' }],
    };
    const place = ({ Requester }) =>
      new Requester({ baseUrl, accessToken, fetch }).projects.create(order, { once: true }).withResponse();
    const all = await Promise.all([place(esm), place(cjs)]);
    console.log(JSON.stringify({
      copies: esm.Requester === cjs.Requester ? 1 : 2,
      orders: sandbox.orders().length,
      ids: new Set(all.map(({ data }) => data.id)).size,
      placed: all.map(({ placed }) => placed).sort(),
    }));`,
  );
  expect(seen).toEqual({ copies: 2, orders: 1, ids: 1, placed: [false, true] });
});

test('errors, clients, stores and files of one module format serve the other', async () => {
  const seen = await runModule(
    consumer,
    `import { writeFileSync } from 'node:fs';
    import { createRequire } from 'node:module';
    import { join } from 'node:path';
    import * as esm from 'translation-requester';
    import { createSandbox } from 'translation-requester/sandbox';
    import { orderTexts } from 'translation-requester/texts';
    const require = createRequire(join(process.cwd(), 'package.json'));
    const cjs = require('translation-requester');
    const { fileFromPath } = require('translation-requester/node');
    const sandbox = createSandbox();
    const { baseUrl, accessToken, fetch } = sandbox;
    const connect = ({ Requester }) => new Requester({ baseUrl, accessToken, fetch, store: esm.memoryStore() });
    const error = await connect(cjs).projects.get(4711).catch((reason) => reason);
    writeFileSync('copies.txt', 'Hello');
    const uploaded = await connect(esm).files.upload(await fileFromPath('copies.txt'));
    const table = { from: 'en', to: ['ja'], name: 'copies', texts: { hello: 'Hello' }, maxPoints: 1000 };
    const job = await orderTexts(connect(cjs), table).catch((reason) => String(reason));
    console.log(JSON.stringify({
      known: [esm.isRequesterError(error), error instanceof esm.NotFoundError, error instanceof esm.InputError],
      uploaded: uploaded.status,
      orders: job.orders?.length ?? job,
    }));`,
  );
  expect(seen).toEqual({ known: [true, true, false], uploaded: 1, orders: 1 });
});

test('each entry is required without what the environment of a test can lack', async () => {
  const seen = await runModule(
    consumer,
    `import { createRequire } from 'node:module';
    import { join } from 'node:path';
    const require = createRequire(join(process.cwd(), 'package.json'));
    const { exports } = require('translation-requester/package.json');
    new Response(''); // loads Node's own fetch, which needs some of them
    for (const name of ['TextEncoder', 'TextDecoder', 'fetch', 'Request', 'Response', 'ReadableStream', 'FinalizationRegistry', 'structuredClone'])
      delete globalThis[name];
    const failed = Object.keys(exports)
      .filter((entry) => !/\\.(yaml|json)$/.test(entry) && entry !== './msw')
      .filter((entry) => {
        try {
          return require('translation-requester' + entry.slice(1)) === undefined;
        } catch {
          return true;
        }
      });
    console.log(JSON.stringify(failed));`,
  );
  expect(seen).toEqual([]);
});
