import type { Faults } from '../faults.ts';
import type { CallTag } from '../judge/calls.ts';
import { LONGEST_LAG } from './habits.ts';
import type { Sent } from './network.ts';
import { TOO_MANY, type WireAnswer } from './service.ts';

/** What becomes of a request on its way. */
export interface Fate {
  /** What the service does: at once, later, twice, or nothing because the request never reaches it. */
  readonly work: 'now' | 'later' | 'twice' | 'none';
  /** How much later, in milliseconds. */
  readonly delay: number;
  /** What comes back: the service's answer, one of something in between, or nothing. */
  readonly reply: 'own' | WireAnswer | 'refused' | 'lost' | 'never';
  readonly cut?: 'text' | 'connection';
  /** In words, for the story. */
  readonly words: string;
}

/** The longest that an order is carried out after its request, in milliseconds. */
const LATEST = 6_000;
/** And then until every copy shows it. */
const LATEST_SHOWN = LATEST + LONGEST_LAG + 5_000;

export const page = (status: number): WireAnswer => ({
  status,
  body: '<!doctype html><title>Sign in</title><p>Please sign in to the network.</p>',
  type: 'text/html; charset=utf-8',
});

const empty = (status: number): WireAnswer => ({ status, body: '', type: 'text/plain' });

/** A failure in the service's own shape: it still does not say whether anything was done. */
const own = (status: number): WireAnswer => ({
  status,
  body: { success: false, message: 'Internal error', error_code: status },
});

const UNCLEAR_REFUSALS: readonly WireAnswer[] = [
  ...[408, 409, 429, 429].map(empty),
  { status: 200, body: { success: false, message: 'Error' } },
  { status: 403, body: { error: 'blocked' }, type: 'application/json' },
  page(400),
  page(404),
];

const FINE: Fate = { work: 'now', delay: 0, reply: 'own', words: '' };

/** A write, of a call that waits for less than the service can be late: what refuses it has refused it. */
const isImpatient = ({ isWrite, place }: Sent): boolean =>
  isWrite && ((place.call as CallTag | undefined)?.settle ?? LATEST_SHOWN) < LATEST_SHOWN;

/** Draws what becomes of a request. */
export function drawFate(faults: Faults, sent: Sent): Fate {
  const fate = drawTrouble(faults, sent.name, sent.isWrite);
  if (typeof fate.reply === 'object' && fate.reply.status < 500 && isImpatient(sent))
    return { ...fate, work: 'none', words: `is refused with ${fate.reply.status}` };
  return drawSecond(faults, sent.name, fate);
}

function drawSecond(faults: Faults, place: string, fate: Fate): Fate {
  // A second trouble: what something in between has answered is lost, too, or is cut short.
  if (fate === FINE || fate.cut !== undefined || !faults.strikes('double', place, 0.3)) return fate;
  if (fate.reply === 'own') return { ...fate, reply: 'lost', words: `${fate.words}, and its answer is lost` };
  // Without a connection, nothing else can happen.
  if (fate.reply === 'refused') return fate;
  if (typeof fate.reply === 'string')
    return { ...fate, work: 'twice', delay: 500, words: `${fate.words}, and is delivered twice` };
  return { ...fate, cut: 'connection', words: `${fate.words}, which is cut short` };
}

function drawTrouble(faults: Faults, place: string, isWrite: boolean): Fate {
  const often = isWrite ? 0.35 : 0.12;
  const work = faults.pick(`work ${place}`, ['now', 'none'] as const);
  const delay = Math.ceil(faults.draw(`delay ${place}`) * LATEST);
  if (isWrite && faults.strikes('late', place, often)) {
    const reply = faults.pick(`late reply ${place}`, ['lost', 'never', empty(504)] as const);
    return { work: 'later', delay, reply, words: `is carried out ${delay} ms later` };
  }
  if (isWrite && faults.strikes('repeats', place, often))
    return { ...FINE, work: 'twice', delay, words: 'is delivered twice' };
  if (faults.strikes('refusals', place, often)) return refuseUnclearly(faults, place, delay);
  if (faults.strikes('pages', place, often)) {
    const status = faults.pick(`page ${place}`, [200, 200, 403, 502]);
    const done = faults.draw(`behind ${place}`) < 0.25 ? 'now' : 'none';
    return {
      work: done,
      delay: 0,
      reply: page(status),
      words: `gets a page with ${status}, ${behind(done)}`,
    };
  }
  if (faults.strikes('lost', place, often)) return lost(faults, place, work);
  if (isWrite && faults.strikes('repeating', place, often)) {
    const words = 'is sent again by fetch itself, which finds no connection then';
    return { work, delay: 0, reply: 'refused', words: `${words}, ${behind(work)}` };
  }
  if (faults.strikes('failures', place, often)) {
    const status = faults.pick(`status ${place}`, [500, 502, 503, 504]);
    const reply = faults.draw(`shape ${place}`) < 0.5 ? own(status) : empty(status);
    return { work, delay: 0, reply, words: `fails with ${status}, ${behind(work)}` };
  }
  if (faults.strikes('limits', place, often)) {
    const reply = { ...TOO_MANY, headers: { 'retry-after': '1' } };
    return { work: 'none', delay: 0, reply, words: 'is refused for now' };
  }
  if (faults.strikes('cut', place, often)) {
    const cut = faults.pick(`cut ${place}`, ['text', 'connection'] as const);
    return { ...FINE, cut, words: `is answered, but the ${cut} is cut short` };
  }
  return FINE;
}

const behind = (work: string): string => (work === 'none' ? 'and nothing is done' : 'though it is done');

function refuseUnclearly(faults: Faults, place: string, delay: number): Fate {
  const work = faults.pick(`doubt ${place}`, ['now', 'now', 'later', 'none'] as const);
  const reply = faults.pick(`refusal ${place}`, UNCLEAR_REFUSALS);
  const when = work === 'later' ? `${delay} ms later it is done` : behind(work);
  return { work, delay, reply, words: `is refused with ${reply.status}, ${when}` };
}

function lost(faults: Faults, place: string, work: 'now' | 'none'): Fate {
  const reply = faults.pick(`lost ${place}`, ['refused', 'lost', 'never'] as const);
  if (reply === 'refused') return { work: 'none', delay: 0, reply, words: 'finds no connection' };
  return { work, delay: 0, reply, words: `gets no answer (${reply}), ${behind(work)}` };
}
