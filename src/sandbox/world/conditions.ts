import { describeNumber } from '../../base/kinds.js';
import type { Rule, Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';

/** How fast and how consistent the service is, and which events it writes. */
export interface Conditions {
  /**
   * Real milliseconds that each answer takes. `jitter` adds up to that many more by chance; the seed decides.
   * @default 0
   */
  readonly latency?: number | { readonly ms: number; readonly jitter?: number };
  /**
   * The most `requests` with one token in any `window` of milliseconds of the sandbox's time. Further ones are answered
   * with 429 and a true Retry-After. @default no limit
   */
  readonly rateLimit?: { readonly requests: number; readonly window: number };
  /**
   * Milliseconds of the sandbox's time after which a new resource is in `listings`, and after which `reads` find it
   * instead of a 404. @default 0 for both
   */
  readonly lag?: { readonly listings?: number; readonly reads?: number };
  /** Milliseconds of the sandbox's time that the analysis of a file takes. @default 2000 */
  readonly analysisTime?: number;
  /**
   * The type of an event about each change of a project's question: of its status, and a further submission. A deployed service
   * was seen to send some, under types that are not known. They carry the project as it is then. @default none: a project has
   * no event but `project.created`
   * @see docs/service.md, Events
   */
  readonly projectEvents?: string;
}

/** A short form of an option, or an options object. */
export const makeShortOr = (short: Rule, object: Rule): Rule => ({
  check: (value, path, options) => (typeof value === 'object' ? object : short).check(value, path, options),
  copy: (value, options) => (typeof value === 'object' ? object.copy?.(value, options) : value),
});

const time = rules.amount('milliseconds');
const aboveZero = rules.required(
  rules.custom((value) => typeof value === 'number' && value > 0, 'must be a number above 0', describeNumber),
);

export const CONDITIONS: Rules<Conditions> = {
  latency: makeShortOr(
    time,
    rules.object<Exclude<Conditions['latency'], number | undefined>>({
      ms: rules.required(time),
      jitter: time,
    }),
  ),
  rateLimit: rules.object<NonNullable<Conditions['rateLimit']>>({ requests: aboveZero, window: aboveZero }),
  lag: rules.object<NonNullable<Conditions['lag']>>({ listings: time, reads: time }),
  analysisTime: time,
  projectEvents: rules.text,
};
