import { type Checkpoint, type Fetch, isFinished, Requester } from 'translation-requester';
import { createCallbackHandler } from 'translation-requester/callbacks';
import { redisStore } from 'translation-requester/redis';
import { createSandbox, type Sandbox } from 'translation-requester/sandbox';
import { memoryRedis } from './memory-redis.ts';

const MINUTE = 60_000;
const MORNING = '2026-03-02T00:00:00Z';
/** Milliseconds until an order is translated. */
const PACE = 20 * MINUTE;
/** The body of one request of so many is measured. */
const SAMPLE = 20;
const ADDRESS = 'https://fleet.example/callbacks?secret=sesame';

/** How the simulated account is set. */
export interface AccountPlan {
  readonly seed: number;
  /** Orders in each minute of the day. */
  readonly orders: readonly number[];
  /** Minutes in which callbacks are gathered before a look. */
  readonly gap: number;
  /** Minutes between two looks without a callback. */
  readonly interval: number;
  /** Share of the callbacks that are lost. */
  readonly lost: number;
}

/** What happened to the account. */
export interface AccountDay {
  /** Requests by what they are for. */
  readonly requests: Readonly<Record<string, number>>;
  /** Bytes of their answers' bodies, from a sample of them. */
  readonly bytes: Readonly<Record<string, number>>;
  /** The most requests in one minute. */
  readonly busiest: number;
  readonly placed: number;
  /** Orders whose event of the end came, and events that the log has and that nobody handled. */
  readonly results: number;
  readonly missed: number;
  readonly commands: number;
}

/** One account's day: the same calls as the fleet's processes, one after the other, in the sandbox's time. */
export class SimulatedAccount {
  readonly #plan: AccountPlan;
  readonly #sandbox: Sandbox;
  readonly #client: Requester;
  readonly #redis = memoryRedis();
  readonly #requests: Record<string, number> = {};
  readonly #bytes: Record<string, number> = {};
  readonly #minutes = new Map<number, number>();
  readonly #handled = new Set<number>();
  #results = 0;
  #isWoken = false;
  #checkpoint: Checkpoint | undefined;

  constructor(plan: AccountPlan) {
    this.#plan = plan;
    this.#sandbox = createSandbox({
      seed: plan.seed,
      now: MORNING,
      autopilot: { pace: PACE, realistic: true },
      callbackUrl: ADDRESS,
    });
    const { baseUrl, accessToken } = this.#sandbox;
    const store = redisStore(this.#redis);
    this.#client = new Requester({ baseUrl, accessToken, store, fetch: this.#fetch });
    const handler = createCallbackHandler({
      requester: this.#client,
      secret: 'sesame',
      seen: { claim: () => true }, // to be woken twice does no harm
      onEvent: () => {
        this.#isWoken = true;
      },
    });
    this.#sandbox.deliveries.to((request) => handler(request));
    if (plan.lost > 0) this.#sandbox.deliveries.disturb({ kind: 'lose', probability: plan.lost });
  }

  async run(): Promise<AccountDay> {
    const { orders, gap, interval } = this.#plan;
    let number = 0;
    let sinceLook = 0;
    for (const [minute, count] of orders.entries()) {
      for (let order = 0; order < count; order += 1) {
        number += 1;
        await this.#order(`order/${number}`);
      }
      await this.#sandbox.clock.advance(MINUTE);
      sinceLook += 1;
      const isDue = (minute + 1) % gap === 0 && (this.#isWoken || sinceLook >= interval);
      if (!isDue) continue;
      this.#isWoken = false;
      sinceLook = 0;
      await this.#look();
    }
    const open = this.#sandbox.events.ids().filter((id) => !this.#handled.has(id));
    return {
      requests: this.#requests,
      bytes: this.#bytes,
      busiest: Math.max(...this.#minutes.values()),
      placed: this.#sandbox.orders().length,
      results: this.#results,
      missed: open.length,
      commands: this.#redis.commands,
    };
  }

  async #order(key: string): Promise<void> {
    await this.#client.simple.questions.create(
      {
        language_id: 'en',
        translated_language_id: 'ja',
        custom_field: key,
        question_bodies: [{ body: `Parcel ${key} is on its way to you.` }],
      },
      { once: true, lookback: 0 },
    );
  }

  async #look(): Promise<void> {
    const stream = this.#client.events.follow({ from: this.#checkpoint ?? 'beginning', until: 'caught-up' });
    for await (const event of stream) {
      this.#handled.add(event.id);
      if (event.type !== 'simple_question.finished') continue;
      const { id } = Object(Object(event).question);
      if (isFinished(await this.#client.simple.questions.get(id))) this.#results += 1;
    }
    this.#checkpoint = stream.checkpoint;
  }

  /** Counts a request, and sends it without a socket. */
  readonly #fetch: Fetch = async (url, init) => {
    const kind = classifyRequest(init.method ?? 'GET', new URL(url).pathname);
    const count = (this.#requests[kind] ?? 0) + 1;
    this.#requests[kind] = count;
    const minute = Math.floor(this.#sandbox.clock.now() / MINUTE);
    this.#minutes.set(minute, (this.#minutes.get(minute) ?? 0) + 1);
    const answer = await this.#sandbox.fetch(url, init);
    if (count % SAMPLE === 0) {
      const { byteLength } = await answer.clone().arrayBuffer();
      this.#bytes[kind] = (this.#bytes[kind] ?? 0) + SAMPLE * byteLength;
    }
    return answer;
  };
}

function classifyRequest(method: string, path: string): string {
  if (method === 'POST') return 'placing';
  if (path.endsWith('/my')) return 'accounts';
  if (path.endsWith('/application_events')) return 'looks';
  return path.includes('/application_events/') ? 'callbacks' : 'results';
}
