import { type Random, seededRandom } from '../base/random.js';
import type { Faults } from '../controls/faults.js';
import { readArrival } from '../http/arrival.js';
import { preflight, tooMany } from '../http/reply.js';
import type { RequestLog } from '../http/request-log.js';
import { createApplication } from '../routes/application.js';
import type { Conditions } from '../world/conditions.js';
import type { State } from '../world/state.js';
import { breakAnswer, pause } from './broken-answers.js';
import type { Outcome, Serve } from './outcome.js';
import { secondsToWait } from './rate-limit.js';
import { unknownPathWarner } from './unknown-paths.js';

export interface ServiceSettings {
  /** The origin of the addresses in answers. Without it, the one that was called. */
  readonly publicUrl: string | undefined;
  readonly eventOrderParameter: string | null;
}

/** Answers requests by the application, with latency and faults. */
export function createService(
  current: () => State,
  faults: Faults,
  log: RequestLog,
  { publicUrl, eventOrderParameter }: ServiceSettings,
): Serve {
  const application = createApplication(eventOrderParameter, unknownPathWarner());
  const jitter = seededRandom({ random: current().seed });
  const publicOrigin = publicUrl?.replace(/\/+$/, '');
  return async (request): Promise<Outcome> => {
    if (request.method === 'OPTIONS') return { kind: 'answer', response: preflight() };
    const url = new URL(request.url);
    const fault = faults.take(request.method, url.pathname);
    if (fault?.kind === 'refuse') return { kind: 'refused' };
    const arrival = await readArrival(request, url);
    const answered = log.add(arrival);
    const { signal } = request;
    const run = async () => {
      const state = current();
      state.clock.settle();
      const origin = publicOrigin ?? url.origin;
      state.calledOrigin = origin;
      const seconds = secondsToWait(state, arrival);
      const response =
        seconds === undefined
          ? await application.fetch(request, { arrival, state, origin })
          : tooMany(seconds).toResponse();
      response.headers.set('date', new Date(state.clock.now()).toUTCString());
      return response;
    };
    const outcome: Outcome =
      fault === undefined
        ? { kind: 'answer', response: await run() }
        : await breakAnswer(fault, { url, signal, run });
    const latency = latencyOf(current().conditions, jitter);
    if (latency > 0) await pause(latency, signal);
    if (outcome.kind === 'answer') answered(outcome.response.status);
    return outcome;
  };
}

function latencyOf({ latency = 0 }: Conditions, random: Random): number {
  if (typeof latency === 'number') return latency;
  const { ms, jitter = 0 } = latency;
  return jitter === 0 ? ms : ms + random() * jitter;
}
