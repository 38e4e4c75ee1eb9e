import { checkOptions } from '../base/options.js';
import { type Random, seededRandom } from '../base/random.js';
import { CHANCE_OPTIONS, Chance, type ChanceOptions, type FaultHandle } from './chance.js';

/** What goes wrong with a delivery. */
export type DeliveryFaultKind =
  /** It is sent twice. */
  | 'double'
  /** It is sent after the next delivery of the same account, so it waits for that one. */
  | 'reorder'
  /** It is never sent, and not repeated. */
  | 'lose';

/** A fault of deliveries, and which of them it happens to. */
export interface DeliveryFaultRule extends ChanceOptions {
  readonly kind: DeliveryFaultKind;
}

const KINDS: ReadonlySet<string> = new Set<DeliveryFaultKind>(['double', 'reorder', 'lose']);

/** The faults of deliveries that have been added. The first one that happens to a delivery is used. */
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

  /** What happens to this delivery. */
  take(): DeliveryFaultKind | undefined {
    const met = this.#added.find(({ chance }) => chance.take());
    if (met?.chance.isOver === true) this.#added = this.#added.filter((one) => one !== met);
    return met?.kind;
  }
}
