import { expect, vi } from 'vitest';
import {
  type CallOptions,
  memoryStore,
  type OrderOptions,
  type Project,
  type ProjectOrderInput,
  Requester,
  type RequesterOptions,
  type SimpleQuestion,
  type SimpleQuestionOrderInput,
  type Store,
} from '../../../src/index.js';
import {
  createSandbox,
  type Fault,
  type Sandbox,
  type SandboxFetch,
  type SandboxOptions,
} from '../../../src/sandbox.js';
import { lastingStore } from '../../lasting-store.js';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export function projectOrder(
  key: string | undefined,
  order: Partial<ProjectOrderInput> = {},
): ProjectOrderInput {
  return {
    language_id: 'en',
    translated_language_id: 'ja',
    questions: [{ type: 'string', body: 'Good morning', custom_field: key }],
    ...order,
  };
}

export function simpleOrder(
  key: string | undefined,
  order: Partial<SimpleQuestionOrderInput> = {},
): SimpleQuestionOrderInput {
  return {
    language_id: 'en',
    translated_language_id: 'ja',
    question_bodies: [{ body: 'one' }, { body: 'two' }],
    custom_field: key,
    ...order,
  };
}

/** What came of an order, whichever kind it is. */
export interface Ordered {
  readonly data: Project | SimpleQuestion;
  readonly placed: boolean;
  readonly attempts: number;
}

/** One of the two kinds of orders, so that a test can be told once for both. */
export interface Kind {
  readonly kind: 'project' | 'simple';
  /** The call that places it, and the listing that shows it. */
  readonly post: string;
  readonly listing: string;
  readonly keyPath: string;
  /** Places an order of about `letters` letters. */
  place(
    requester: Requester,
    key: string | undefined,
    options?: OrderOptions,
    letters?: number,
  ): Promise<Ordered>;
  /** Cancels it. */
  cancel(requester: Requester, placed: Ordered, options?: CallOptions): Promise<unknown>;
}

export const PROJECTS: Kind = {
  kind: 'project',
  post: 'POST /api/v1/projects',
  listing: 'GET /api/v1/my/questions',
  keyPath: 'order.questions[0].custom_field',
  place: (requester, key, options, letters = 4) =>
    requester.projects
      .create(
        projectOrder(key, { questions: [{ type: 'string', body: 'x'.repeat(letters), custom_field: key }] }),
        options,
      )
      .withResponse(),
  cancel: async (requester, { data }, options) =>
    requester.questions.cancel('questions' in data ? (data.questions[0]?.id ?? 0) : 0, options),
};

export const SIMPLE: Kind = {
  kind: 'simple',
  post: 'POST /api/v1/simple/questions',
  listing: 'GET /api/v1/my/application_events',
  keyPath: 'order.custom_field',
  place: (requester, key, options, letters = 4) =>
    requester.simple.questions
      .create(simpleOrder(key, { question_bodies: [{ body: 'x'.repeat(letters) }] }), options)
      .withResponse(),
  cancel: async (requester, { data }, options) => requester.simple.questions.cancel(data.id ?? 0, options),
};

export const KINDS = [PROJECTS, SIMPLE];

/** A service, and who orders there. */
export interface World {
  readonly sandbox: Sandbox;
  readonly requester: Requester;
  /** Another client of the same account in the same process. */
  client(options?: Partial<RequesterOptions>): Requester;
  /** A client that shares nothing with any other, as in another process: it has its own address, and its own memory. */
  elsewhere(options?: Partial<RequesterOptions>): Requester;
  /** How many requests came since it was asked last. */
  requestsSince(): number;
  /** How many requests for the account came, all told. */
  accountReads(): number;
  /** How many requests to place an order of this kind came, all told. */
  posts(kind: Kind): number;
  /** The ids of the orders with that key. */
  findOrders(key: string): number[];
}

/** What a budget shows without reservations. Not `{}`, which `toMatchObject` takes for any object. */
export const NOTHING_OPEN: unknown = expect.toSatisfy((open: object) => Object.keys(open).length === 0);

let worlds = 0;

/** A service of its own, with an address of its own: what a process knows of orders goes by address and account. */
export function openWorld(
  options: SandboxOptions = {},
  settings: Partial<RequesterOptions> = {},
  wrap: (fetch: SandboxFetch) => SandboxFetch = (fetch) => fetch,
): World {
  const sandbox = createSandbox({ seed: 1, ...options });
  const fetch = Object.assign(wrap(sandbox.fetch), { memory: sandbox.fetch.memory });
  worlds += 1;
  const world = `world-${worlds}.example`;
  const client = (others: Partial<RequesterOptions> = {}): Requester =>
    new Requester({
      baseUrl: `https://${world}`,
      accessToken: sandbox.accessToken,
      fetch,
      ...settings,
      ...others,
    });
  let places = 0;
  let counted = 0;
  return {
    sandbox,
    requester: client(),
    client,
    elsewhere: (others) => {
      places += 1;
      const baseUrl = `https://process-${places}.${world}`;
      const ownFetch: SandboxFetch = (...request) => fetch(...request);
      return client({ baseUrl, fetch: Object.assign(ownFetch, { memory: new Map() }), ...others });
    },
    requestsSince: () => {
      const since = sandbox.requests.length - counted;
      counted = sandbox.requests.length;
      return since;
    },
    accountReads: () => sandbox.requests.filter(({ path }) => path === '/api/v1/my').length,
    posts: ({ post }) => sandbox.requests.filter(({ method, path }) => `${method} ${path}` === post).length,
    findOrders: (key) =>
      sandbox
        .orders()
        .filter((order) => order.key === key)
        .map(({ id }) => id),
  };
}

