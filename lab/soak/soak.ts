import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as rest } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Requester, type Spend } from 'translation-requester';
import { createRandom } from '../../src/sandbox/base/random.ts';
import { Chaos } from './chaos.ts';
import { type BudgetRecord, budgetWrong, ordersWrong } from './judge.ts';
import { askPrice, BUDGET_NAME, type Ordered, type Task, tableTexts } from './orders.ts';
import type { Books, ServiceMessage } from './service.ts';
import { makePlace, type OpenStore, type OwnPlace, openStore, type StoreKind } from './stores.ts';
import type { Failed, Report, WorkerConfig } from './worker.ts';
import { Workers } from './workers.ts';

export interface SoakOptions {
  readonly store: StoreKind;
  readonly seconds: number;
  /** Orders by key, half of them projects. The table has half as many texts. */
  readonly orders: number;
  readonly seed: number;
  readonly processes: number;
}

export interface SoakResult {
  readonly wrong: readonly string[];
  readonly figures: Readonly<Record<string, unknown>>;
}

/** The share of all points that the budget has while things go wrong: some orders are refused. */
const TIGHT = 0.7;
/** Milliseconds that an order is searched for: it is carried out late, and then hidden, for less. */
const SETTLE = 5_000;
/** Milliseconds until the last claim of a killed process is over. */
const LEASE = 61_000;
/** Milliseconds by which the service's times are behind its `Date` header. */
const BEHIND = [0, 3_000, 5_000, 7_200_000];
/** How many processes order each key. */
const COPIES = 2;
/** After chaos, persons decide at most so often. */
const MAX_ROUNDS = 5;
/** With more than so many things wrong, a process that ends by itself ends the soak. */
const MAX_WRONG = 20;
const SERVICE = fileURLToPath(new URL('./service.ts', import.meta.url));

/** The service's process. */
class Service {
  readonly #child: ChildProcess;
  readonly url: string;
  readonly accessToken: string;

  private constructor(child: ChildProcess, url: string, accessToken: string) {
    this.#child = child;
    this.url = url;
    this.accessToken = accessToken;
  }

  static async start(seed: number): Promise<Service> {
    const child = fork(SERVICE, [`${seed}`, `${BEHIND[seed % BEHIND.length]}`]);
    const [message]: ServiceMessage[] = await once(child, 'message');
    if (message === undefined || !('url' in message)) throw new Error('The service did not start.');
    return new Service(child, message.url, message.accessToken);
  }

  /** From now on, nothing goes wrong there. */
  calm(): void {
    this.#child.send('calm');
  }

  async books(): Promise<Books> {
    this.#child.send('books');
    const [message]: ServiceMessage[] = await once(this.#child, 'message');
    if (message === undefined || !('books' in message)) throw new Error('The service gave no books.');
    return message.books;
  }

  end(): void {
    this.#child.kill();
  }
}

/** One run: everything goes wrong for a while, then everything is settled and compared with the service's books. */
class Soak {
  readonly #options: SoakOptions;
  readonly #service: Service;
  readonly #place: OwnPlace;
  readonly #store: OpenStore;
  readonly #chaos: Chaos;
  readonly #orders: Ordered[] = [];
  readonly #spends: number[] = [];
  readonly #failures: Record<string, number> = {};
  readonly #wrong: string[] = [];
  readonly #tasks: readonly Task[];
  readonly #tableSize: number;
  /** What has failed last, by the key of the task. */
  #undecided = new Map<string, Failed>();
  #decisions = 0;

