// What can fail, how each failure is recognised, and what to do about it.
// Run it: node handle-errors.ts (in a clone: npm run example handle-errors)
import {
  isRequesterError,
  type Outcome,
  RateLimitError,
  Requester,
  ValidationError,
} from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';

const sandbox = createSandbox();
const { baseUrl, accessToken, fetch } = sandbox;
const requester = new Requester({ baseUrl, accessToken, fetch, retries: 0 });

const ADVICE: Record<Outcome, string> = {
  not_sent: 'Nothing reached the service. Remove the cause, then call again.',
  rejected: 'The service refused, and did nothing. Correct what it complains about.',
  unknown: 'It may have been done. Look before you repeat it.',
  done: 'It was done. Read it; do not repeat it.',
};

/** Shows what a call failed with. */
async function attempt(title: string, call: () => PromiseLike<unknown>): Promise<void> {
  console.log(`\n${title}`);
  try {
    await call();
    console.log('  It worked.');
  } catch (error) {
    if (!isRequesterError(error)) throw error;
    console.log(`  ${error.name}, outcome ${error.outcome}. ${ADVICE[error.outcome]}`);
    if (error instanceof ValidationError) console.log('  Fields:', error.errors);
    if (error instanceof RateLimitError) console.log(`  Call again after ${error.retryAfter} ms.`);
  }
}

const order = {
  language_id: 'en',
  translated_language_id: 'ja',
  questions: [{ type: 'string', body: 'Good morning' }],
} as const;
const on = 'POST /api/v1/projects';

await attempt('A question number that is not a number', () => requester.questions.get(Number.NaN));
await attempt('A language that the service does not know', () =>
  requester.projects.create({ ...order, language_id: 'xx' }),
);
await attempt('An order of somebody else', () => requester.projects.get(1));

sandbox.faults.add({ on, fault: { kind: 'refuse' } });
await attempt('No connection', () => requester.projects.create(order));

sandbox.faults.add({ on, fault: { kind: 'drop-after' } });
await attempt('An answer that is lost', () => requester.projects.create(order));

sandbox.faults.add({ on, fault: { kind: 'truncate' } });
await attempt('An answer that is cut short', () => requester.projects.create(order));

sandbox.faults.add({ on, fault: { kind: 'status', status: 429, headers: { 'retry-after': '120' } } });
await attempt('Too many requests', () => requester.projects.create(order));

console.log(
  `\nThe service counts ${sandbox.orders().length} orders: two of the calls that failed had placed one.`,
);
