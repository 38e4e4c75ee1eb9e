// A web application with several accounts: two people sign in, order, and see what has come. Run it: node main.ts (in a clone: npm run example sign-in)
// For a browser, with a sandbox of its own: PORT=3000 node main.ts
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { toNodeListener } from 'translation-requester/callbacks';
import { createSandbox } from 'translation-requester/sandbox';
import { createApp } from './app.ts';
import { Browser } from './browser.ts';

const MINUTES = 60_000;
const { PORT } = process.env;
const origin = PORT === undefined ? 'https://shop.example' : `http://localhost:${PORT}`;
const callbackSecret = 'sesame';

// The application's registration, and a service that tells of projects under a type that nobody knows.
const sandbox = createSandbox({
  redirectUri: `${origin}/callback`,
  callbackUrl: `${origin}/events?secret=${callbackSecret}`,
  projectEvents: 'question.changed',
});
const { clientId, clientSecret } = sandbox.application;
const registration = { baseUrl: sandbox.baseUrl, clientId, clientSecret, origin, callbackSecret };
const sql = new DatabaseSync(':memory:'); // in an application: a file

if (PORT === undefined) await tellStory();
else await serve();

async function serve(): Promise<void> {
  const service = await sandbox.listen();
  const { app, proceedAll } = createApp({ ...registration, baseUrl: service.url }, sql);
  sandbox.deliveries.to(sandbox.application.callbackUrl);
  setInterval(proceedAll, 10 * MINUTES);
  createServer(toNodeListener(async (request) => app.fetch(request))).listen(Number(PORT));
  console.log(`The application:           ${origin}/`);
  console.log(`The translator's desk:     ${service.url}/`);
}

async function tellStory(): Promise<void> {
  const { app, proceedAll } = createApp(registration, sql, sandbox.fetch);
  sandbox.deliveries.to(sandbox.application.callbackUrl, async (request) => app.fetch(request));

  const browsers = sandbox.accounts.map((account) => new Browser(app, sandbox, account));
  for (const browser of browsers) {
    await browser.signIn();
    await browser.order('Good morning', 'de');
    console.log(await browser.read());
  }

  console.log('\nPeople translate, and the service tells of it:');
  sandbox.translators.translateAll();
  await sandbox.deliveries.idle();
  for (const browser of browsers) console.log(await browser.read());

  console.log('\nA delivery is lost, so the timer finds what has come:');
  sandbox.deliveries.disturb({ kind: 'lose', times: 9 });
  await browsers[0]?.order('Good night', 'fr');
  sandbox.translators.translateAll();
  await proceedAll();
  console.log(await browsers[0]?.read());
}
