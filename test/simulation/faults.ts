import { drawFor } from './random.ts';

/** What can go wrong, each kind by itself. README.md says which of them the client holds today. */
export const FAULTS = {
  slow: 'requests and answers take seconds',
  lost: 'a connection is refused or lost, before or after the work, or an answer never comes',
  failures: '500, 502, 503 or 504, before or after the work',
  late: 'an order is carried out seconds after its request has failed; an event appears late',
  cut: 'an answer is cut short',
  repeats: 'the network delivers a request twice',
  limits: 'the service itself refuses for now: 429 with Retry-After',
  refusals: '408, 409, 429 without a body, 200 with success: false, or a 4xx of a gateway, whatever was done',
  pages: 'a page of something in between answers: 200, 403 or 502',
  lag: 'each read comes from a copy with a lag of its own: listings and single reads differ',
  soon: 'a wait begins before every copy has what it waits for',
  form: 'texts come back in another form',
  keys: 'custom_field is cut, or dropped',
  totals: 'total_pages and total_count are wrong or missing',
  prices: 'a price is none: null, a text, negative',
  resets: 'the service forgets everything, and gives the same ids again',
  store: 'a step of the store fails, before or after its effect',
  amnesia: 'the store loses records: the docs name it, and it shows that the judge sees',
  hangs: 'a step of the store never ends',
  kills: 'a process ends at any await, and another one starts in its place',
  pauses: 'a process stands still for up to two minutes',
  clocks: 'the clocks of processes are apart',
  aborts: 'a call is aborted',
  twins: 'a call is made twice at once, with other options',
  people: 'a person settles what is unknown',
} as const satisfies Record<string, string>;

export type FaultKind = keyof typeof FAULTS;

export const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[];

/** Kinds that the client does not withstand yet: or never will: they are tried only where they are asked for. */
export const NOT_YET: readonly FaultKind[] = [
  ...(['refusals', 'pages', 'totals', 'prices', 'resets', 'hangs', 'twins', 'soon', 'amnesia'] as const),
];

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
