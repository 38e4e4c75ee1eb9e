// The sandbox of a load run, in a process of its own: node service.ts <project | simple> <orders> <events>
import { argv } from 'node:process';
import { createSeededSandbox, type PlacedOrder, type SeedOrder } from 'translation-requester/sandbox';
import { peak } from '../bench/memory.ts';
import { listening } from '../bench/processes.ts';

/** Where the service is, and what has to be known of its content. */
export interface Address {
  readonly url: string;
  readonly accessToken: string;
  /** The event in the middle of the log. */
  readonly middle: number;
}

/** What the service knows. */
export interface Books {
  readonly orders: readonly PlacedOrder[];
  /** The most MiB that it has held. */
  readonly memory: number;
  /** Milliseconds of processor, from its start on. */
  readonly processor: number;
}

const [, , kind, orders = '0', events = '0'] = argv;
const accounts = [{ login: 'load', organizations: [{ name: 'Load', points: 1e12 }] }] as const;
const seed = Array.from({ length: Number(orders) }, (_, number): SeedOrder => {
  return { kind: kind === 'simple' ? 'simple' : 'project', texts: [`Text ${number}`], key: `seed/${number}` };
});
const sandbox = await createSeededSandbox({ accounts, orders: seed });
if (Number(events) > 0) sandbox.events.append(Number(events));
const { url } = await sandbox.listen();

function read(): Books {
  const { user, system } = process.cpuUsage();
  return { orders: sandbox.orders(), memory: peak(), processor: (user + system) / 1_000 };
}

const ids = sandbox.events.ids();
const address: Address = {
  url,
  accessToken: sandbox.accessToken,
  middle: ids[Math.floor(ids.length / 2)] ?? 0,
};
listening(JSON.stringify(address), (what) => {
  if (what === 'translate') sandbox.translators.translateAll();
  return read();
});
