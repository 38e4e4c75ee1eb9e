import { isWhole } from '../base/kinds.js';
import type { Now } from './base/clock.js';
import { checkOptions, type OptionKinds } from './base/options.js';
import type { AutopilotOptions } from './controls/autopilot.js';
import type { DeliveryHandler } from './controls/deliveries.js';
import { CONDITION_OPTIONS, type Conditions, checkedConditions } from './world/conditions.js';
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
   * order is in status 8 (each body has one), and stays listed, until each body has two; the autopilot and `sandbox.place`
   * translate every body once, then again. With 1, only the event of the last translation shows status 8. @default 1
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
   * `translationsPerBody`, `redirectUri` and `callbackUrl` replace those of the snapshot. Time continues from the snapshot.
   * @default a new account, with nothing ordered
   */
  readonly from?: SandboxSnapshot;
}

const OPTIONS: OptionKinds<SandboxOptions> = {
  seed: ['number'],
  now: ['number', 'string', 'object', 'function'],
  autopilot: ['boolean', 'object'],
  translationsPerBody: ['number'],
  ...CONDITION_OPTIONS,
  publicUrl: ['string'],
  points: ['number'],
  redirectUri: ['string', 'array'],
  callbackUrl: ['string'],
  deliver: ['function'],
  eventOrderParameter: ['string', 'null'],
  from: ['object'],
};

const MAX_TRANSLATIONS = 10;

/** Checks the options and copies them, so that a later change to them has no effect. */
export function checkedCopy(options: SandboxOptions): SandboxOptions {
  checkOptions('createSandbox', options, OPTIONS);
  const { autopilot, redirectUri, publicUrl, translationsPerBody = 1 } = options;
  if (!isWhole(translationsPerBody, 1) || translationsPerBody > MAX_TRANSLATIONS)
    throw new TypeError(
      `The option "translationsPerBody" of createSandbox takes an integer from 1 to ${MAX_TRANSLATIONS}.`,
    );
  const copy = {
    ...options,
    ...checkedConditions(options),
    ...(publicUrl === undefined ? {} : { publicUrl: checkedPublicUrl(publicUrl) }),
    ...(redirectUri === undefined ? {} : { redirectUri: checkedAddresses(redirectUri) }),
  };
  if (typeof autopilot !== 'object') return copy;
  checkOptions('autopilot', autopilot, { pace: ['number'], realistic: ['boolean'] });
  return { ...copy, autopilot: { ...autopilot } };
}

/** The address without slashes at its end. */
function checkedPublicUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.href === url.origin + url.pathname)
    return url.href.replace(/(?<!\/)\/+$/, '');
  throw new TypeError(
    'The option "publicUrl" of createSandbox takes an address such as http://localhost:3000/translations, without a query.',
  );
}

function checkedAddresses(given: string | readonly string[]): string[] {
  const addresses = [given].flat();
  const wrong = addresses.find((one) => typeof one !== 'string' || !URL.canParse(one));
  if (addresses.length > 0 && wrong === undefined) return addresses;
  throw new TypeError(
    `The option "redirectUri" of createSandbox takes one address or several, not ${JSON.stringify(given)}.`,
  );
}
