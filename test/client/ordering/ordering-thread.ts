// Orders with the client that it is told, as a worker thread or as a process, and posts what the client warned of.
import '../../source-hooks.ts';
import { parentPort, workerData } from 'node:worker_threads';

const { Requester, memoryStore } = await import('../../../src/index.ts');
const { createSandbox } = await import('../../../src/sandbox.ts');

const sandbox = createSandbox();
const warnings: string[] = [];
const logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (message: string) => void warnings.push(message),
  error: () => undefined,
};
const { baseUrl, accessToken } = sandbox;
const isOfSandbox = workerData === 'with the fetch of a sandbox';
// A function of the caller's is that of any service, and has no memory.
const fetch = isOfSandbox
  ? sandbox.fetch
  : (...request: Parameters<typeof sandbox.fetch>) => sandbox.fetch(...request);
const store = workerData === 'with a store' ? { store: memoryStore() } : {};

for (const key of ['first', 'second']) {
  // A client each: the warning is the thread's.
  const requester = new Requester({ baseUrl, accessToken, fetch, logger, ...store });
  const order = { language_id: 'en', translated_language_id: 'ja', question_bodies: [{ body: 'one' }] };
  await requester.simple.questions.create({ ...order, custom_field: `without/${key}` });
  if (workerData !== 'without once')
    await requester.simple.questions.create({ ...order, custom_field: key }, { once: true });
}
if (parentPort === null) process.send?.(warnings);
else parentPort.postMessage(warnings);
