import type { Access } from '../controls/access.js';
import type { DeliveryFaultRule } from '../controls/delivery-faults.js';
import type { FaultHandle } from '../controls/fault-frequency.js';
import type { FaultRule } from '../controls/faults.js';

/** A fault as it was requested. For `alter`, this has the patch instead of a function. */
export type ShownFaultRule = Omit<FaultRule, 'fault'> & { readonly fault: { readonly kind: string } };

interface Added<Rule> {
  readonly id: number;
  readonly rule: Rule;
  readonly handle: FaultHandle;
}

interface Prohibition {
  readonly id: number;
  readonly on: string;
  readonly allow: ReturnType<Access['forbid']>;
}

/** The faults, disturbances and prohibitions that the control interface has added to one state. */
export class ActiveFaults {
  #lastId = 0;
  #faults: Added<ShownFaultRule>[] = [];
  #disturbances: Added<DeliveryFaultRule>[] = [];
  #prohibitions: Prohibition[] = [];

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

  addProhibition(on: string, allow: Prohibition['allow']): { id: number } {
    const id = this.#nextId();
    this.#prohibitions.push({ id, on, allow });
    return { id };
  }

  /** Removes one fault, disturbance or prohibition. @throws Error when there is none with this id */
  remove(id: number): void {
    const isIt = (entry: { readonly id: number }) => entry.id === id;
    const found = [...this.#faults, ...this.#disturbances].find(isIt);
    const prohibition = this.#prohibitions.find(isIt);
    if (found === undefined && prohibition === undefined)
      throw new Error(`There is no fault, disturbance or prohibition ${id}.`);
    found?.handle.remove();
    prohibition?.allow();
    this.#faults = this.#faults.filter((entry) => !isIt(entry));
    this.#disturbances = this.#disturbances.filter((entry) => !isIt(entry));
    this.#prohibitions = this.#prohibitions.filter((entry) => !isIt(entry));
  }

  clearFaults(): void {
    this.#faults = [];
  }

  clearDisturbances(): void {
    for (const { handle } of this.#disturbances) handle.remove();
    this.#disturbances = [];
  }

  clearProhibitions(): void {
    for (const { allow } of this.#prohibitions) allow();
    this.#prohibitions = [];
  }

  /** Those that are in force. Used-up ones are removed. */
  view() {
    this.#faults = this.#faults.filter(isLeft);
    this.#disturbances = this.#disturbances.filter(isLeft);
    return {
      faults: this.#faults.map(show),
      disturbances: this.#disturbances.map(show),
      forbidden: this.#prohibitions.map(({ id, on }) => ({ id, on })),
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
