import type { Hono } from 'hono';
import { type Random, seededRandom } from '../base/random.js';
import type { Faults } from '../controls/faults.js';
import { type Arrival, readArrival } from '../http/arrival.js';
import { type Env, tokenOf } from '../http/call.js';
import { preflight, tooMany } from '../http/reply.js';
import type { LoggedAnswer, RequestLog } from '../http/request-log.js';
import { createApplication } from '../routes/application.js';
import type { Conditions } from '../world/conditions.js';
import type { State } from '../world/state.js';
import { breakAnswer, pause } from './broken-answers.js';
import type { Outcome, Serve } from './outcome.js';
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
  return async (request, around): Promise<Outcome> => {
    const begun = performance.now();
    if (request.method === 'OPTIONS') return { kind: 'answer', response: preflight() };
    const url = new URL(request.url);
    const fault = faults.take(request.method, url.pathname);
    if (fault?.kind === 'refuse') return { kind: 'refused' };
    const arrival = await readArrival(request, url);
    const answered = log.add(arrival);
    const { signal } = request;
    const run = () =>
      answerNow(application, request, {
        ...{ arrival, state: current(), registerAt: around?.registerAt },
        origin: publicOrigin ?? url.origin,
      });
    const outcome: Outcome =
      fault === undefined
        ? { kind: 'answer', response: await run() }
        : await breakAnswer(fault, { url, signal, run });
    const latency = latencyOf(current().conditions, jitter);
    if (latency > 0) await pause(latency, signal);
    const seen = { at: current().clock.now(), ms: performance.now() - begun, fault: fault?.kind ?? null };
    const status = outcome.kind === 'answer' ? outcome.response.status : null;
    answered(status, log.keepsAnswers ? { ...seen, ...(await bodyOf(outcome)) } : undefined);
    return outcome;
  };
}

/** Carries the request out, and answers it. */
async function answerNow(application: Hono<Env>, request: Request, env: Env['Bindings']): Promise<Response> {
  const { state, arrival, origin } = env;
  state.clock.settle();
  state.calledOrigin = origin;
  const seconds = secondsToWait(state, arrival);
  const response =
    seconds === undefined ? await application.fetch(request, env) : tooMany(seconds).toResponse();
  response.headers.set('date', new Date(state.clock.now()).toUTCString());
  return response;
}

/** What the request log shows of an answer's body: nothing of downloads. */
async function bodyOf(outcome: Outcome): Promise<Pick<LoggedAnswer, 'contentType' | 'text'>> {
  if (outcome.kind !== 'answer') return { contentType: '', text: '' };
  const contentType = outcome.response.headers.get('content-type') ?? '';
  const isText = /^(application\/json|text\/)/.test(contentType);
  return { contentType, text: isText ? await outcome.response.clone().text() : '' };
}

function latencyOf({ latency = 0 }: Conditions, random: Random): number {
  if (typeof latency === 'number') return latency;
  const { ms, jitter = 0 } = latency;
  return jitter === 0 ? ms : ms + random() * jitter;
}

/** The times of the requests with each token, within the last window. Each state has its own. */
const times = new WeakMap<State, Map<string, number[]>>();

/**
 * Counts a request. Returns how many seconds have to pass until one is answered again; undefined when this one is.
 * Refused requests do not count.
 */
function secondsToWait(state: State, arrival: Arrival): number | undefined {
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
