// A served sandbox in a process of its own, for tests that take globals away which a server needs. Its time flies.
import { createSandbox } from 'translation-requester/sandbox';

const sandbox = createSandbox({ autopilot: { pace: 1 } });
setInterval(() => sandbox.clock.advance(60_000), 50);
const { url } = await sandbox.listen();
process.on('disconnect', () => process.exit());
process.send?.({ url, accessToken: sandbox.accessToken });
