// A process that orders the tasks it is given, and that its parent kills and stops at any moment: see lab/soak/run.ts.
import { argv } from 'node:process';
import { isRequesterError, Requester, type Spend } from 'translation-requester';
import { BUDGET_NAME, type Ordered, order, type Task } from './orders.ts';
import { openStore, type StorePlace } from './stores.ts';

export interface WorkerConfig {
  readonly url: string;
  readonly accessToken: string;
  readonly place: StorePlace;
  readonly points: number;
  readonly settle: number;
}

export interface Failed {
  readonly task: Task;
  /** The name of the error. */
  readonly failed: string;
  readonly message: string;
  /** Whether the order was surely not sent. */
  readonly isNotSent: boolean;
}

/** What became of a task. */
export type Report = { readonly task: Task; readonly orders: readonly Ordered[] } | Failed;

export type WorkerMessage = 'ready' | Report | { readonly spend: Spend };

/** Milliseconds. */
const ATTEMPT_TIMEOUT = 2_000;

const { url, accessToken, place, points, settle }: WorkerConfig = JSON.parse(argv[2] ?? '');
const tell = (message: WorkerMessage): boolean | undefined => process.send?.(message);
const requester = new Requester({
  baseUrl: url,
  accessToken,
  attemptTimeout: ATTEMPT_TIMEOUT,
  timeout: 4 * ATTEMPT_TIMEOUT,
  logLevel: 'silent',
  store: openStore(place).store,
  budget: { points, name: BUDGET_NAME, onSpend: (spend) => void tell({ spend }) },
});

async function makeReport(task: Task): Promise<Report> {
  try {
    return { task, orders: await order(requester, task, settle) };
  } catch (error) {
    const failed = isRequesterError(error) ? error.name : 'Error';
    const isNotSent = isRequesterError(error) && error.outcome === 'not_sent';
    return { task, failed, isNotSent, message: error instanceof Error ? (error.stack ?? error.message) : '' };
  }
}

process.on('message', async (task: Task) => tell(await makeReport(task)));
process.on('disconnect', () => process.exit());
tell('ready');
