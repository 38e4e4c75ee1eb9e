import type { Hono } from 'hono';
import { createRandom, type Random } from '../base/random.js';
import type { Faults } from '../controls/faults.js';
import { type Env, readAccessToken } from '../http/call.js';
import { type ParsedRequest, parseRequest } from '../http/parsed-request.js';
import { preflight, tooMany } from '../http/reply.js';
import type { LoggedAnswer, RequestLog } from '../http/request-log.js';
import { createApplication } from '../routes/application.js';
import type { Conditions } from '../world/conditions.js';
import type { State } from '../world/state.js';
import { breakAnswer, pauseUntilAborted } from './broken-answers.js';
import type { Serve, ServeOutcome } from './outcome.js';
import { makePathWarner } from './unknown-paths.js';

export interface ServiceSettings {
  /** Where the addresses in answers begin, without a slash at the end. Undefined means the origin that was called. */
  readonly publicUrl: string | undefined;
  readonly eventOrderParameter: string | null;
}

/** Answers requests as the service does, with latency and faults. */
export function createService(
  current: () => State,
  faults: Faults,
  requestLog: RequestLog,
  { publicUrl, eventOrderParameter }: ServiceSettings,
): Serve {
  const application = createApplication(
    eventOrderParameter,
    makePathWarner(() => current().mainAccount.accessToken),
  );
  const jitter = createRandom({ random: current().seed });
  const prefix = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  return async (request): Promise<ServeOutcome> => {
    const begun = performance.now();
    if (request.method === 'OPTIONS') return { kind: 'answer', response: preflight() };
    const url = new URL(request.url);
    // The address as the service knows it, when the sandbox is under a path of another server.
    if (prefix !== '' && url.pathname.startsWith(`${prefix}/`))
      url.pathname = url.pathname.slice(prefix.length);
    const fault = faults.takeFault(request.method, url.pathname);
    if (fault?.kind === 'refuse') return { kind: 'refused' };
    const parsed = await parseRequest(request, url);
    const grant = current().tokens.get(readAccessToken(parsed));
    const logAnswer = requestLog.add(parsed, grant?.account.user.login ?? null);
    const { signal } = request;
    const run = () =>
      answerNow(application, request, {
        request: parsed,
        state: current(),
        origin: publicUrl ?? url.origin,
      });
    const outcome: ServeOutcome =
      fault === undefined
        ? { kind: 'answer', response: await run() }
        : await breakAnswer(fault, { url, signal, run });
    const latency = drawLatency(current().conditions, jitter);
    if (latency > 0) await pauseUntilAborted(latency, signal);
    const seen = { at: current().clock.now(), ms: performance.now() - begun, fault: fault?.kind ?? null };
    const status = outcome.kind === 'answer' ? outcome.response.status : null;
    logAnswer(status, requestLog.keepsAnswers ? { ...seen, ...(await readLoggedBody(outcome)) } : undefined);
    return outcome;
  };
}

/** Carries out the request and returns its answer. */
async function answerNow(application: Hono<Env>, request: Request, env: Env['Bindings']): Promise<Response> {
  const { state, request: parsed, origin } = env;
  state.clock.runDueTasks();
  state.calledOrigin = origin;
  const seconds = secondsToWait(state, parsed);
  const response =
    seconds === undefined ? await application.fetch(request, env) : tooMany(seconds).toResponse();
  response.headers.set('date', new Date(state.clock.now()).toUTCString());
  return response;
}

/** The answer's body for the request log. The text of a download is left out. */
async function readLoggedBody(outcome: ServeOutcome): Promise<Pick<LoggedAnswer, 'contentType' | 'text'>> {
  if (outcome.kind !== 'answer') return { contentType: '', text: '' };
  const contentType = outcome.response.headers.get('content-type') ?? '';
  const isText = /^(application\/json|text\/)/.test(contentType);
  return { contentType, text: isText ? await outcome.response.clone().text() : '' };
}

function drawLatency({ latency = 0 }: Conditions, random: Random): number {
  if (typeof latency === 'number') return latency;
  const { ms, jitter = 0 } = latency;
  return jitter === 0 ? ms : ms + random() * jitter;
}

/**
 * Counts the request against the rate limit. Refused requests do not count.
 * @returns the seconds until the next request is accepted; undefined when this one is
 */
function secondsToWait(state: State, request: ParsedRequest): number | undefined {
  const { rateLimit } = state.conditions;
  if (rateLimit === undefined) return undefined;
  const { requests, window } = rateLimit;
  // All unknown tokens share one count, so that they cannot fill the memory.
  const given = readAccessToken(request);
  const token = state.tokens.has(given) ? given : '';
  const now = state.clock.now();
  const recent = (state.requestTimes.get(token) ?? []).filter((at) => at > now - window);
  state.requestTimes.set(token, recent);
  const oldest = recent[recent.length - requests];
  if (recent.length >= requests && oldest !== undefined) return Math.ceil((oldest + window - now) / 1000);
  recent.push(now);
  return undefined;
}
