import { checkOptions, type OptionKinds } from '../base/options.js';

/** How fast and how consistent the service is, and what it tells of. */
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

/** The kinds of these options, for `checkOptions`. */
export const CONDITION_OPTIONS: OptionKinds<Conditions> = {
  latency: ['number', 'object'],
  rateLimit: ['object'],
  lag: ['object'],
  analysisTime: ['number'],
  projectEvents: ['string'],
};

/** Checks conditions and copies them. @throws TypeError when an option is wrong or unknown */
export function checkedConditions(given: Conditions): Conditions {
  const { latency, rateLimit, lag, analysisTime, projectEvents } = given;
  if (typeof latency === 'object') checkOptions('latency', latency, { ms: ['number'], jitter: ['number'] });
  if (rateLimit !== undefined)
    checkOptions('rateLimit', rateLimit, { requests: ['number'], window: ['number'] });
  if (lag !== undefined) checkOptions('lag', lag, { listings: ['number'], reads: ['number'] });
  if (rateLimit !== undefined && !(rateLimit.requests > 0 && rateLimit.window > 0))
    throw new TypeError('rateLimit needs `requests` and `window` above 0.');
  const times = { ...lag, analysisTime, ...(typeof latency === 'object' ? latency : { latency }) };
  for (const [name, value] of Object.entries(times))
    if (value !== undefined && !(value >= 0))
      throw new TypeError(`"${name}" must be 0 or more milliseconds.`);
  if (projectEvents === '') throw new TypeError('"projectEvents" must be the type of the events.');
  return {
    ...(latency === undefined ? {} : { latency: typeof latency === 'object' ? { ...latency } : latency }),
    ...(rateLimit === undefined ? {} : { rateLimit: { ...rateLimit } }),
    ...(lag === undefined ? {} : { lag: { ...lag } }),
    ...(analysisTime === undefined ? {} : { analysisTime }),
    ...(projectEvents === undefined ? {} : { projectEvents }),
  };
}
