// On their own: whoever uses one of them needs no rules of options.
export { DEFAULT_SETTLE } from '../core/http/sightings.js';

export const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A call is repeated within days. A longer search reads more pages of a listing, for orders that the store knows anyway. */
export const SEARCH_LOOKBACK = 7 * DAY;
