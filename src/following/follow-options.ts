import { abortSignal, type Rule, type Rules, required, rule, withMethods } from '../core/http/options.js';
import { describeKind } from '../core/http/validate.js';
import type { EventType } from '../openapi/events.js';
import { type Checkpoint, type CheckpointStore, checkpointIssues } from './checkpoint.js';
import type { Wake } from './wake.js';

/** How the event log is followed; `Type` are the types that the stream gives. */
export interface FollowOptions<Type extends EventType = EventType> {
  /** Where to begin: at the first event, after the newest one, or after a checkpoint. */
  readonly from: 'beginning' | 'now' | Checkpoint;
  /**
   * Where the place outlives the process: loaded before `from` counts, saved whenever the loop asks for the next
   * event. What it throws ends the loop. @default none
   */
  readonly checkpoint?: CheckpointStore | undefined;
  /** Milliseconds between two polls. @default 10000 */
  readonly interval?: number | undefined;
  /** Milliseconds between two polls after many that brought nothing. @default 60000 */
  readonly maxInterval?: number | undefined;
  /** Only events of these types; the others are passed over without losing the place. @default all */
  readonly types?: readonly Type[] | undefined;
  /** Polls at once when it rings, such as the `wake` of a callback handler. @default none */
  readonly wake?: Wake | undefined;
  /** Ends the stream, which then throws the signal's own reason. @default none */
  readonly signal?: AbortSignal | undefined;
}

const period: Rule = rule(
  (value) => typeof value === 'number' && value > 0 && Number.isFinite(value),
  'must be a positive number of milliseconds',
);

const beginning: Rule = {
  check(value, path) {
    if (value === 'beginning' || value === 'now') return [];
    if (typeof value === 'object' && value !== null) return checkpointIssues(path, value);
    return [{ path, message: `must be 'beginning', 'now' or a checkpoint; got ${describeKind(value)}` }];
  },
  copy: (value) => (typeof value === 'object' ? structuredClone(value) : value),
};

const types: Rule = {
  ...rule(
    (value) => Array.isArray(value) && value.every((type) => typeof type === 'string'),
    'must be an array of event types',
  ),
  copy: (value) => Array.from(Object(value)),
};

/** The rules for the options of following. */
export const FOLLOW_OPTIONS: Rules<FollowOptions> = {
  from: required(beginning),
  checkpoint: withMethods('load', 'save'),
  interval: period,
  maxInterval: period,
  types,
  wake: withMethods('listen'),
  signal: abortSignal,
};
