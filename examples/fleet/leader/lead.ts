import { type Job, WaitingError } from 'bullmq';
import { type ApplicationEvent, type EventStream, type Requester, Wake } from 'translation-requester';
import { eventId, type Led, type Queues } from '../queues.ts';
import { settings } from '../settings.ts';

/** What a leader needs. */
export interface Leading {
  readonly queues: Queues;
  readonly getClient: (account: string) => Requester;
}

/** The accounts that this process leads. */
export class Leader {
  readonly #tools: Leading;
  #isEnding = false;
  readonly #gathering = new Set<string>();
  readonly #led = new Map<string, { readonly stream: EventStream; readonly wake: Wake }>();

  constructor(tools: Leading) {
    this.#tools = tools;
  }

  /** From now on, an account that is still given to this process goes back to the queue at once. */
  end(): void {
    this.#isEnding = true;
  }

  get accounts(): readonly string[] {
    return [...this.#led.keys()];
  }

  /** A callback has come for the account. Its leader looks soon, once for all that come until then. */
  wake(account: string): void {
    if (!this.#led.has(account) || this.#gathering.has(account)) return;
    this.#gathering.add(account);
    setTimeout(() => {
      this.#gathering.delete(account);
      this.#led.get(account)?.wake.ring();
    }, settings.gap).unref();
  }

  /** How many events of each account are known and not queued yet, and when its log was last read. */
  report(): ReadonlyMap<string, { readonly behind: number; readonly lastPoll: Date | undefined }> {
    return new Map(
      [...this.#led].map(
        ([
          account,
          {
            stream: { health },
          },
        ]) => [account, { behind: health.behind ?? 0, lastPoll: health.lastPoll }],
      ),
    );
  }

  /**
   * Leads an account for as long as the job is this process's: BullMQ's lock on it is the election, and `signal` its
   * end. Every event becomes a job before the place in the log is saved, so a kill loses none.
   */
  async lead(job: Job<Led>, token: string | undefined, signal: AbortSignal | undefined): Promise<never> {
    if (!this.#isEnding) await this.#follow(job.data.account, signal);
    await job.moveToWait(token);
    throw new WaitingError();
  }

  /** Follows until the signal, or until another leader has saved its place in the log. */
  async #follow(account: string, signal: AbortSignal | undefined): Promise<void> {
    const { queues, getClient } = this.#tools;
    const wake = new Wake();
    const stream = getClient(account).events.follow({
      from: 'beginning',
      checkpoint: account, // in the store: of two leaders, only one can save
      wake,
      interval: settings.interval,
      maxInterval: 2 * settings.interval,
      signal,
    });
    this.#led.set(account, { stream, wake });
    try {
      for await (const event of stream) await queue(queues, account, event);
    } catch (error) {
      if (signal?.aborted !== true) throw error;
    } finally {
      this.#led.delete(account);
    }
  }
}

async function queue({ events }: Queues, account: string, event: ApplicationEvent): Promise<void> {
  const { id, type } = event;
  // What an event of an unknown type carries is not known either.
  const { question }: { readonly question?: { readonly id?: unknown } } = Object(event);
  const about = typeof question?.id === 'number' ? question.id : undefined;
  await events.add('event', { account, event: id, type, question: about }, { jobId: eventId(account, id) });
}
