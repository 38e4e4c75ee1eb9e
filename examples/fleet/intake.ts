// The process that the outside talks to: it takes orders and callbacks, and shows how the fleet is.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { toNodeListener } from 'translation-requester/callbacks';
import { clients, readAccounts } from './accounts.ts';
import { connect } from './connection.ts';
import { Counts } from './counts.ts';
import { intakeApp } from './intake/app.ts';
import { log } from './log.ts';
import { queues } from './queues.ts';
import { openDatabase, Results } from './results.ts';
import { settings } from './settings.ts';
import { untilAskedToEnd } from './until-asked-to-end.ts';

const redis = connect();
const counts = new Counts(redis);
const results = new Results(await openDatabase());
const accounts = readAccounts();
const app = intakeApp({
  accounts,
  getClient: clients(accounts, redis, counts),
  redis,
  queues: queues(redis),
  results,
  counts,
  origins: settings.origins,
});

const listener = toNodeListener(async (request) => app.fetch(request));
const server = createServer(listener).listen(settings.port, '127.0.0.1');
await once(server, 'listening');
log.info('takes orders', { port: settings.port });

await untilAskedToEnd();
server.close();
server.closeAllConnections();
await counts.end();
await results.close();
redis.disconnect();
process.exit();
