// Orders a table of texts in a process of its own:
// node order-process.ts <url> <token> <texts> <folder of the store> [<step of the store> <signal that it sends itself there>]
import { argv } from 'node:process';
import '../../../source-hooks.ts';
import { dyingStore } from '../../../dying-store.ts';

const { Requester } = await import('../../../../src/index.ts');
const { IncompleteJobError, orderTexts } = await import('../../../../src/texts.ts');

const [, , baseUrl = '', accessToken = '', count = '0', folder = '', step, signal = 'SIGKILL'] = argv;
const { store, steps } = await dyingStore(folder, Number(step), signal);
const requester = new Requester({ baseUrl, accessToken, attemptTimeout: 1_000, retries: 5, store });
const texts = Object.fromEntries(
  Array.from({ length: Number(count) }, (_, index) => [`k${index}`, `Text ${index}`]),
);
const input = { name: 'shop', from: 'en', to: ['de', 'ja'], texts, limits: { bodies: 3 }, settle: 3_000 };
try {
  console.log(JSON.stringify(await orderTexts(requester, input)));
} catch (error) {
  if (!(error instanceof IncompleteJobError)) throw error;
  console.log(JSON.stringify({ failures: error.failures.map(({ error }) => String(error)) }));
}
console.error(`steps ${steps()}`);
