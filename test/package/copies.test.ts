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
