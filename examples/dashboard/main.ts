// A sandbox with simulated translators, and a dashboard for it: npm run example dashboard
import { createSandbox } from 'translation-requester/sandbox';
import { orderArchive, SandboxTime } from './server/archive.ts';
import { createDashboard } from './server/dashboard.ts';
import { listen } from './server/listen.ts';

/** Milliseconds that a simulated translator needs for a text. */
const PACE = 4_000;

const port = Number(process.env.PORT ?? 4020);
const server = await listen(port).catch(() => {
  console.error(`Port ${port} can not be used. Choose another one: PORT=4021 npm run example dashboard`);
  return process.exit(1);
});
const redirectUri = `${server.url}/callback`;
const time = new SandboxTime();
const sandbox = createSandbox({ seed: 7, redirectUri, now: time.now, autopilot: { pace: PACE } });
await orderArchive(sandbox, time, 10_000);
const service = await sandbox.listen();
// So that translators work while nobody asks.
setInterval(() => void sandbox.clock.advance(0), 500);

const { clientId, clientSecret } = sandbox.application;
const app = await createDashboard({ serviceUrl: service.url, clientId, clientSecret, redirectUri });
server.serve(app.fetch);

console.log(`The dashboard:             ${server.url}/`);
console.log(`Its sandbox, to play with: ${service.url}/`);
console.log('Nothing is real, and nothing is kept. Stop it with Ctrl+C.');
