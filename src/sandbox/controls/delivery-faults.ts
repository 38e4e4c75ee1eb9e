import { checkOptions, copyOwn, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { refuseIssues } from '../base/refusal.js';
import { CHANCE, type ChanceOptions, type FaultHandle, FaultList } from './fault-frequency.js';

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

const DELIVERY_FAULT_KINDS: ReadonlySet<string> = new Set<DeliveryFaultKind>([
  'double',
  'reorder',
  'lose',
  'older-form',
]);

const DELIVERY_FAULT_RULE: Rules<DeliveryFaultRule> = {
  kind: rules.required(rules.kind('string')),
  ...CHANCE,
};

/** The faults of deliveries that have been added. */
export class DeliveryFaults {
  readonly #added: FaultList<DeliveryFaultKind>;

  constructor(seed: number) {
    this.#added = new FaultList(seed);
  }

  /** @throws TypeError when an option is wrong or unknown */
  add(rule: DeliveryFaultRule): FaultHandle {
    refuseIssues('deliveries.disturb', checkOptions('rule', rule, DELIVERY_FAULT_RULE));
    const { kind, ...options } = copyOwn(rule);
    if (!DELIVERY_FAULT_KINDS.has(kind))
      throw new TypeError(`The sandbox knows no fault of deliveries named "${kind}".`);
    return this.#added.add(kind, copyOwn(options));
  }

  /** The fault that happens to the next delivery, if any. Counts as a hit. */
  takeFault(): DeliveryFaultKind | undefined {
    return this.#added.take();
  }
}
