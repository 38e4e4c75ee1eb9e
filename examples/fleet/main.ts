// `npm run example fleet`: a whole fleet on this machine. It orders something, and runs until Ctrl+C. With `-- --postgres`, the
// results are in PostgreSQL.
import { setTimeout as rest } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Status } from './intake/status.ts';
import { startFleet } from './local/fleet.ts';
import { untilAskedToEnd } from './until-asked-to-end.ts';

const TEXTS = ['Good morning', 'Your parcel is on its way.', 'Thank you for your order.'];
const ORDERS = 30;

const { values } = parseArgs({ options: { postgres: { type: 'boolean', default: false } } });
const fleet = await startFleet({
  database: values.postgres ? 'postgres' : 'sqlite',
  detached: true,
  accounts: 5,
  leaders: 2,
  workers: 2,
  pace: 2_000,
  requestsAMinute: 600,
  faulty: false,
  env: { FLEET_INTERVAL: '5000', FLEET_PATIENCE: '60000' },
});
const { url, accounts, logFile } = fleet;
console.log(`Status page  ${url}/
Metrics      ${url}/metrics
Log          ${logFile}
An order     curl ${url}/orders --json '{"account":"account-1","key":"mine/1","from":"en","to":"ja","text":"Hello"}'
Its state    curl '${url}/orders?account=account-1&key=mine/1'
`);

for (let number = 1; number <= ORDERS; number += 1) {
  const { name } = accounts[number % accounts.length] ?? {};
  const order = {
    account: name,
    key: `shop/${number}`,
    from: 'en',
    to: 'ja',
    text: TEXTS[number % TEXTS.length],
  };
  await fleet.post('/orders', order);
}
const show = (async () => {
  for (let before = ''; ; await rest(500)) {
    const { totals }: Status = await (await fetch(`${url}/status`)).json();
    const line = `${ORDERS} orders: ${totals.placed} placed, ${totals.placed - totals.open} with a result`;
    if (line !== before) console.log(line);
    before = line;
    // The simulated translators leave some orders alone: they stay open, by name, on the status page.
    if (totals.placed === ORDERS && totals.open <= ORDERS / 8) break;
  }
  console.log('Press Ctrl+C to end.');
})();
show.catch(() => undefined);

// Longer than any of its processes may take.
await untilAskedToEnd(30_000);
await fleet.close();
