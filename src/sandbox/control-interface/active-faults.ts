import type { DeliveryFaultRule } from '../controls/delivery-faults.js';
import type { ChanceOptions, FaultHandle } from '../controls/fault-frequency.js';
import type { FaultRule } from '../controls/faults.js';

/** A fault as it was requested. For `alter`, this has the patch instead of a function. */
type ShownFaultRule = Omit<FaultRule, 'fault'> & { readonly fault: { readonly kind: string } };

/** Rules of one kind that are in force. */
class ActiveRules<Rule extends ChanceOptions> {
  readonly #nextId: () => number;
  readonly #defaultTimes: number;
  #added: { readonly id: number; readonly rule: Rule; readonly handle: FaultHandle }[] = [];

  /** @param defaultTimes how often a rule happens that says nothing about it */
  constructor(nextId: () => number, defaultTimes = 1) {
    this.#nextId = nextId;
    this.#defaultTimes = defaultTimes;
  }

  add(rule: Rule, handle: FaultHandle): { id: number } {
    const id = this.#nextId();
    this.#added.push({ id, rule, handle });
    return { id };
  }

  /** Removes the rule with this id, by default every rule. @returns whether there was one */
  remove(id?: number): boolean {
    const removed = this.#added.filter((entry) => id === undefined || entry.id === id);
    for (const { handle } of removed) handle.remove();
    this.#added = this.#added.filter((entry) => !removed.includes(entry));
    return removed.length > 0;
  }

  /** Shows each rule with its id and its hits. Used-up ones are removed. */
  view() {
    this.#added = this.#added.filter(({ rule: { times, probability }, handle: { hits } }) => {
      const limit = times ?? (probability === undefined ? this.#defaultTimes : Number.POSITIVE_INFINITY);
      return hits < limit;
    });
    return this.#added.map(({ id, rule, handle }) => ({ ...rule, id, hits: handle.hits }));
  }
}

/** The faults, disturbances and prohibitions that the control interface has added to one state. */
export class ActiveFaults {
  #lastId = 0;
  readonly #nextId = (): number => {
    this.#lastId += 1;
    return this.#lastId;
  };
  readonly faults = new ActiveRules<ShownFaultRule>(this.#nextId);
  readonly disturbances = new ActiveRules<DeliveryFaultRule>(this.#nextId);
  readonly prohibitions = new ActiveRules<{ readonly on: string } & ChanceOptions>(
    this.#nextId,
    Number.POSITIVE_INFINITY,
  );

  /** @throws Error when there is none with this id */
  remove(id: number): void {
    if (![this.faults, this.disturbances, this.prohibitions].some((rules) => rules.remove(id)))
      throw new Error(`There is no fault, disturbance or prohibition ${id}.`);
  }

  view() {
    return {
      faults: this.faults.view(),
      disturbances: this.disturbances.view(),
      forbidden: this.prohibitions.view(),
    };
  }
}
