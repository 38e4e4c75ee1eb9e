import type { Mismatch } from '../../base/checked.js';
import { describeKind } from '../../base/kinds.js';
import { suggestNames } from '../../base/names.js';
import type { Rule, Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import type { EventType } from '../contract/inputs.js';
import type { KnownEvent } from '../contract/types.js';
import { type Checkpoint, type CheckpointStore, checkCheckpoint } from './checkpoint.js';
import type { Wake } from './wake.js';

/** Options of `events.follow`; `Type` are the types of the events that the stream gives. */
export interface FollowOptions<Type extends EventType = EventType> {
  /** Where to begin: at the first event, after the newest event, or after a checkpoint. */
  readonly from: 'beginning' | 'now' | Checkpoint;
  /**
   * Keeps the position: a name in the client's `store`, one for each account and each reader, or a store of your own. It is
   * loaded once, before the first poll: a checkpoint that is there is used instead of `from`. It is saved each time that
   * the loop asks for the next event. An error of the store ends the loop. A client without a `store` forgets a named
   * checkpoint when its process ends. @default none
   */
  readonly checkpoint?: string | CheckpointStore | undefined;
  /**
   * Where to end: `'caught-up'` ends after a poll that has given every event that it found. It ends with the error of a
   * failed poll after three failures in a row, or when `Retry-After` is longer than `maxInterval`. @default never
   */
  readonly until?: 'caught-up' | undefined;
  /** Milliseconds between two polls. @default 10000 */
  readonly interval?: number | undefined;
  /** The longest pause between two polls, in milliseconds: pauses grow while there are no events. @default 60000 */
  readonly maxInterval?: number | undefined;
  /**
   * Gives only events of these types. The others count as handled. A type that the contract does not name is waited for, too,
   * with one warning to the logger. @default all
   */
  readonly types?: readonly Type[] | undefined;
  /** Starts a poll at once when it rings. A callback handler has one as `wake`. @default none */
  readonly wake?: Wake | undefined;
  /** Ends the stream: its loop then throws the signal's reason. @default none */
  readonly signal?: AbortSignal | undefined;
}

const beginning: Rule = {
  check(value, path) {
    if (value === 'beginning' || value === 'now') return [];
    if (typeof value === 'object' && value !== null) return checkCheckpoint(path, value);
    return [{ path, message: `must be 'beginning', 'now' or a checkpoint; got ${describeKind(value)}` }];
  },
  // Not structuredClone, which apps and test environments can lack.
  copy: (value) => JSON.parse(JSON.stringify(value)),
};

const checkpointStore = rules.methods('load', 'save');

const checkpoint: Rule = {
  check(value, path, options) {
    if (typeof value !== 'string') return checkpointStore.check(value, path, options);
    return value === ''
      ? [{ path, message: 'must be a non-empty name, or have the methods load, save' }]
      : [];
  },
};

const eventTypes = rules.custom(
  (value) => Array.isArray(value) && value.every((type) => typeof type === 'string'),
  'must be a list of event types',
);

const types: Rule = {
  check(value, path, options) {
    if (!Array.isArray(value) || value.length > 0) return eventTypes.check(value, path, options);
    return [
      { path, message: 'must name a type: without one, nothing would come. Leave it out for all types' },
    ];
  },
  copy: (value) => Array.from(Object(value)),
};

export const FOLLOW_OPTIONS: Rules<FollowOptions> = {
  from: rules.required(beginning),
  checkpoint,
  until: rules.choice('caught-up'),
  interval: rules.period,
  maxInterval: rules.period,
  types,
  wake: rules.methods('listen'),
  signal: rules.abortSignal,
};

const KNOWN_TYPES = Object.keys({
  'project.created': true,
  'simple_question.created': true,
  'simple_question.expired': true,
  'simple_question.finished': true,
  'simple_question.submitted_translation': true,
} satisfies Record<KnownEvent['type'], true>);

/** What to warn of: types that the contract does not name. The service may have them; more often, they are misspelt. */
export function findUnknownTypes(
  wanted: readonly string[] = [],
): readonly Pick<Mismatch, 'place' | 'message'>[] {
  return wanted
    .filter((type) => !KNOWN_TYPES.includes(type))
    .map((type) => ({
      place: `types: ${type}`,
      message: `is a type that the contract does not name; ${suggestNames(type, KNOWN_TYPES, 'known types')}`,
    }));
}
