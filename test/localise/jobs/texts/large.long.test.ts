import { expect, test } from 'vitest';
import { collectTexts, orderTexts } from '../../../../src/texts.js';
import { openWorld } from '../../../client/ordering/world.js';
import { tries } from '../../../runs.js';
import { translate } from './translating.js';

const TEXTS = tries(100_000);

test(`${TEXTS.toLocaleString('en')} texts are ordered and collected, with requests in proportion to the orders`, async () => {
  const { sandbox, requester, requestsSince } = openWorld({ points: 1_000_000_000 });
  const texts = Object.fromEntries(
    Array.from({ length: TEXTS }, (_, index) => [`key.${index}`, `The text number ${index}`]),
  );
  const job = await orderTexts(requester, { name: 'large', from: 'en', to: ['de'], texts });
  expect(job.orders).toHaveLength(TEXTS / 1_000);
  // For each order a check and the order itself; and the searches, whose pages grow in number with the orders.
  const ordering = requestsSince();
  expect(ordering).toBeLessThan((4 * TEXTS) / 1_000);
  await translate(sandbox, requester, job);
  requestsSince();
  let collected = 0;
  for await (const { key, text } of collectTexts(requester, job)) {
    if (text === `de: The text number ${key.slice(4)}`) collected += 1;
  }
  expect(collected).toBe(TEXTS);
  expect(requestsSince()).toBe(TEXTS / 1_000);
});
