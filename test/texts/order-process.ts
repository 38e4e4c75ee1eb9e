// Orders a table of texts in a process of its own:
// node order-process.ts <url> <token> <texts> <folder of the store> [<step of the store> <signal that it sends itself there>]
import { argv, kill, pid } from 'node:process';
import type { Store } from '../../src/index.ts';
import '../source-hooks.ts';

const { Requester } = await import('../../src/index.ts');
const { fileStore } = await import('../../src/node.ts');
const { IncompleteJobError, orderTexts } = await import('../../src/texts.ts');

const [, , baseUrl = '', accessToken = '', count = '0', folder = '', step, signal = 'SIGKILL'] = argv;
/** The store's clock runs faster, so that no test waits for a lease of a minute. */
const FASTER = 60;

let steps = 0;
async function stepwise<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = await work();
  steps += 1;
  if (steps === Number(step)) kill(pid, signal);
  return result;
}

const files = fileStore(folder);
const store: Store = {
  get: (key) => stepwise(() => files.get(key)),
  swap: (key, previous, next) => stepwise(() => files.swap(key, previous, next)),
  keys: (prefix) => stepwise(() => files.keys(prefix)),
  now: async () => Date.now() * FASTER,
};
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
console.error(`steps ${steps}`);
