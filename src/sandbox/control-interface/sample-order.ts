import type { Controlled } from './controlled.js';

const PAIR = { language_id: 'en', translated_language_id: 'ja' } as const;

const SAMPLES = {
  simple: {
    path: 'simple/questions',
    order: {
      ...PAIR,
      description: 'Button labels of a shop.',
      question_bodies: [
        { body: 'Add to cart' },
        { body: 'Proceed to checkout' },
        { body: 'Your cart is empty.' },
      ],
    },
  },
  project: {
    path: 'projects',
    order: {
      ...PAIR,
      questions: [
        { type: 'string', title: 'Greeting', body: 'Good morning.\nHow can we help you?' },
        { type: 'string', title: 'Farewell', body: 'Thank you for your visit.' },
      ],
    },
  },
} as const;

/** Places an order by a request, as an application would. @throws Error when it is not placed */
export async function placeSample(sandbox: Controlled, kind: string): Promise<{ id: number }> {
  if (kind !== 'simple' && kind !== 'project') throw new Error('`kind` is "simple" or "project".');
  const { path, order } = SAMPLES[kind];
  const { accessToken, application } = sandbox.settled().mainAccount;
  const response = await sandbox.fetch(`${sandbox.baseUrl}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...order,
      custom_field: `sample-${application.id}-${sandbox.settled().orders.length + 1}`,
      access_token: accessToken,
    }),
    redirect: 'manual',
  });
  if (response.status !== 201)
    throw new Error(`The service answered ${response.status}: ${await response.text()}`);
  return { id: Number(/(\d+)$/.exec(response.headers.get('location') ?? '')?.[1]) };
}
