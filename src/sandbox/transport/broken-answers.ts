import { withoutSpareFields } from '../base/spare-fields.js';
import type { Alter, Fault } from '../controls/faults.js';
import { raw, replyJson } from '../http/reply.js';
import type { ServeOutcome } from './outcome.js';

/** A request that a fault happens to. */
export interface FaultedRequest {
  readonly url: URL;
  readonly signal: AbortSignal;
  /** Carries out the operation. */
  run(): Promise<Response>;
}

type Broken<Kind extends Fault['kind']> = Extract<Fault, { kind: Kind }>;

/** The outcome of a request that this fault happens to. */
export async function breakAnswer(fault: Fault, attempt: FaultedRequest): Promise<ServeOutcome> {
  switch (fault.kind) {
    case 'refuse':
      return { kind: 'refused' };
    case 'drop-before':
      return { kind: 'dropped' };
    case 'drop-after':
      await attempt.run();
      return { kind: 'dropped' };
    case 'drop-midway': {
      const response = await attempt.run();
      return { kind: 'cut', response, half: await readHalf(response.clone()) };
    }
    case 'hang':
      if (fault.carriedOut === true) await attempt.run();
      return { kind: 'silence' };
    case 'delay':
      return delay(fault, attempt);
    case 'sparse': {
      const right = await attempt.run();
      if (!right.ok || !hasJsonBody(right)) return { kind: 'answer', response: right };
      const remove = (answer: unknown): unknown => withoutSpareFields(answer, fault);
      return { kind: 'answer', response: await alterAnswer(remove, right) };
    }
    case 'alter':
      return { kind: 'answer', response: await alterAnswer(fault.alter, await attempt.run()) };
    default:
      return { kind: 'answer', response: await replace(fault, attempt) };
  }
}

/** Carries out the operation before the delay, so that it has happened even when the caller gives up. */
async function delay(
  { ms, carriedOut = true }: Broken<'delay'>,
  attempt: FaultedRequest,
): Promise<ServeOutcome> {
  const response = carriedOut ? await attempt.run() : undefined;
  await pauseUntilAborted(ms, attempt.signal);
  if (attempt.signal.aborted) return { kind: 'silence' };
  return { kind: 'answer', response: response ?? (await attempt.run()) };
}

async function replace(
  fault: Broken<'status' | 'html' | 'truncate' | 'empty' | 'wrong-shape' | 'redirect'>,
  attempt: FaultedRequest,
): Promise<Response> {
  const isCarriedOut = fault.carriedOut ?? (fault.kind !== 'status' && fault.kind !== 'redirect');
  const right = isCarriedOut ? await attempt.run() : replyJson(200, { success: true, message: 'OK' });
  switch (fault.kind) {
    case 'status':
      return withStatus(fault);
    case 'redirect':
      return raw(fault.status ?? 302, null, {
        location: fault.location ?? `https://elsewhere.example${attempt.url.pathname}`,
      });
    case 'html':
      return raw(fault.status ?? 200, fault.body ?? MAINTENANCE_PAGE, {
        'content-type': 'text/html; charset=utf-8',
      });
    case 'wrong-shape':
      return replyJson(
        right.status,
        fault.body ?? { success: true, message: 'OK', unexpected: [{ shape: true }] },
      );
    case 'empty':
      return new Response(null, { status: right.status, headers: right.headers });
    case 'truncate':
      return new Response(await readHalf(right), { status: right.status, headers: right.headers });
  }
}

const MAINTENANCE_PAGE = '<!doctype html><title>Under maintenance</title><h1>Under maintenance</h1>';

function withStatus(fault: Broken<'status'>): Response {
  const { status, headers = {} } = fault;
  // A refusal is the service's own unless a test says otherwise.
  const isRefusal = status >= 400 && status < 500;
  const { body = isRefusal ? { success: false, message: 'Refused', error_code: status } : null } = fault;
  if (body === null || status === 204 || status === 205 || status === 304) return raw(status, null, headers);
  return typeof body === 'string' ? raw(status, body, headers) : replyJson(status, body, headers);
}

/** The answer with the body that `alter` returns: as JSON if the answer was JSON, else as text. */
async function alterAnswer(alter: Alter, right: Response): Promise<Response> {
  const { status, headers } = right;
  const text = await right.text();
  const changed = alter(hasJsonBody(right) ? JSON.parse(text) : text);
  return new Response(hasJsonBody(right) ? JSON.stringify(changed) : String(changed), { status, headers });
}

function hasJsonBody({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false;
}

async function readHalf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  return bytes.slice(0, Math.floor(bytes.byteLength / 2));
}

/** Waits for `ms` milliseconds, or until the signal aborts. */
export function pauseUntilAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
