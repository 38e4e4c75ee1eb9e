import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { addTarball, folderOr, install } from './install.js';
import { run } from './run.js';

const { tarball } = inject('packed');

/** Tries a store on two connections, and orders once through each. Prints what came of it. */
const program = `
import Database from 'better-sqlite3';
import { Requester } from 'translation-requester';
import { checkStore } from 'translation-requester/testing';
import { sqliteStore } from 'translation-requester/node';
import { createSandbox } from 'translation-requester/sandbox';

const stores = [1, 2].map(() => sqliteStore(new Database('store.db')));
await checkStore(stores[0], { other: stores[1] });

const sandbox = createSandbox();
const { baseUrl, accessToken, fetch } = sandbox;
const order = {
  language_id: 'en',
  translated_language_id: 'ja',
  custom_field: 'menu/1',
  question_bodies: [{ body: 'Soup' }],
};
const ids = [];
for (const store of stores) {
  const requester = new Requester({ baseUrl, accessToken, fetch, store });
  ids.push((await requester.simple.questions.create(order, { once: true })).id);
}
console.log(JSON.stringify({ same: ids[0] === ids[1], orders: sandbox.orders().length }));
`;

// Not among our own packages: from a lockfile, npm would compile it, which needs more than Node.
test('better-sqlite3 keeps the orders of two connections', async (context) => {
  const folder = folderOr(context, await install(tarball, 'sqlite', { 'better-sqlite3': '13.2.0' }));
  await addTarball(folder, tarball);
  await writeFile(join(folder, 'program.mjs'), program);
  const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({ same: true, orders: 1 });
}, 300_000);
