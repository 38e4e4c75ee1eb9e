import type { OrderPlan, Step } from '../plan.ts';
import type { Actor } from '../virtual-time.ts';
import type { Effect } from '../world/service.ts';

/** How a call ended. */
export interface Ending {
  readonly at: number;
  /** What it resolved to or threw, for the story. */
  readonly words: string;
  /** What it says of itself: that of its error, or `done`. Undefined for an abort. */
  readonly outcome: 'done' | 'rejected' | 'not_sent' | 'unknown' | undefined;
  /** The id of the result, or of the error. */
  readonly id?: number | undefined;
  readonly error?: unknown;
}

/** What the service has done. */
interface Done {
  /** The name of the request. */
  readonly sent: string;
  readonly at: number;
  readonly effect: Effect;
  /** Whether the request was a copy, delivered after the service was reset: what was said of the first one is not about it. */
  readonly isStray: boolean;
}

/** A call that a process makes, and what came of it in truth. */
export interface CallTag {
  readonly name: string;
  readonly does: Step['does'];
  readonly order: OrderPlan;
  readonly life: Actor;
  readonly began: number;
  /** When its signal aborted. */
  aborted?: number;
  ending?: Ending;
  /** What the service has done for it. */
  readonly effects: Done[];
  /** Its requests that the service can still carry out. */
  open: number;
  requests: number;
  /** The step that it is a try of, where those count together. */
  readonly step?: string | undefined;
  /** Steps that its store has made. */
  steps: number;
  /** Milliseconds that it may wait in all, beside its requests; undefined where that is not said. */
  readonly settle?: number | undefined;
  readonly maxPoints?: number | undefined;
  /** Whether its process stood still meanwhile. */
  wasPaused?: boolean;
}

/** An order that the service has carried out. */
export interface TrueOrder {
  readonly id: number;
  readonly kind: OrderPlan['kind'];
  /** The key that was asked for, whatever the service keeps. */
  readonly key: string;
  readonly target: string;
  /** What it asks for, a line for each text. */
  readonly text: string;
  readonly sent: string;
  readonly call: CallTag | undefined;
  readonly points: number;
  /** What a quote for it says. */
  readonly quote: number;
  readonly at: number;
  /** The service has forgotten it. */
  isForgotten?: boolean;
  /** A person has said that it is not there, rightly, or while it was sent. */
  isForgiven?: boolean;
}

export interface Violation {
  /** The rule that does not hold. */
  readonly rule: string;
  readonly words: string;
}
