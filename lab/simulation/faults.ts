import { SCENARIOS, type ScenarioName } from './plan.ts';
import { drawFor } from './random.ts';

/** What can go wrong, each kind by itself. README.md says which of them the client holds today. */
export const FAULTS = {
  slow: 'requests and answers take seconds',
  lost: 'a connection is refused or lost, before or after the work, or an answer never comes',
  failures: '500, 502, 503 or 504, before or after the work',
  late: 'an order is carried out seconds after its request has failed; an event appears late',
  cut: 'an answer is cut short',
  double:
    'a second trouble in the same request: an answer is lost or cut short too, or the request is delivered twice',
  repeating: 'fetch itself sends an order again after a lost connection, and finds none',
  repeats: 'the network delivers a request twice',
  limits: 'the service itself refuses for now: 429 with Retry-After',
  refusals: '408, 409, 429 without a body, 200 with success: false, or a 4xx of a gateway, whatever was done',
  pages: 'a page of something in between answers: 200, 403 or 502',
  lag: 'each read comes from a copy with a lag of its own: listings and single reads differ',
  rewrites: 'the service keeps texts in a form that differs in more than line ends',
  rejections: 'a person sends a translation back, again after each error',
  soon: 'a wait begins before every copy has what it waits for',
  form: 'texts come back in another form',
  keys: 'custom_field is cut, or dropped',
  totals: 'total_pages and total_count are wrong or missing',
  prices: 'a price is none: null, a text, negative',
  dearer: 'an order costs more or less than its quote',
  resets: 'the service forgets everything, and gives the same ids again',
  store: 'a step of the store fails, before or after its effect',
  crowds: 'the memory of a process is full of other orders',
  amnesia: 'the store loses records: the docs name it, and it shows that the judge sees',
  secrets: 'what the store throws carries a secret, which no error may show',
  hangs: 'a step of the store never ends',
  stubborn: 'for a while, each swap of the store is refused',
  kills: 'a process ends at any await, and another one starts in its place',
  pauses: 'a process stands still for up to two minutes',
  clocks: 'the clocks of processes are apart',
  jumps: 'a clock is set forward or back by up to two days while calls run',
  aborts: 'a call is aborted',
  twins: 'a call is made twice at once, with other options',
  people: 'a person resolves what is unknown',
  hasty: 'a person resolves a claim that lives, which goes on meanwhile',
} as const satisfies Record<string, string>;

export type FaultKind = keyof typeof FAULTS;

export const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[];

/** Kinds that the client does not withstand yet, or never will, everywhere or in a scenario: they are tried where they are asked for. */
const NOT_YET: Partial<Record<FaultKind, readonly ScenarioName[]>> = {
  // Nobody can: "a store that loses records can make an order twice" (docs/when-an-order-is-unclear.md, The limits of the
  // promise).
  amnesia: SCENARIOS,
  // An error code is believed, whatever the fetch of the caller has done before.
  repeating: SCENARIOS,
};

/** What is asked for by name: kinds, and whether they come instead of those that the client withstands, or beside them. */
export interface AskedFaults {
  readonly kinds: readonly FaultKind[];
  readonly isMore: boolean;
}

/** The kinds that are tried in a scenario. */
export function faultsIn(scenario: ScenarioName, { kinds, isMore }: AskedFaults): readonly FaultKind[] {
  const isHeld = (kind: FaultKind): boolean => NOT_YET[kind]?.includes(scenario) !== true;
  return FAULT_KINDS.filter((kind) => kinds.includes(kind) || (isMore && isHeld(kind)));
}

/** Where a kind is not tried by itself, in words. */
export function describeLimits(kind: FaultKind): string {
  const scenarios = NOT_YET[kind];
  if (scenarios === undefined) return '';
  return scenarios === SCENARIOS ? '(not yet) ' : `(not yet in ${scenarios.join(', ')}) `;
}

/** Decides what goes wrong in one run, and remembers what did. */
export class Faults {
  readonly kinds: ReadonlySet<FaultKind>;
  /** What went wrong: the kind and the place, as `without` takes it. */
  readonly struck = new Set<string>();
  readonly #seed: number;
  readonly #without: ReadonlySet<string>;
  /** Nothing goes wrong any more. */
  areOver = false;

  constructor(seed: number, kinds: readonly FaultKind[], without: ReadonlySet<string>) {
    this.#seed = seed;
    this.kinds = new Set(kinds);
    this.#without = without;
  }

  /** Whether something of this kind happens at a place. */
  strikes(kind: FaultKind, place: string, rate: number): boolean {
    if (this.areOver || !this.kinds.has(kind)) return false;
    const name = `${kind} ${place}`;
    if (drawFor(this.#seed, name) >= rate || this.#without.has(name)) return false;
    this.struck.add(name);
    return true;
  }

  /** A number from 0 to 1 for a place. */
  draw(place: string): number {
    return drawFor(this.#seed, place);
  }

  pick<Item>(place: string, items: readonly Item[]): Item {
    // The lists are written out where this is called, and not empty.
    return items[Math.floor(this.draw(place) * items.length)] as Item;
  }
}
