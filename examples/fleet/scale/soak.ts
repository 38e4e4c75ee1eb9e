// `npm run example fleet/scale/soak -- --help`: ten minutes of orders, kills and a restart of Redis.
import { parseArgs } from 'node:util';
import { storm } from './storm.ts';

const HELP = `npm run example fleet/scale/soak -- [options]
  --orders 12000   over all accounts
  --accounts 40
  --leaders 4
  --workers 8
  --seconds 600    in which a process is killed each second`;

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '12000' },
    accounts: { type: 'string', default: '40' },
    leaders: { type: 'string', default: '4' },
    workers: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '600' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(HELP);
else {
  const { wrong, figures } = await storm({
    orders: Number(values.orders),
    accounts: Number(values.accounts),
    leaders: Number(values.leaders),
    workers: Number(values.workers),
    seconds: Number(values.seconds),
  });
  for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`);
  for (const line of wrong.slice(0, 50)) console.error(line);
  console.log(wrong.length === 0 ? 'All is as it should be.' : `${wrong.length} things are wrong.`);
  if (wrong.length > 0) process.exitCode = 1;
}
