// A process of a load run: it does what it is told, and says what that took.
import { isRequesterError, Requester, type Store } from 'translation-requester';
import { Counter } from '../bench/following/counter.ts';
import { peak } from '../bench/memory.ts';
import { listening } from '../bench/processes.ts';
import { openStore, type StorePlace } from '../soak/stores.ts';

/** What a process has to do, and where. */
export interface Task {
  readonly do: keyof typeof TASKS;
  readonly url: string;
  readonly accessToken: string;
  readonly place?: StorePlace | undefined;
  /** The budget that all processes share. */
  readonly points?: number | undefined;
  readonly keys?: readonly string[];
  readonly lookback?: number | undefined;
  /** What is waited for, or the last event that was handled. */
  readonly ids?: readonly number[];
  readonly kind?: 'project' | 'simple';
}

/** What a task took, in one process. */
export interface Report {
  readonly requests: number;
  /** Steps of the store: reads, swaps, looks at its clock. */
  readonly steps: number;
  /** Milliseconds, of all threads. */
  readonly processor: number;
  /** MiB: the most that the process has held, and what it held before it did anything. */
  readonly memory: number;
  readonly idle: number;
  /** Items, events, waits or orders. */
  readonly count: number;
  /** How often each error happened. */
  readonly failures: Readonly<Record<string, number>>;
}

/** Between two polls; longer than it takes to tell that one is over. */
const INTERVAL = 2_000;
const QUIET = 1_000;
/** Orders that a process has in hand. */
const AT_ONCE = 8;
const MOST_CALLS = 10;
const LANGUAGES = { language_id: 'en', translated_language_id: 'ja' } as const;

const counter = new Counter(fetch, QUIET);
const idle = peak();
const clients = new Map<string, Requester>();
let steps = 0;
let waits: Promise<unknown> = Promise.resolve();

function countSteps(store: Store): Store {
  const counted = <Result>(step: Promise<Result>): Promise<Result> => {
    steps += 1;
    return step;
  };
  return {
    get: (key) => counted(store.get(key)),
    swap: (key, previous, next) => counted(store.swap(key, previous, next)),
    keys: (prefix) => counted(store.keys(prefix)),
    now: () => counted(store.now?.() ?? Promise.resolve(Date.now())),
  };
}

/** The client of a task: the same for all tasks at one place. */
function createClient({ url, accessToken, place, points }: Task): Requester {
  const name = JSON.stringify([url, place, points]);
  const requester =
    clients.get(name) ??
    new Requester({
      baseUrl: url,
      accessToken,
      fetch: counter.fetch,
      logLevel: 'silent',
      ...(place && { store: countSteps(openStore(place).store) }),
      ...(points !== undefined && { budget: { points, name: 'load' } }),
    });
  clients.set(name, requester);
  return requester;
}

async function countAll(items: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _item of items) count += 1;
  return count;
}

const failures: Record<string, number> = {};

const TASKS = {
  list: (requester: Requester) => countAll(requester.questions.list()),
  follow: (requester: Requester) =>
    countAll(requester.events.follow({ from: 'beginning', checkpoint: 'load', until: 'caught-up' })),
  async find({ events }: Requester, { ids: [lastId = 0] = [] }: Task) {
    for await (const _event of events.follow({ from: { lastId } })) return 1;
    return 0;
  },
  async wait({ projects, simple }: Requester, { kind, ids = [] }: Task) {
    const each = kind === 'simple' ? simple.questions : projects;
    const rhythm = { interval: INTERVAL, maxInterval: INTERVAL };
    await counter.during(() => {
      waits = Promise.all(ids.map((id) => each.wait(id, rhythm)));
    });
    return ids.length;
  },
  async round() {
    await counter.during(() => undefined);
    return 1;
  },
  async finish(_: Requester, { ids = [] }: Task) {
    await waits;
    return ids.length;
  },
  async place({ projects }: Requester, { keys = [], lookback }: Task) {
    const options = { once: true, ...(lookback !== undefined && { lookback }) };
    const place = async (key: string): Promise<number> => {
      const questions = [{ type: 'string', body: `Order ${key}`, custom_field: key }] as const;
      // A call that waits for too long for another one is made again, as docs/paid-orders.md says.
      for (let left = MOST_CALLS; ; left -= 1) {
        try {
          await projects.create({ ...LANGUAGES, questions }, options);
          return 1;
        } catch (error) {
          const name = isRequesterError(error) ? error.name : String(error);
          if (name === 'OutcomeUnknownError' && left > 0) continue;
          failures[name] = (failures[name] ?? 0) + 1;
          return 0;
        }
      }
    };
    const waiting = [...keys];
    const placed: number[] = [];
    const placeNext = async (): Promise<void> => {
      for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) placed.push(await place(key));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, placeNext));
    return placed.reduce((sum, count) => sum + count, 0);
  },
};

async function work(task: Task): Promise<Report> {
  for (const name of Object.keys(failures)) delete failures[name];
  const before = { sent: counter.sent, steps, usage: process.cpuUsage() };
  const count = await TASKS[task.do](createClient(task), task);
  const { user, system } = process.cpuUsage(before.usage);
  return {
    requests: counter.sent - before.sent,
    steps: steps - before.steps,
    processor: (user + system) / 1_000,
    memory: peak(),
    idle,
    count,
    failures,
  };
}

listening('ready', (task) => work(task as Task));
