import type { Issue } from '../core/errors/errors.js';
import { kindOf } from '../core/http/validate.js';
import type { EventType } from '../openapi/objects.js';
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

type Rule = readonly [holds: (value: unknown) => boolean, rule: string];

const methods = (...names: readonly string[]): Rule => [
  (value) => names.every((name) => typeof Reflect.get(Object(value), name) === 'function'),
  `must have the methods ${names.join(' and ')}`,
];
const period: Rule = [
  (value) => typeof value === 'number' && value > 0 && Number.isFinite(value),
  'must be a positive number of milliseconds',
];

const RULES: Readonly<Record<Exclude<keyof FollowOptions, 'from'>, Rule>> = {
  checkpoint: methods('load', 'save'),
  interval: period,
  maxInterval: period,
  types: [
    (value) => Array.isArray(value) && value.every((type) => typeof type === 'string'),
    'must be an array of event types',
  ],
  wake: methods('listen'),
  signal: [(value) => value instanceof AbortSignal, 'must be an AbortSignal'],
};

/** What is wrong with the options. */
export function followIssues(options: FollowOptions): readonly Issue[] {
  const given: Partial<Record<string, unknown>> = Object(options);
  const issues = Object.entries(RULES).flatMap(([path, [holds, rule]]): Issue[] => {
    const value = given[path];
    return value === undefined || holds(value) ? [] : [{ path, message: `${rule}; got ${kindOf(value)}` }];
  });
  const { from } = given;
  if (from === 'beginning' || from === 'now') return issues;
  if (typeof from === 'object' && from !== null) return [...issues, ...checkpointIssues('from', from)];
  const message = `must be 'beginning', 'now' or a checkpoint; got ${kindOf(from)}`;
  return [...issues, { path: 'from', message }];
}
