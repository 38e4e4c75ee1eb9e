import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSandbox, type Fault, type Sandbox } from '../../../src/sandbox.js';
import { runs, tries } from '../../runs.js';
import { KINDS } from './world.js';

const SHOP = fileURLToPath(new URL('./shop-process.ts', import.meta.url));
const ORDERS = 12;

/** Runs the shop until it ends, or until so many requests have come: then it is killed. */
async function runShop(
  sandbox: Sandbox,
  url: string,
  requests: number,
): Promise<{ code: number | null; said: string }> {
  const args = ['--disable-warning=ExperimentalWarning', SHOP, url, sandbox.accessToken, String(ORDERS)];
  const shop = spawn(execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  shop.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const last = sandbox.requests.length + requests;
  const watch = (): void => {
    if (sandbox.requests.length >= last) shop.kill('SIGKILL');
    else if (shop.exitCode === null) setTimeout(watch, 1);
  };
  watch();
  const [code] = await once(shop, 'close');
  return { code, said };
}

interface Receipt {
  readonly key: string;
  readonly project: number;
  readonly simple: number;
}

const faults = fc.array(
  fc.record({
    on: fc.constantFrom(...KINDS.map(({ post }) => post)),
    times: fc.integer({ min: 1, max: 3 }),
    fault: fc.constantFrom<Fault>(
      { kind: 'drop-after' },
      { kind: 'truncate' },
      { kind: 'status', status: 503, carriedOut: true },
      { kind: 'hang', carriedOut: true },
    ),
  }),
  { maxLength: 3 },
);
/** After how many requests the shop is killed, time and again. */
const kills = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 3, maxLength: 5 });

test('a process that is killed in the middle of its orders, and started again, orders each key once', async () => {
  let killed = 0;
  const property = fc.asyncProperty(kills, faults, async (times, bad) => {
    const sandbox = createSandbox({ seed: 1, latency: 2 });
    const server = await sandbox.listen();
    for (const rule of bad) sandbox.faults.add(rule);
    const receipts = new Map<string, Receipt>();
    const runs = [...times, Number.POSITIVE_INFINITY];
    for (const requests of runs) {
      const { code, said } = await runShop(sandbox, server.url, requests);
      if (code === null) killed += 1;
      for (const line of said.split('\n').filter((each) => each.endsWith('}'))) {
        const receipt: Receipt = JSON.parse(line);
        expect(receipts.get(receipt.key) ?? receipt).toEqual(receipt);
        receipts.set(receipt.key, receipt);
      }
    }
    await server.close();
    const orders = sandbox.orders();
    expect(receipts.size).toBe(ORDERS);
    expect(orders).toHaveLength(2 * ORDERS);
    for (const { key, project, simple } of receipts.values()) {
      const ids = orders.filter((order) => order.key === key).map(({ id }) => id);
      expect(ids.toSorted()).toEqual([project, simple].toSorted());
    }
  });
  // Each run takes seconds: the seed has to do for a smaller counterexample.
  await fc.assert(property, { ...runs(2), endOnFailure: true });
  expect(killed).toBeGreaterThanOrEqual(3 * tries(2));
});
