import type { Library } from './library.ts';
import type { ClaimedOrder, Scope } from './scopes.ts';

/** An order that the service has carried out. */
export interface TrueOrder {
  readonly id: number;
  readonly key: string | null;
  readonly text: string;
  /** Who has sent it. */
  readonly process: string;
}

/** How a call has ended. */
export interface Ending {
  readonly process: string;
  /** The orders that it says are there. */
  readonly orders: readonly ClaimedOrder[];
  readonly error?: unknown;
}

/** Compares what calls say with what the service has done. */
export class Judge {
  readonly violations: string[] = [];
  readonly orders: TrueOrder[] = [];
  readonly endings: Ending[] = [];
  /** What `onSpend` was told, in points. */
  readonly spends: number[] = [];
  readonly #scope: Scope;
  readonly #tell: (words: string) => void;

  constructor(scope: Scope, tell: (words: string) => void) {
    this.#scope = scope;
    this.#tell = tell;
  }

  accuse(words: string): void {
    this.violations.push(words);
    this.#tell(`VIOLATION: ${words}`);
  }

  /** The service has carried out an order. */
  ordered(order: TrueOrder): void {
    const earlier = this.orders.find(({ text }) => text === order.text);
    if (earlier !== undefined)
      this.accuse(`"${order.text}" is ordered twice, by ${earlier.process} and by ${order.process}`);
    this.orders.push(order);
  }

  /** `onSpend` hears of an order. */
  spent(points: number): void {
    this.spends.push(points);
    if (this.spends.length > this.orders.length) this.accuse('onSpend hears twice of an order');
  }

  /** What the budget has left when every order of the scope is placed: it is as large as they cost together. */
  left(points: number | undefined): void {
    if (points !== 0) this.accuse(`the budget has ${points} points left, and everything is ordered`);
  }

  /** A call has ended. */
  ended(ending: Ending, { main }: Library): void {
    this.endings.push(ending);
    const { process, orders, error } = ending;
    for (const { id, text, placed } of orders) {
      const order = this.orders.find((each) => each.id === id);
      if (order?.text !== text)
        this.accuse(`${process} gives ${id} for "${text}", which is "${order?.text}"`);
      else if (placed && order.process !== process) this.accuse(`${process} says that it has placed ${id}`);
    }
    const missing = this.#scope.texts.filter((text) => !orders.some((order) => order.text === text));
    if (error === undefined && missing.length > 0)
      this.accuse(`${process} gives no order for ${missing.join()}`);
    if (error !== undefined && !main.isRequesterError(error))
      this.accuse(`${process} rejects with ${String(error)}`);
  }

  /** Nothing can happen any more. */
  finish(library: Library): void {
    for (const ending of this.endings) this.#checkDenials(ending, library);
    for (const text of this.#scope.texts)
      if (!this.orders.some((order) => order.text === text))
        this.accuse(`"${text}" can't be ordered any more`);
  }

  /** What a call denies to have sent or placed, it has not: also not later. */
  #checkDenials({ process, error }: Ending, { main, texts }: Library): void {
    const own = this.orders.filter((order) => order.process === process);
    const failures = error instanceof texts.IncompleteJobError ? error.failures : [{ key: undefined, error }];
    for (const failure of failures) {
      if (!main.isRequesterError(failure.error) || !DENIALS.includes(failure.error.outcome)) continue;
      const done = own.find(({ key }) => failure.key === undefined || failure.key === key);
      if (done === undefined) continue;
      this.accuse(
        `${process} says ${failure.error.outcome}, and has ordered ${done.id}: ${failure.error.message}`,
      );
    }
  }
}

const DENIALS: readonly unknown[] = ['rejected', 'not_sent'];
