import type { Requester, Store } from '../../../src/index.ts';
import type { SharedMemory } from '../processes/shared-store.ts';
import type { VirtualTime } from '../virtual-time.ts';
import { page } from '../world/fate.ts';
import { networkError, responseFrom, wireRequest } from '../world/network.ts';
import type { Service, WireAnswer } from '../world/service.ts';
import type { Library } from './library.ts';
import type { Process } from './turns.ts';

/** Milliseconds after which an order is carried out that is slow: its answer is still waited for. */
const SLOW = 800;
/** And one that is late: its answer never comes. */
const LATE = 1_500;

/** Before it is sent. What is `lost` never arrives, and no answer comes. */
const READ_FAULTS = ['lost', 'page', 'killed'];
const ORDER_FAULTS = [...READ_FAULTS, 'slow', 'late'];
/** After it was carried out: the connection is lost, no answer comes, or that of something in between. */
const ANSWER_FAULTS = ['lost', 'late', 'page', 'killed'];
/** A step fails or hangs without an effect, or after it. */
const STEP_FAULTS = ['fails', 'hangs', 'killed'];
const SWAP_FAULTS = [...STEP_FAULTS, 'fails-after', 'hangs-after'];

/** What all processes have in common. */
export interface Common {
  readonly time: VirtualTime;
  readonly service: Service;
  readonly address: string;
  readonly budget: number | undefined;
  /** The orders that are still on their way to the service. */
  readonly onTheWay: Set<string>;
  /** The service has carried an order out. */
  readonly ordered: (process: string, id: number) => void;
  readonly spent: (points: number) => void;
}

/** How long a process waits, in milliseconds. */
export interface Patience {
  /** For an order whose outcome is unknown, and for other claims. */
  readonly settle: number;
  /** For one attempt. */
  readonly attemptTimeout: number;
  /** For a whole request, and a step of the store. */
  readonly timeout: number;
}

/** The client of a process, whose every request waits for its turn. */
export function connect(
  process: Process,
  { main }: Library,
  common: Common,
  store: Store,
  { settle, attemptTimeout, timeout }: Patience,
): Requester {
  const { budget, address, spent } = common;
  // Whoever gets a refusal must wait for longer than the order can be late, as the docs ask.
  const faults = settle > LATE ? [...ORDER_FAULTS, 'page-and-late'] : ORDER_FAULTS;
  return new main.Requester({
    baseUrl: address,
    accessToken: 'token-of-the-account',
    fetch: (url, init) => fetchInTurn(process, common, faults, String(url), init ?? {}),
    store,
    timeout,
    attemptTimeout,
    logLevel: 'silent',
    ...(budget !== undefined && {
      budget: { name: 'all', points: budget, onSpend: ({ points }) => spent(points) },
    }),
  });
}

/** Requests whose answers depend on nothing that another process does. */
const isUnrelated = (path: string): boolean => path.endsWith('/my') || path.endsWith('/check');

async function fetchInTurn(
  process: Process,
  { time, service, ordered, onTheWay }: Common,
  orderFaults: readonly string[],
  url: string,
  { method = 'GET', body, signal }: RequestInit,
): Promise<Response> {
  const request = wireRequest(url, method, body);
  const { path } = request;
  const name = `${method} ${path}`;
  const isOrder = method === 'POST' && !path.endsWith('/check');
  const caller = signal ?? undefined;
  const receive = (answer: WireAnswer): Response => {
    process.learn(`${name} ${JSON.stringify([request.json, answer])}`);
    return responseFrom(answer, time.now);
  };
  const carryOut = (): WireAnswer => {
    const { answer, effects } = service.handle(request);
    for (const { what, id } of effects) if (what === 'order') ordered(process.name, id);
    return answer;
  };
  const carryOutAfter = (delay: number): Promise<WireAnswer> => {
    const delivery = `${process.name} ${time.now + delay} ${JSON.stringify(request.json)}`;
    onTheWay.add(delivery);
    return new Promise((resolve) => {
      time.after(delay, () => {
        onTheWay.delete(delivery);
        resolve(carryOut());
      });
    });
  };

  const faults = isOrder ? orderFaults : READ_FAULTS;
  const fault = await process.takeTurn(`sends ${name}`, faults, isUnrelated(path), caller);
  if (fault?.endsWith('late')) void carryOutAfter(LATE);
  if (fault === 'lost' || fault === 'late') return untilAborted(caller);
  if (fault?.startsWith('page')) return receive(page(403));
  const answer = fault === 'slow' ? await carryOutAfter(SLOW) : carryOut();
  const after = await process.takeTurn(`hears of ${name}`, ANSWER_FAULTS, true, caller);
  if (after === 'late') return untilAborted(caller);
  if (after === 'lost') {
    process.learn(`${name} loses its connection`);
    throw networkError('ECONNRESET');
  }
  return receive(after === 'page' ? page(403) : answer);
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** The memory that processes share, as one of them has it: each step waits for its turn. */
export function storeInTurn(process: Process, memory: SharedMemory): Store {
  const make = async <Result>(
    words: string,
    faults: readonly string[],
    effect: () => Result,
  ): Promise<Result> => {
    const fault = await process.takeTurn(words, faults);
    if (fault === 'fails' || fault === 'hangs') return fail(fault, words);
    const result = effect();
    if (fault !== undefined) return fail(fault, words);
    process.learn(`${words} ${JSON.stringify([result])}`);
    return result;
  };
  const fail = (fault: string, words: string): Promise<never> => {
    if (fault.startsWith('hangs')) return new Promise(() => {});
    process.learn(`${words} fails`);
    throw new Error('The store is down');
  };
  return {
    get: (key) => make(`reads "${key}"`, STEP_FAULTS, () => memory.texts.get(key)),
    swap: (key, previous, next) =>
      make(`swaps "${key}" to ${next}`, SWAP_FAULTS, () => memory.swap(key, previous, next)),
    keys: (prefix) =>
      make(`lists "${prefix}"`, STEP_FAULTS, () =>
        [...memory.texts.keys()].filter((key) => key.startsWith(prefix)).sort(),
      ),
  };
}
