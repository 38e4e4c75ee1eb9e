import { env } from 'node:process';
import { expect, test } from 'vitest';
import { DATABASES } from '../../examples/fleet/local/fleet.ts';
import { storm } from '../../examples/fleet/scale/storm.ts';

// The whole of it, 2,000 orders and a minute, takes longer on a small machine than a check should:
// FLEET_ORDERS=2000 FLEET_SECONDS=60 npm run test:redis
const ORDERS = Number(env.FLEET_ORDERS ?? 300);
const SECONDS = Number(env.FLEET_SECONDS ?? 20);

// Side by side: each waits long for claims that end.
test.concurrent.each(DATABASES)(
  `places ${ORDERS} orders once and loses nothing, while processes are killed for ${SECONDS} s, and Redis and %s crash`,
  async (database) => {
    const { wrong, figures } = await storm({
      accounts: 20,
      orders: ORDERS,
      leaders: 3,
      workers: 6,
      seconds: SECONDS,
      database,
    });
    console.log(database, figures);
    expect(wrong).toEqual([]);
    expect(figures.kills).toBeGreaterThanOrEqual(0.9 * SECONDS);
  },
);
