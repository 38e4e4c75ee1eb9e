import type { Outcome } from '../../src/client/core/errors/errors.js';
import type { Fault } from '../../src/sandbox.js';

/** A fault, and what must be told of a write that meets it. */
export interface Case {
  readonly title: string;
  readonly fault: Fault;
  readonly name: string;
  readonly outcome: Outcome;
  /** What a read that meets it says, if not the same: no outcome is unclear there. */
  readonly read?: Outcome;
  /** Whether the service carries the write out. */
  readonly done: boolean;
  readonly status?: number;
}

/** Longer than any call waits. */
const AGES = 3_600_000;

type Facts = Omit<Case, 'title' | 'fault'>;

function of(fault: Fault, facts: Facts): Case {
  const { kind, ...details } = fault;
  const shown = Object.keys(details).length === 0 ? '' : ` ${JSON.stringify(details)}`;
  return { title: `${kind}${shown}`, fault, ...facts };
}

const lost = (done: boolean): Facts => ({ name: 'ConnectionError', outcome: 'unknown', done });
const late = (done: boolean): Facts => ({ name: 'TimeoutError', outcome: 'unknown', done });
const failing = (status: number, done: boolean): Facts => ({
  name: 'ServerError',
  outcome: 'unknown',
  done,
  status,
});
const redirected = (status: number, done: boolean): Facts => ({
  ...failing(status, done),
  name: 'RedirectError',
});
const unusable: Facts = { name: 'UnexpectedAnswerError', outcome: 'done', done: true };
/** What something in between may have said. */
const unreadable: Facts = { ...unusable, outcome: 'unknown', read: 'done' };
const refused = (status: number, name = 'ApiError'): Facts => ({
  name,
  outcome: 'rejected',
  done: false,
  status,
});

/** A refusal that may not be the service's, or not whole. */
const unclear = (status: number, name = 'ApiError'): Facts => ({
  ...refused(status, name),
  outcome: 'unknown',
  read: 'rejected',
});

const noJson = { message: 'Problems parsing JSON' };
const disabled = { success: false, message: 'Disabled', error_code: 900 };

/** One for each way in which an attempt can end without success. */
export const waysToFail: readonly Case[] = [
  of({ kind: 'drop-after' }, lost(true)),
  of({ kind: 'delay', ms: AGES }, late(true)),
  of({ kind: 'status', status: 409 }, refused(409)),
  of({ kind: 'status', status: 503 }, failing(503, false)),
  of({ kind: 'truncate' }, unreadable),
  of({ kind: 'wrong-shape' }, unusable),
  of({ kind: 'redirect', carriedOut: true }, redirected(302, true)),
];

/** Faults after which a write may have been carried out, or would be refused again: it must not be repeated. */
export const finalForWrites: readonly Case[] = [
  ...waysToFail,
  of({ kind: 'drop-before' }, lost(false)),
  of({ kind: 'drop-midway' }, unreadable),
  of({ kind: 'delay', ms: AGES, carriedOut: false }, late(false)),
  of({ kind: 'hang' }, late(false)),
  of({ kind: 'hang', carriedOut: true }, late(true)),
  of({ kind: 'status', status: 400 }, refused(400)),
  of({ kind: 'status', status: 401 }, refused(401, 'AuthenticationError')),
  of({ kind: 'status', status: 403 }, refused(403, 'PermissionError')),
  of({ kind: 'status', status: 403, body: noJson }, refused(403, 'MalformedRequestError')),
  of({ kind: 'status', status: 404 }, refused(404, 'NotFoundError')),
  of({ kind: 'status', status: 408 }, unclear(408)),
  of({ kind: 'status', status: 409, body: '', carriedOut: true }, { ...unclear(409), done: true }),
  of(
    { kind: 'status', status: 429, body: '', headers: { 'retry-after': '1' } },
    unclear(429, 'RateLimitError'),
  ),
  of({ kind: 'status', status: 422 }, refused(422, 'ValidationError')),
  of({ kind: 'status', status: 429, headers: { 'retry-after': '61' } }, refused(429, 'RateLimitError')),
  of({ kind: 'status', status: 425, body: '' }, unclear(425)),
  of({ kind: 'status', status: 503, carriedOut: true }, failing(503, true)),
  of({ kind: 'status', status: 501 }, failing(501, false)),
  of({ kind: 'status', status: 204, carriedOut: true }, { ...unreadable, status: 204 }),
  of({ kind: 'html', status: 404, carriedOut: false }, unclear(404, 'NotFoundError')),
  of({ kind: 'html', status: 502 }, failing(502, true)),
  of({ kind: 'html' }, { ...unreadable, status: 200 }),
  of({ kind: 'empty' }, unreadable),
  of({ kind: 'wrong-shape', carriedOut: false, body: disabled }, unclear(200)),
  // Followed, it would be a read at another address, or the same write.
  of({ kind: 'redirect', status: 303 }, redirected(303, false)),
  of({ kind: 'redirect', status: 307 }, redirected(307, false)),
];

/** Faults that prove that nothing was done: the next attempt is safe. */
export const safeForWrites: readonly Case[] = [
  of({ kind: 'refuse' }, { name: 'ConnectionError', outcome: 'not_sent', done: false }),
  of({ kind: 'status', status: 429 }, refused(429, 'RateLimitError')),
  of({ kind: 'status', status: 429, headers: { 'retry-after': '5' } }, refused(429, 'RateLimitError')),
  of({ kind: 'status', status: 425 }, refused(425)),
];

/** One of each class: `classifyStatus` has its own tests. */
const PASSING = new Set([408, 425, 503, 502]);

/** Faults that pass: a read goes on. */
export const passingForReads: readonly Case[] = [
  ...safeForWrites,
  of({ kind: 'drop-before' }, lost(false)),
  of({ kind: 'drop-after' }, lost(true)),
  of({ kind: 'drop-midway' }, unreadable),
  of({ kind: 'delay', ms: AGES }, late(true)),
  of({ kind: 'hang' }, late(false)),
  of({ kind: 'status', status: 408 }, unclear(408)),
  of({ kind: 'status', status: 503 }, failing(503, false)),
  of({ kind: 'html', status: 503 }, failing(503, true)),
];

function passes(fault: Fault): boolean {
  if (fault.kind === 'status' && fault.status === 429) return fault.body === '';
  if ('status' in fault) return PASSING.has(fault.status ?? 0);
  return passingForReads.some(({ fault: { kind } }) => kind === fault.kind && kind !== 'html');
}

/** Faults that the same read would meet again. */
export const finalForReads: readonly Case[] = finalForWrites.filter(({ fault }) => !passes(fault));
