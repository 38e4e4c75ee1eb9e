import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Fetch } from 'translation-requester';
import type { Counts } from './counts.ts';
import { settings } from './settings.ts';

/** Seconds of a window. A sixth of a minute, so that nobody waits long for the next one. */
const WINDOW = 10;
/** Milliseconds to wait while Redis can't be asked. */
const BLIND = 2_000;

/**
 * Sends requests for an account, as many as all processes together may send. One too many is not sent, and answered as
 * the service would: 429, with the time to wait. The library knows what to do with that, and that nothing was ordered.
 * When the service itself answers 429, all processes pause.
 */
export function limitedFetch(redis: Redis, account: string, counts: Counts, send: Fetch = fetch): Fetch {
  const points = Math.max(1, Math.floor((settings.requestsAMinute * WINDOW) / 60));
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: 'fleet:limit',
    points,
    duration: WINDOW,
    rejectIfRedisNotReady: true,
  });
  return async (url, init) => {
    try {
      await limiter.consume(account);
    } catch (refusal) {
      counts.add('requests', 'held back');
      return held(refusal instanceof RateLimiterRes ? refusal.msBeforeNext : BLIND);
    }
    const answer = await counted(counts, send(url, init));
    const pause = Number(answer.headers.get('retry-after'));
    // Whether the others hear of it or not, this request has its answer.
    if (answer.status === 429 && pause > 0)
      await limiter.block(account, Math.ceil(pause)).catch(() => undefined);
    return answer;
  };
}

function held(ms: number): Response {
  const body = { success: false, message: 'Held back by the limit that the processes share' };
  const headers = { 'retry-after': `${Math.ceil(ms / 1000)}` };
  return Response.json(body, { status: 429, headers });
}

async function counted(counts: Counts, sent: Promise<Response>): Promise<Response> {
  const answer = await sent.catch((error: unknown) => {
    counts.add('requests', 'no answer');
    throw error;
  });
  counts.add('requests', `${answer.status}`);
  return answer;
}