/** Time that runs as fast as something can happen. */
export function fastTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
}

export function realTime(): void {
  vi.restoreAllMocks();
  vi.useRealTimers();
}

/** Waits, on whatever clock there is. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets everything happen that needs no time. */
export async function turns(count = 4): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits for something that takes no time by itself. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turns(1);
}

/** The work's result; while it waits for a timer, the time moves to the next one. */
export async function swiftly<Result>(work: PromiseLike<Result>): Promise<Result> {
  let over = false;
  const end = (): void => {
    over = true;
  };
  work.then(end, end);
  for (await turns(); !over; await turns()) await vi.advanceTimersToNextTimerAsync();
  return work;
}

/** What the work is rejected with; fails when it is not. */
export async function swiftRejection(work: PromiseLike<unknown>): Promise<unknown> {
  const [ended] = await Promise.allSettled([swiftly(work)]);
  if (ended.status === 'rejected') return ended.reason;
  throw new Error(`resolved with ${JSON.stringify(ended.value)}, but was to reject`);
}

/** A service that carries out the first order only after `ms`, when its connection is long lost. */
export function lateBy(ms: number): (fetch: SandboxFetch) => SandboxFetch {
  let isFirst = true;
  return (fetch) => async (input, init) => {
    if (init?.method !== 'POST' || !isFirst) return fetch(input, init);
    isFirst = false;
    const { signal: _, ...rest } = init;
    setTimeout(() => void fetch(input, rest), ms);
    throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
  };
}

/** What answers the first order of a service, which carries it out by `carryOut`. */
function answerFirst(
  post: string,
  answer: (carryOut: () => Promise<Response>) => Promise<Response> | Response,
): (fetch: SandboxFetch) => SandboxFetch {
  let isFirst = true;
  return (fetch) => async (input, init) => {
    const { pathname } = new URL(String(input));
    if (!isFirst || `${init?.method} ${pathname}` !== post) return fetch(input, init);
    isFirst = false;
    // The service does not notice that nobody waits any more.
    return answer(() => fetch(input, { ...init, signal: null }));
  };
}

/** A service that carries out the first order, and answers it, only after `ms`, whether somebody still waits or not. */
export const answerLate = (post: string, ms: number) =>
  answerFirst(post, (carryOut) => pause(ms).then(carryOut));

/** A gateway that answers the first order with a page. The service carries it out after `ms` all the same, if that is given. */
export const refuseByPage = (post: string, ms?: number) =>
  answerFirst(post, (carryOut) => {
    if (ms !== undefined) setTimeout(() => void carryOut(), ms);
    const headers = { 'content-type': 'text/html' };
    return new Response('<html>Forbidden</html>', { status: 403, headers });
  });

/** Longer than an attempt may last. */
const LONG = 40_000;

/** Faults after which an order has been placed although nothing says so. */
export const CARRIED_OUT: readonly (readonly [name: string, fault: Fault])[] = [
  ['drop-after', { kind: 'drop-after' }],
  ['drop-midway', { kind: 'drop-midway' }],
  ['truncate', { kind: 'truncate' }],
  ['html', { kind: 'html' }],
  ['empty', { kind: 'empty' }],
  ['wrong-shape', { kind: 'wrong-shape' }],
  ['a delay beyond attemptTimeout', { kind: 'delay', ms: LONG }],
  ['hang, carried out', { kind: 'hang', carriedOut: true }],
  ['500, carried out', { kind: 'status', status: 500, carriedOut: true }],
  ['502, carried out', { kind: 'status', status: 502, carriedOut: true }],
  ['503, carried out', { kind: 'status', status: 503, carriedOut: true, headers: { 'retry-after': '1' } }],
  ['504 in HTML, carried out', { kind: 'html', status: 504 }],
  ['redirect, carried out', { kind: 'redirect', carriedOut: true }],
];

/** Faults after which nothing has been placed although nothing says so. */
export const NOT_CARRIED_OUT: readonly (readonly [name: string, fault: Fault])[] = [
  ['drop-before', { kind: 'drop-before' }],
  ['hang', { kind: 'hang' }],
  ['a delay of the order itself', { kind: 'delay', ms: LONG, carriedOut: false }],
  ['500', { kind: 'status', status: 500 }],
  ['503', { kind: 'status', status: 503 }],
  ['redirect', { kind: 'redirect' }],
  ['a page in the place of the answer', { kind: 'html', carriedOut: false }],
];

/** Who else has the key of an order, and what the two share. */
export const OTHER_CALLERS: readonly (readonly [
  name: string,
  openStore: () => Store | undefined,
  open: (world: World) => Requester,
])[] = [
  ['in the same process, without a store', () => undefined, ({ client }) => client()],
  ['in the same process, with a memoryStore', memoryStore, ({ client }) => client()],
  ["in the same process, with a store of the caller's", lastingStore, ({ client }) => client()],
  ['in another process with the same store', lastingStore, ({ elsewhere }) => elsewhere()],
];
