import type { SandboxHandle } from './sandbox-handle.js';

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
export async function placeSample(sandbox: SandboxHandle, kind: string): Promise<{ id: number }> {
  if (kind !== 'simple' && kind !== 'project') throw new Error('`kind` is "simple" or "project".');
  const { path, order } = SAMPLES[kind];
  const { application } = sandbox.settled().mainAccount;
  const key = `sample-${application.id}-${sandbox.settled().orders.length + 1}`;
  const response = await send(sandbox, 'POST', path, { ...order, custom_field: key }, 201);
  return { id: Number(/(\d+)$/.exec(response.headers.get('location') ?? '')?.[1]) };
}

/** Rejects a translation by a request, as an application would. @throws Error when it is not rejected */
export async function rejectAsRequester(
  sandbox: SandboxHandle,
  translationId: number,
  reason: string,
): Promise<void> {
  await send(sandbox, 'PUT', `simple/translations/${translationId}/reject`, { reason }, 200);
}

/** @throws Error with the answer when it has another status */
async function send(
  { settled, fetch, baseUrl }: SandboxHandle,
  method: string,
  path: string,
  fields: object,
  expected: number,
): Promise<Response> {
  const response = await fetch(`${baseUrl}/api/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fields, access_token: settled().mainAccount.accessToken }),
    redirect: 'manual',
  });
  if (response.status !== expected)
    throw new Error(`The service answered ${response.status}: ${await response.text()}`);
  return response;
}
