// Requests that the sandbox answers in a second, in process, one after another: reads, and an order in ten.
import { createSandbox } from 'translation-requester/sandbox';
import { time } from '../alternate.ts';
import { report } from '../processes.ts';

const { baseUrl, accessToken, fetch } = createSandbox();
const headers = { 'content-type': 'application/json' };
const order = JSON.stringify({
  language_id: 'en',
  translated_language_id: 'de',
  questions: [{ type: 'string', body: 'Hello' }],
  access_token: accessToken,
});

let asked = 0;

async function ask(): Promise<void> {
  asked += 1;
  const answer =
    asked % 10 === 0
      ? await fetch(`${baseUrl}/api/v1/projects`, { method: 'POST', headers, body: order })
      : await fetch(`${baseUrl}/api/v1/my?access_token=${accessToken}`);
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}.`);
  await answer.json();
}

const rates: number[] = [];
for (let block = -3; block < 10; block += 1) {
  const microseconds = await time(ask, 1000);
  if (block >= 0) rates.push(1_000_000 / microseconds);
}
report(rates);