  constructor(options: SoakOptions, service: Service, place: OwnPlace) {
    this.#options = options;
    this.#service = service;
    this.#place = place;
    this.#store = openStore(place.place);
    this.#chaos = new Chaos(createRandom({ random: options.seed }));
    this.#tableSize = Math.ceil(options.orders / 2);
    this.#tasks = Array.from({ length: options.orders }, (_, number) => {
      const kind = number % 2 === 0 ? 'project' : 'simple';
      return { kind, key: `${kind}/${number}` };
    });
  }

  async run(): Promise<SoakResult> {
    const all = await askPrice(this.#options.orders / 2, this.#tableSize, Requester);
    const tight = Math.floor(TIGHT * all);
    await this.#suffer(tight);
    // An order that was sent before its process was killed is carried out by then.
    await rest(3_000);
    this.#wrong.push(...budgetWrong(await this.#budget(), tight, await this.#service.books()));
    this.#service.calm();
    await rest(LEASE);
    await this.#settle(all);
    const books = await this.#service.books();
    this.#wrong.push(
      ...budgetWrong(await this.#budget(), all, books),
      ...ordersWrong(
        {
          keys: this.#tasks.map(({ key }) => key),
          texts: tableTexts(this.#tableSize),
          orders: this.#orders,
          spends: this.#spends,
        },
        books,
      ),
    );
    return { wrong: this.#wrong, figures: this.#figures(books) };
  }

  close(): void {
    this.#store.close();
  }

  /** The first part: processes order everything while they are killed and stopped. */
  async #suffer(points: number): Promise<void> {
    const { seconds, processes } = this.#options;
    const workers = this.#workers(points, true);
    const until = Date.now() + 1_000 * seconds;
    let isOver = false;
    const chaos = this.#chaos.run(workers, this.#place, 4_000 / processes, until).finally(() => {
      isOver = true;
    });
    for (const tasks of this.#hands()) {
      workers.add(tasks);
      do await rest(20);
      while (workers.waiting > 2 * processes && !isOver);
      if (isOver) break;
    }
    await chaos;
    await workers.end();
  }

  /** The tasks in the order in which they are given out: the copies of a key together, and the table growing. */
  *#hands(): Generator<readonly Task[]> {
    for (const [number, task] of this.#tasks.entries()) {
      yield Array.from({ length: COPIES }, () => task);
      if (number % 5 > 0) continue;
      const size = Math.max(1, Math.ceil((number / this.#tasks.length) * this.#tableSize));
      // One process has some texts more than the others.
      yield [size, Math.min(this.#tableSize, size + 3)].map((count) => ({
        kind: 'table',
        key: `table ${count}`,
        size: count,
      }));
    }
    for (;;) yield this.#undecidedTasks();
  }

  /** The second part: the service and all clocks are right, and a person decides what nobody can know. */
  async #settle(points: number): Promise<void> {
    const workers = this.#workers(points, false);
    const table: Task = { kind: 'table', key: 'table', size: this.#tableSize };
    let tasks: readonly Task[] = [...this.#tasks, table];
    for (let round = 0; tasks.length > 0 && round < MAX_ROUNDS; round += 1) {
      this.#undecided = new Map();
      workers.add(tasks);
      await workers.whenIdle();
      tasks = this.#undecidedTasks();
      if (tasks.length > 0) await this.#decide(points);
    }
    await workers.end();
    for (const [key, { message }] of this.#undecided)
      this.#wrong.push(`${key} is still undecided: ${message}`);
  }

  /** What a person does about orders of which nothing is known: looks at the service, and says what is there. */
  async #decide(points: number): Promise<void> {
    const { url, accessToken } = this.#service;
    const requester = new Requester({
      baseUrl: url,
      accessToken,
      store: this.#store.store,
      logLevel: 'silent',
      budget: { points, name: BUDGET_NAME },
    });
    const { orders } = await this.#service.books();
    const unknown = (await requester.orders.unknown()).filter(({ state }) => state !== 'claimed');
    for (const { key, kind } of unknown) {
      const id = orders.find((order) => order.key === key && order.kind === kind)?.id ?? null;
      await requester.orders.resolve(key, { id, kind });
      this.#decisions += 1;
    }
    const known = new Set(unknown.map(({ key }) => key));
    for (const [key, { task, isNotSent, message }] of this.#undecided) {
      if (task.kind !== 'table' && !isNotSent && !known.has(key))
        this.#wrong.push(`${key} is undecided, and not listed as unknown: ${message}`);
    }
  }

  #workers(points: number, isHostile: boolean): Workers {
    const { url, accessToken } = this.#service;
    const config: WorkerConfig = { url, accessToken, place: this.#place.place, points, settle: SETTLE };
    return new Workers(this.#options.processes, config, {
      onReport: (report) => this.#hear(report),
      onCrash: (code) => this.#crash(code),
      onSpend: ({ order: { id } }: Spend) => this.#spends.push(id),
      nextClock: () => (isHostile ? this.#chaos.nextClock() : { ahead: 0, jump: 0 }),
    });
  }

  #undecidedTasks(): readonly Task[] {
    return [...this.#undecided.values()].map(({ task }) => task);
  }

  #hear(report: Report): void {
    if ('orders' in report) {
      this.#orders.push(...report.orders);
      this.#undecided.delete(report.task.key);
      return;
    }
    const { task, failed, message } = report;
    this.#undecided.set(task.key, report);
    this.#failures[failed] = (this.#failures[failed] ?? 0) + 1;
    if (['Error', 'TypeError', 'InputError', 'OrderConflictError'].includes(failed)) {
      this.#wrong.push(`${task.key}: ${message}`);
    }
  }

  #crash(code: number): void {
    this.#wrong.push(`a process ended by itself, with ${code}`);
    if (this.#wrong.length > MAX_WRONG) throw new Error('Processes end by themselves: see above.');
  }

  async #budget(): Promise<BudgetRecord> {
    const text = await this.#store.store.get(`budget ${BUDGET_NAME}`);
    return text === undefined ? { spent: 0, open: {} } : JSON.parse(text);
  }

  #figures({ orders, texts, requests, troubles }: Books): SoakResult['figures'] {
    return {
      orders: orders.length,
      texts: texts.length,
      ...this.#chaos.counts,
      'decisions of a person': this.#decisions,
      requests,
      troubles: Object.values(troubles).reduce((sum, count) => sum + count, 0),
      ...this.#failures,
    };
  }
}

export async function soak(options: SoakOptions): Promise<SoakResult> {
  const place = await makePlace(options.store);
  const service = await Service.start(options.seed);
  const run = new Soak(options, service, place);
  try {
    return await run.run();
  } finally {
    run.close();
    service.end();
    await place.remove();
  }
}
