// Orders a document in a process of its own:
// node order-process.ts <url> <token> <folder of the store> [<step of the store at which it kills itself>]
import { argv } from 'node:process';
import '../../../source-hooks.ts';
import { dyingStore } from '../../../dying-store.ts';

const { Requester } = await import('../../../../src/index.ts');
const { IncompleteDocumentError, orderDocument } = await import('../../../../src/documents.ts');

const [, , baseUrl = '', accessToken = '', folder = '', step] = argv;
const { store } = await dyingStore(folder, Number(step));
const requester = new Requester({ baseUrl, accessToken, attemptTimeout: 1_000, retries: 5, store });
const file = new File(['Soup of the day'], 'menu.txt');
try {
  await orderDocument(requester, { key: 'menu', from: 'en', to: ['ja', 'de'], file, settle: 3_000 });
} catch (error) {
  // An order that was sent when its process was killed may stay unknown.
  if (!(error instanceof IncompleteDocumentError)) throw error;
}
