// `npm run example fleet/scale/soak -- --help`: ten minutes of orders and kills, and a crash of Redis and the database.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { DATABASES } from '../local/fleet.ts';
import { storm } from './storm.ts';

const HELP = `npm run example fleet/scale/soak -- [options]
  --orders 12000   over all accounts
  --accounts 40
  --leaders 4
  --workers 8
  --database sqlite  or postgres
  --seconds 600    in which a process is killed each second`;

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '12000' },
    accounts: { type: 'string', default: '40' },
    leaders: { type: 'string', default: '4' },
    workers: { type: 'string', default: '8' },
    database: { type: 'string', default: 'sqlite' },
    seconds: { type: 'string', default: '600' },
    help: { type: 'boolean', default: false },
  },
});

const database = DATABASES.find((kind) => kind === values.database);
if (values.help || database === undefined) console.log(HELP);
else {
  const { wrong, figures } = await storm({
    orders: Number(values.orders),
    accounts: Number(values.accounts),
    leaders: Number(values.leaders),
    workers: Number(values.workers),
    seconds: Number(values.seconds),
    database,
  });
  console.log(`load at the end: ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`);
  for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`);
  for (const line of wrong.slice(0, 50)) console.error(line);
  console.log(wrong.length === 0 ? 'All is as it should be.' : `${wrong.length} things are wrong.`);
  if (wrong.length > 0) process.exitCode = 1;
}
