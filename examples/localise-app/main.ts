// Keeps the texts of an application translated: orders what is new, fills in what has come. workflow.yml runs it in a
// pull request.
// Run it: node main.ts (in a clone: npm run example localise-app)
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Requester } from 'translation-requester';
import { fileStore } from 'translation-requester/node';
import { createSandbox } from 'translation-requester/sandbox';
import { type App, localise } from './localise.ts';

const sandbox = createSandbox();
const { baseUrl, accessToken, fetch } = sandbox;
const folder = await mkdtemp(join(tmpdir(), 'locales-'));
// In your repository: fileStore('.translations'), committed, or kept in the cache of your CI.
const requester = new Requester({
  baseUrl,
  accessToken,
  fetch,
  store: fileStore(join(folder, '.translations')),
});
const app: App = { name: 'my-app', folder, from: 'en', to: ['de', 'ja'], maxPoints: 1000 };

/** What a developer does. */
const write = (texts: object) => writeFile(join(folder, 'en.json'), `${JSON.stringify(texts, null, 2)}\n`);

async function run(title: string): Promise<void> {
  const { placed, languages } = await localise(requester, app);
  console.log(`${title}: ${placed} orders placed`);
  for (const [language, { filled, missing }] of Object.entries(languages)) {
    console.log(`  ${language}: ${filled} filled in, ${missing} missing`);
  }
}

await write({ cart: { add: 'Add to cart', count: '{{count}} things' } });
await run('The texts are new');
await run('Nobody has translated yet');
sandbox.translators.translateAll(); // what people do in the meantime
await run('They are translated');
await run('Nothing is new');
await write({ cart: { add: 'Add to cart', count: '{{count}} things', empty: 'Your cart is empty.' } });
await run('One text is new');
sandbox.translators.translateAll(); // what people do in the meantime
await run('It is translated');
console.log(await readFile(join(folder, 'de.json'), 'utf8'));
await rm(folder, { recursive: true });
