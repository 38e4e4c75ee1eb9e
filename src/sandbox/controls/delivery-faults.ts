import { checkOptions } from '../base/options.js';
import { type Random, seededRandom } from '../base/random.js';
import { CHANCE_OPTIONS, Chance, type ChanceOptions, type FaultHandle } from './fault-frequency.js';

/** What goes wrong with a delivery. */
export type DeliveryFaultKind =
  /** It is sent twice. */
  | 'double'
  /** It waits, and is sent after the next delivery of the same account. */
  | 'reorder'
  /** It is never sent, and not retried. */
  | 'lose'
  /** It is sent as a `notification` without the id of the event; see docs/service.md, Event deliveries. */
  | 'older-form';

/** A fault of deliveries, and which deliveries it happens to. */
export interface DeliveryFaultRule extends ChanceOptions {
  readonly kind: DeliveryFaultKind;
}

const KINDS: ReadonlySet<string> = new Set<DeliveryFaultKind>(['double', 'reorder', 'lose', 'older-form']);

/** The faults of deliveries that have been added, in the order in which they are tried. */
export class DeliveryFaults {
  readonly #random: Random;
  #added: { readonly kind: DeliveryFaultKind; readonly chance: Chance }[] = [];

  constructor(seed: number) {
    this.#random = seededRandom({ random: seed });
  }

  /** @throws TypeError when an option is wrong or unknown */
  add(rule: DeliveryFaultRule): FaultHandle {
    checkOptions('deliveries.disturb', rule, { kind: ['string'], ...CHANCE_OPTIONS });
    const { kind, ...options } = rule;
    if (!KINDS.has(kind)) throw new TypeError(`The sandbox knows no fault of deliveries named "${kind}".`);
    const added = { kind, chance: new Chance(options, this.#random) };
    this.#added.push(added);
    return {
      get hits() {
        return added.chance.hits;
      },
      remove: () => {
        this.#added = this.#added.filter((one) => one !== added);
      },
    };
  }

  /** The fault that happens to the next delivery, if any. Counts as a hit. */
  nextFault(): DeliveryFaultKind | undefined {
    const found = this.#added.find(({ chance }) => chance.hit());
    if (found?.chance.isOver === true) this.#added = this.#added.filter((one) => one !== found);
    return found?.kind;
  }
}
