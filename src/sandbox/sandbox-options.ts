import { isToken } from '../base/http.js';
import { describeNumber, isWhole } from '../base/kinds.js';
import { checkOptions, copyOptions, type Rules } from '../base/options.js';
import * as rules from '../base/rules.js';
import type { Now } from './base/clock.js';
import { refuseIssues } from './base/refusal.js';
import type { AutopilotOptions } from './controls/autopilot.js';
import type { DeliveryHandler } from './controls/deliveries.js';
import { CONDITIONS, type Conditions, makeShortOr } from './world/conditions.js';
import type { SandboxSnapshot } from './world/stored-state.js';

/** Options of a sandbox. Everything has a default. */
export interface SandboxOptions extends Conditions {
  /**
   * The same seed gives the same ids, tokens and random choices. Ids of events also depend on the time of creation, so that
   * a checkpoint of an earlier sandbox hides no event. @default 1
   */
  readonly seed?: number;
  /**
   * The sandbox's time: a moment (milliseconds, a date or an ISO text), at which time stands still until
   * `clock.advance()` moves it, or a function that returns the time. @default Date.now
   */
  readonly now?: Now;
  /** Simulated translators work on the orders. Sometimes they ask a question. @default false; true means the defaults below */
  readonly autopilot?: boolean | AutopilotOptions;
  /**
   * How many translations each body of a simple question gets, from 1 to 10. With 2, as a deployed service was seen to do, an
   * order stays listed until each body has two; the autopilot and `sandbox.place` translate every body once, then again. With 1,
   * only the event of the last translation shows status 8. @default 1
   * @see docs/service.md, Simple question moves
   */
  readonly translationsPerBody?: number;
  /**
   * Where `url`, `html_url`, `download_url` and Location in answers begin: an origin, or the address of a path of your own server
   * under which `sandbox.fetch` answers. That path may be part of the requests or not. @default the origin that was called
   */
  readonly publicUrl?: string;
  /** Points of the first account's default organization. @default 10_000_000 */
  readonly points?: number;
  /**
   * The token of the first account: letters, digits and `.-_~`. The tokens of other accounts and of sign-ins, and the client
   * secrets, are then random. Of a snapshot with another token, no token and no secret is valid any more. A sandbox that other
   * machines can call must have one. @default one that follows from the seed, so that everybody can know it
   */
  readonly accessToken?: string;
  /** The callback URLs, one or several, that the applications are registered with. @default http://localhost:3000/callback */
  readonly redirectUri?: string | readonly string[];
  /** The notification URL that the applications are registered with. @default http://localhost:3000/events */
  readonly callbackUrl?: string;
  /** Sends deliveries, usually `fetch`. Without it and `deliveries.to()`, nothing is delivered. @default none */
  readonly deliver?: DeliveryHandler;
  /** The name of the events listing's ordering parameter; null for a service that has none. @default 'order' */
  readonly eventOrderParameter?: string | null;
  /**
   * What `sandbox.snapshot()` returned, here or in another process. `seed` and `points` are then ignored;
   * `translationsPerBody`, `accessToken`, `redirectUri` and `callbackUrl` replace those of the snapshot. Time continues from the snapshot.
   * @default a new account, with nothing ordered
   */
  readonly snapshot?: SandboxSnapshot;
}

const MAX_TRANSLATIONS = 10;

const address = rules.custom(
  (value) => typeof value === 'string' && URL.canParse(value),
  'must be an address such as http://localhost:3000/callback',
);
const addresses = rules.list(address, 1);

const SANDBOX_RULES: Rules<SandboxOptions> = {
  seed: rules.kind('number'),
  now: rules.kind('number', 'string', 'object', 'function'),
  autopilot: makeShortOr(
    rules.flag,
    rules.object<AutopilotOptions>({ pace: rules.kind('number'), realistic: rules.flag }),
  ),
  translationsPerBody: rules.custom(
    (value) => isWhole(value, 1) && value <= MAX_TRANSLATIONS,
    `must be an integer from 1 to ${MAX_TRANSLATIONS}`,
    describeNumber,
  ),
  ...CONDITIONS,
  publicUrl: {
    ...rules.custom(
      isPublicUrl,
      'must be an address such as http://localhost:3000/translations, without a query',
    ),
    copy: (value) => new URL(String(value)).href.replace(/(?<!\/)\/+$/, ''),
  },
  points: rules.kind('number'),
  accessToken: rules.custom(isToken, 'must have 1 to 200 letters, digits and .-_~'),
  redirectUri: {
    check: (value, path, options) => (Array.isArray(value) ? addresses : address).check(value, path, options),
    copy: (value) => [value].flat(),
  },
  callbackUrl: rules.kind('string'),
  deliver: rules.callable,
  eventOrderParameter: rules.kind('string', 'null'),
  snapshot: rules.kind('object'),
};

/** Checks the options and copies them, so that a later change to them has no effect. @throws TypeError */
export function copyChecked(options: SandboxOptions): SandboxOptions {
  refuseIssues('createSandbox', checkOptions('options', options, SANDBOX_RULES));
  return copyOptions(options, SANDBOX_RULES);
}

function isPublicUrl(given: unknown): boolean {
  if (typeof given !== 'string' || !URL.canParse(given)) return false;
  const url = new URL(given);
  return /^https?:$/.test(url.protocol) && url.href === url.origin + url.pathname;
}
