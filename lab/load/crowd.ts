import { type Server, startServer } from '../bench/processes.ts';
import type { Address, Books } from './service.ts';
import type { Report, Task } from './worker.ts';

const locateFile = (name: string): string => new URL(name, import.meta.url).href;

/** The sandbox of a case, in a process of its own. */
export interface Service extends Address {
  books(): Promise<Books>;
  /** Has everything that was ordered translated. */
  translate(): Promise<Books>;
  stop(): void;
}

export async function startService(
  kind: 'project' | 'simple',
  orders: number,
  events: number,
): Promise<Service> {
  const server = await startServer(locateFile('service.ts'), [kind, orders, events]);
  const address: Address = JSON.parse(server.base);
  // What the other side answers.
  const ask = (what: string): Promise<Books> => server.nudge(what) as Promise<Books>;
  return { ...address, books: () => ask('books'), translate: () => ask('translate'), stop: server.stop };
}

/** What processes took together. */
export interface Taken extends Report {
  /** Seconds until the last one was done. */
  readonly seconds: number;
}

/** Processes that work at the same time. */
export class Crowd {
  readonly #workers: readonly Server[];

  private constructor(workers: readonly Server[]) {
    this.#workers = workers;
  }

  static async start(size: number): Promise<Crowd> {
    const start = (): Promise<Server> => startServer(locateFile('worker.ts'));
    return new Crowd(await Promise.all(Array.from({ length: size }, start)));
  }

  /** Gives each of the first processes its task, all at once. */
  async run(tasks: readonly Task[]): Promise<Taken> {
    const started = performance.now();
    const reports = await Promise.all(
      // What the other side answers.
      tasks.map((task, number) => this.#workers[number]?.nudge({ ...task }) as Promise<Report>),
    );
    return { ...sum(reports), seconds: (performance.now() - started) / 1_000 };
  }

  stop(): void {
    for (const worker of this.#workers) worker.stop();
  }
}

/** Everything together; of memory, the most that one process holds. */
function sum(reports: readonly Report[]): Report {
  const add = (read: (report: Report) => number): number =>
    reports.reduce((sum, report) => sum + read(report), 0);
  const failures: Record<string, number> = {};
  for (const [name, count] of reports.flatMap((report) => Object.entries(report.failures)))
    failures[name] = (failures[name] ?? 0) + count;
  return {
    requests: add(({ requests }) => requests),
    steps: add(({ steps }) => steps),
    processor: add(({ processor }) => processor),
    memory: Math.max(...reports.map(({ memory }) => memory)),
    idle: Math.max(...reports.map(({ idle }) => idle)),
    count: add(({ count }) => count),
    failures,
  };
}
