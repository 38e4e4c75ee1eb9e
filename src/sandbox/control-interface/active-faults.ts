import type { Access } from '../controls/access.js';
import type { FaultHandle } from '../controls/chance.js';
import type { DeliveryFaultRule } from '../controls/delivery-faults.js';
import type { FaultRule } from '../controls/faults.js';

/** A fault as it was asked for: `alter` is written down as its patch. */
export type ShownFaultRule = Omit<FaultRule, 'fault'> & { readonly fault: { readonly kind: string } };

interface Added<Rule> {
  readonly id: number;
  readonly rule: Rule;
  readonly handle: FaultHandle;
}

interface Forbidden {
  readonly id: number;
  readonly on: string;
  readonly allow: ReturnType<Access['forbid']>;
}

/** What the control interface has added to one state, and can remove again. */
export class ActiveFaults {
  #lastId = 0;
  #faults: Added<ShownFaultRule>[] = [];
  #disturbances: Added<DeliveryFaultRule>[] = [];
  #forbidden: Forbidden[] = [];

  addFault(rule: ShownFaultRule, handle: FaultHandle): { id: number } {
    const id = this.#nextId();
    this.#faults.push({ id, rule, handle });
    return { id };
  }

  addDisturbance(rule: DeliveryFaultRule, handle: FaultHandle): { id: number } {
    const id = this.#nextId();
    this.#disturbances.push({ id, rule, handle });
    return { id };
  }

  addForbidden(on: string, allow: Forbidden['allow']): { id: number } {
    const id = this.#nextId();
    this.#forbidden.push({ id, on, allow });
    return { id };
  }

  /** Removes one fault, disturbance or prohibition. @throws Error when there is none with this id */
  remove(id: number): void {
    const isIt = (one: { readonly id: number }) => one.id === id;
    const found = [...this.#faults, ...this.#disturbances].find(isIt);
    const forbidden = this.#forbidden.find(isIt);
    if (found === undefined && forbidden === undefined)
      throw new Error(`There is no fault, disturbance or prohibition ${id}.`);
    found?.handle.remove();
    forbidden?.allow();
    this.#faults = this.#faults.filter((one) => !isIt(one));
    this.#disturbances = this.#disturbances.filter((one) => !isIt(one));
    this.#forbidden = this.#forbidden.filter((one) => !isIt(one));
  }

  clearFaults(): void {
    this.#faults = [];
  }

  clearDisturbances(): void {
    for (const { handle } of this.#disturbances) handle.remove();
    this.#disturbances = [];
  }

  clearForbidden(): void {
    for (const { allow } of this.#forbidden) allow();
    this.#forbidden = [];
  }

  /** What is in force. What is used up is forgotten. */
  view() {
    this.#faults = this.#faults.filter(isLeft);
    this.#disturbances = this.#disturbances.filter(isLeft);
    return {
      faults: this.#faults.map(show),
      disturbances: this.#disturbances.map(show),
      forbidden: this.#forbidden.map(({ id, on }) => ({ id, on })),
    };
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}

function isLeft({ rule, handle }: Added<ShownFaultRule | DeliveryFaultRule>): boolean {
  const { times = rule.probability === undefined ? 1 : Number.POSITIVE_INFINITY } = rule;
  return handle.hits < times;
}

function show<Rule extends object>({ id, rule, handle }: Added<Rule>) {
  return { ...rule, id, hits: handle.hits };
}
