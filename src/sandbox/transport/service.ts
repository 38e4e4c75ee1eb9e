import type { Faults } from '../controls/faults.js';
import { readArrival } from '../http/arrival.js';
import { preflight } from '../http/reply.js';
import type { RequestLog } from '../http/request-log.js';
import { createApplication } from '../routes/application.js';
import type { State } from '../world/state.js';
import { breakAnswer, pause } from './broken-answers.js';
import type { Outcome, Serve } from './outcome.js';

export interface ServiceSettings {
  /** Milliseconds that each answer takes. */
  readonly latency: number;
  /** The origin of the addresses in answers. Without it, the one that was called. */
  readonly publicUrl: string | undefined;
  readonly eventOrderParameter: string | null;
}

/** Answers requests by the application, with latency and faults. */
export function createService(
  current: () => State,
  faults: Faults,
  log: RequestLog,
  { latency, publicUrl, eventOrderParameter }: ServiceSettings,
): Serve {
  const application = createApplication(eventOrderParameter);
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
      const response = await application.fetch(request, { arrival, state, origin });
      response.headers.set('date', new Date(state.clock.now()).toUTCString());
      return response;
    };
    const outcome: Outcome =
      fault === undefined
        ? { kind: 'answer', response: await run() }
        : await breakAnswer(fault, { url, signal, run });
    if (latency > 0) await pause(latency, signal);
    if (outcome.kind === 'answer') answered(outcome.response.status);
    return outcome;
  };
}
