import fc from 'fast-check';
import { describe, expect, type TestContext, test } from 'vitest';
import { Requester } from '../../../src/index.js';
import { createSandbox } from '../../../src/sandbox.js';
import { runs, tries } from '../../runs.js';
import { run } from './run-schedule.js';
import { type Schedule, schedules } from './schedule.js';
import { CARRIED_OUT, KINDS } from './world.js';

const once = { once: true, settle: 2_000 } as const;
const limits = { attemptTimeout: 500, timeout: 3_000, retries: 1, maxRetryAfter: 100 };

/** A service of its own, and a client that waits long enough for a busy machine. */
async function connected({ onTestFinished }: TestContext) {
  const patient = { attemptTimeout: 2_000, timeout: 60_000, retries: 5 };
  const sandbox = createSandbox({ seed: 1 });
  const { url, close } = await sandbox.listen();
  onTestFinished(close);
  return {
    sandbox,
    requester: new Requester({ baseUrl: url, accessToken: sandbox.accessToken, ...patient }),
  };
}

describe.concurrent.each(KINDS)('over sockets, a $kind ordered once', (kind) => {
  test.for(CARRIED_OUT)('is found after %s', async ([name, fault], context) => {
    const { sandbox, requester } = await connected(context);
    sandbox.faults.add({ on: kind.post, fault });
    const { data } = await kind.place(requester, name, once);
    context.expect(sandbox.orders().filter(({ key }) => key === name)).toMatchObject([{ id: data.id }]);
  });

  test('was not sent when nothing listens', async () => {
    const closed = await createSandbox().listen();
    await closed.close();
    const requester = new Requester({ baseUrl: closed.url, accessToken: 'token', ...limits });
    await expect(kind.place(requester, 'k', once)).rejects.toMatchObject({
      name: 'ConnectionError',
      outcome: 'not_sent',
    });
  });
});

/** Runs one schedule on a service and processes of its own. */
async function onSockets(schedule: Schedule): Promise<{ orders: number; wrong: readonly string[] }> {
  const sandbox = createSandbox({ seed: 1 });
  const { url, close } = await sandbox.listen({ host: '0.0.0.0' });
  let processes = 0;
  const start = () => {
    processes += 1;
    // All of 127/8 is this machine: an address of its own keeps what a process knows from the next one.
    const baseUrl = url.replace('0.0.0.0', `127.0.0.${processes}`);
    const first = new Requester({ baseUrl, accessToken: sandbox.accessToken, ...limits });
    return { clients: [first, first.withAccessToken(sandbox.accessToken)] as const };
  };
  try {
    return await run(schedule, { sandbox, start, restart: 1_000, settle: 2_000 });
  } finally {
    await close();
  }
}

const ROUNDS = tries(3);
const AT_ONCE = 12;

test(`over sockets, ${ROUNDS * AT_ONCE} schedules order each key once, lose none and report the truth`, async () => {
  let orders = 0;
  const several = fc.array(schedules(1_000, 0), { minLength: AT_ONCE, maxLength: AT_ONCE });
  const property = fc.asyncProperty(several, async (all) => {
    const reports = await Promise.all(all.map(onSockets));
    orders += reports.reduce((sum, report) => sum + report.orders, 0);
    expect(reports.flatMap(({ wrong }) => wrong)).toEqual([]);
  });
  // A smaller counterexample would take minutes: the seed has to do.
  await fc.assert(property, { ...runs(3), endOnFailure: true });
  expect(orders).toBeGreaterThan(ROUNDS * AT_ONCE);
});
