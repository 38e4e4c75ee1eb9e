// The sandbox over HTTP; a nudge takes it back to its beginning: node sandbox.ts <latency in ms>
import { createSandbox } from 'translation-requester/sandbox';
import { listening, numbers } from '../processes.ts';

const [latency = 0] = numbers();
const sandbox = createSandbox({ latency });
const { url } = await sandbox.listen();
listening(JSON.stringify({ url, accessToken: sandbox.accessToken }), () => sandbox.reset());
