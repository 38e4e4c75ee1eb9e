import type { FaultKind } from './faults.ts';

/** What an order asks for. A key has one order, but for a few that use it again for another one. */
export interface OrderPlan {
  readonly kind: 'project' | 'simple';
  readonly key: string;
  readonly text: string;
  /** Of a project, the texts of further questions. */
  readonly more?: readonly string[];
  /** A language that the service refuses is 'xx'. */
  readonly target: string;
}

export const SCENARIOS = ['orders', 'following', 'tables', 'documents'] as const;

export type ScenarioName = (typeof SCENARIOS)[number];

export interface Step {
  readonly name: string;
  readonly does:
    | 'order'
    | 'plain'
    | 'cancel'
    | 'comment'
    | 'wait'
    | 'follow'
    | 'table'
    | 'collect'
    | 'reject'
    | 'document';
  readonly order: OrderPlan;
  /** How often the call is made until it succeeds. */
  readonly tries: number;
  /** Milliseconds that each call waits in all. @default SETTLE */
  readonly settle?: number;
  /** Milliseconds between two tries. */
  readonly between: number;
  readonly maxPoints?: number | undefined;
  /** When its signal aborts, in milliseconds after each call. */
  readonly abortAfter: number;
  /** Whether following ends when it has caught up. */
  readonly isRun?: boolean;
  /** Which texts, or how many languages. */
  readonly version?: number;
}

/** A table whose texts change from call to call. */
export interface TablePlan {
  readonly using: 'simple' | 'project';
  readonly languages: readonly string[];
  readonly versions: readonly Readonly<Record<string, string>>[];
}

/** What other people do at the service: order, translate, finish. */
export interface Activity {
  readonly at: number;
  readonly what: 'order' | 'translate' | 'finish';
  /** Which of the orders. */
  readonly index: number;
}

export interface ProcessPlan {
  readonly name: string;
  readonly clockAhead: number;
  readonly steps: readonly Step[];
}

/** Something that happens to a process at the n-th request or step of its store, or at a time. */
export type Incident =
  | {
      readonly what: 'kill';
      readonly process: string;
      readonly operation: number;
      readonly phase: 'before' | 'after';
      readonly restart: number;
    }
  | { readonly what: 'pause'; readonly process: string; readonly operation: number; readonly time: number }
  | { readonly what: 'jump'; readonly process: string; readonly at: number; readonly by: number }
  | { readonly what: 'resolve' | 'reset' | 'crowd'; readonly at: number };

/** Everything that was drawn before a run. Nothing of it is drawn while it runs, so it can be made smaller. */
export interface Plan {
  readonly seed: number;
  readonly scenario: ScenarioName;
  readonly faults: readonly FaultKind[];
  readonly store: 'shared' | 'memory';
  /** Whether the store has a clock of its own. */
  readonly hasStoreClock: boolean;
  readonly pageSize: number;
  /** How many orders the account has from before. */
  readonly history: number;
  /** Whether the first of the keys was ordered before all those, and before there was a store. */
  readonly isPlacedBefore: boolean;
  readonly budget: number | undefined;
  readonly timeout: number;
  readonly processes: readonly ProcessPlan[];
  readonly incidents: readonly Incident[];
  readonly activities: readonly Activity[];
  /** Whether orders are translated after a while. */
  readonly hasTranslators: boolean;
  readonly table?: TablePlan;
}

/** Long enough for what is late and for lagging replicas, as the docs ask. */
export const SETTLE = 20_000;

/** For a call that nothing aborts. */
export const LASTING = Number.POSITIVE_INFINITY;
