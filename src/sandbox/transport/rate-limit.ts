import type { Arrival } from '../http/arrival.js';
import { tokenOf } from '../http/call.js';
import type { State } from '../world/state.js';

/** The times of the requests with each token, within the last window. Each state has its own. */
const times = new WeakMap<State, Map<string, number[]>>();

/**
 * Counts a request. Returns how many seconds have to pass until one is answered again; undefined when this one is.
 * Refused requests do not count.
 */
export function secondsToWait(state: State, arrival: Arrival): number | undefined {
  const { rateLimit } = state.conditions;
  if (rateLimit === undefined) return undefined;
  const { requests, window } = rateLimit;
  // All unknown tokens count as one, so that they cannot fill the memory.
  const given = tokenOf(arrival);
  const token = state.tokens.has(given) ? given : '';
  const now = state.clock.now();
  const ofState = times.get(state) ?? new Map<string, number[]>();
  times.set(state, ofState);
  const recent = (ofState.get(token) ?? []).filter((at) => at > now - window);
  ofState.set(token, recent);
  const oldest = recent[recent.length - requests];
  if (recent.length >= requests && oldest !== undefined) return Math.ceil((oldest + window - now) / 1000);
  recent.push(now);
  return undefined;
}
