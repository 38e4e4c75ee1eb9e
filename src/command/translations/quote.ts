import type { FoundPlaceholders } from '../../texts.js';
import type { SessionUnit } from './session.js';

/** An order of a unit. */
export interface UnitOrder {
  readonly id: number;
  readonly key: string;
  readonly points: number;
  /** Whether this command has placed it, not another one before or at the same time. */
  readonly placed: boolean;
}

/** A unit with its price. */
export interface Quote {
  readonly unit: SessionUnit;
  /** Texts of the job, ordered or not; a document counts as one. */
  readonly texts: number;
  /** Points that are still to be paid. */
  readonly points: number;
  /** Points of orders that are placed. */
  readonly placed: number;
  readonly placeholders: FoundPlaceholders;
  /** Places the orders. @param onDone called with the number of texts that are ordered */
  place(onDone: (done: number) => void): Promise<readonly UnitOrder[]>;
}

/** Milliseconds: longer than a claim lasts, so that it outlives those of a command that was killed. */
export const SETTLE = 90_000;
