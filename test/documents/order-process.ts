// Orders a document in a process of its own:
// node order-process.ts <url> <token> <folder of the store> [<step of the store at which it kills itself>]
import { argv, kill, pid } from 'node:process';
import type { Store } from '../../src/index.ts';
import '../source-hooks.ts';

const { Requester } = await import('../../src/index.ts');
const { fileStore } = await import('../../src/node.ts');
const { IncompleteDocumentError, orderDocument } = await import('../../src/documents.ts');

const [, , baseUrl = '', accessToken = '', folder = '', step] = argv;
/** The store's clock runs faster, so that no test waits for a lease of a minute. */
const FASTER = 60;

let steps = 0;
async function stepwise<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = await work();
  steps += 1;
  if (steps === Number(step)) kill(pid, 'SIGKILL');
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
const file = new File(['Soup of the day'], 'menu.txt');
try {
  await orderDocument(requester, { key: 'menu', from: 'en', to: ['ja', 'de'], file, settle: 3_000 });
} catch (error) {
  // An order that was sent when its process was killed may stay unknown.
  if (!(error instanceof IncompleteDocumentError)) throw error;
}
