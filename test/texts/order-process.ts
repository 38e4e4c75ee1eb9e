// Orders a table of texts, in a process that its parent kills: node order-process.ts <url> <token> <count> [folder of a store]
import { argv } from 'node:process';
import '../source-hooks.ts';

const { Requester } = await import('../../src/index.ts');
const { fileStore } = await import('../../src/node.ts');
const { orderTexts } = await import('../../src/texts.ts');

const [, , baseUrl = '', accessToken = '', count = '0', folder] = argv;
const memory = folder === undefined ? {} : { store: fileStore(folder) };
const requester = new Requester({ baseUrl, accessToken, attemptTimeout: 500, retries: 5, ...memory });
const texts = Object.fromEntries(
  Array.from({ length: Number(count) }, (_, index) => [`k${index}`, `Text ${index}`]),
);
const input = { name: 'shop', from: 'en', to: ['de', 'ja'], texts, limits: { bodies: 3 }, settle: 3_000 };
console.log(JSON.stringify(await orderTexts(requester, input)));
