// `npm run example fleet/scale/accounts`: one process that follows the logs of 20,000 accounts, and what an account costs it.
import { loadavg } from 'node:os';
import { setTimeout as rest } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Fetch, Requester, Wake } from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';

const { values } = parseArgs({ options: { accounts: { type: 'string', default: '20000' } } });
const ACCOUNTS = Number(values.accounts);
const HOUR = 60 * 60 * 1000;

/** Bytes of the heap that are in use. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  return process.memoryUsage().heapUsed;
}

const sandbox = createSandbox();
const asked = new Map<string, number>();
let open = 0;
let most = 0;
/** Asks the sandbox, without a socket. It has one account, which stands for all: its token replaces theirs. */
const fetch: Fetch = async (url, init) => {
  const address = new URL(url);
  const token = address.searchParams.get('access_token') ?? '';
  asked.set(token, (asked.get(token) ?? 0) + 1);
  address.searchParams.set('access_token', sandbox.accessToken);
  open += 1;
  most = Math.max(most, open);
  return sandbox.fetch(address.href, init).finally(() => {
    open -= 1;
  });
};

const requester = new Requester({ baseUrl: sandbox.baseUrl, accessToken: 'token-0', fetch });
const empty = heap();
const clients = Array.from({ length: ACCOUNTS }, (_, number) => requester.withAccessToken(`token-${number}`));
const withClients = heap();

const wake = new Wake();
const seen = new Map<number, number>();
const streams = clients.map(({ events }) =>
  events.follow({ from: 'beginning', wake, interval: HOUR, maxInterval: HOUR }),
);
const loops = streams.map(async (stream, number) => {
  for await (const { id } of stream) seen.set(number, id);
});
const failed = Promise.all(loops);

/** What is done until all of the accounts are as they should be. */
async function measure(what: string, isDone: () => boolean): Promise<void> {
  asked.clear();
  const started = process.cpuUsage();
  while (!isDone()) await Promise.race([rest(20), failed]);
  const { user, system } = process.cpuUsage(started);
  const counts = [...asked.values()];
  const requests = counts.reduce((sum, count) => sum + count, 0);
  console.log(
    `${what}: ${requests} requests, ${Math.min(...counts)} to ${Math.max(...counts)} of an account;`,
  );
  console.log(
    `  ${((user + system) / 1_000 / ACCOUNTS).toFixed(2)} ms of one core for each account, with the sandbox's part`,
  );
}

await measure('The first look at each log', () =>
  streams.every(({ health }) => health.lastPoll !== undefined),
);
const following = heap();
sandbox.events.append(1);
const [event] = sandbox.events.ids();
const isSeen = () => seen.size === ACCOUNTS && [...seen.values()].every((id) => id === event);
wake.ring();
await measure(`An event that all ${ACCOUNTS} accounts got`, isSeen);
const each = (bytes: number) => `${(bytes / ACCOUNTS / 1_000).toFixed(1)} kB`;
console.log(
  `The heap for one account: ${each(withClients - empty)} for its client, ${each(following - withClients)} while it is followed`,
);
console.log(`Requests in flight at most: ${most}, over all accounts. Load: ${loadavg()[0]?.toFixed(1)}`);
process.exit();
