import { CheckpointConflictError, isRequesterError, type Spend } from '../../../src/index.ts';
import type { FaultKind } from '../faults.ts';
import type { Plan } from '../plan.ts';
import { joinTexts } from '../processes/calls.ts';
import { SECRET } from '../processes/shared-store.ts';
import type { Place } from '../virtual-time.ts';
import type { Sent } from '../world/network.ts';
import type { Effect, Fields } from '../world/service.ts';
import type { CallTag, TrueOrder, Violation } from './calls.ts';
import { LogJudge } from './log.ts';

interface Judged {
  readonly plan: Plan;
  readonly now: () => number;
  readonly budgetText: () => string | undefined;
  /** Whether an event became visible only after another one. */
  readonly isLate: (id: number, before: number) => boolean;
  readonly tell: (words: string) => void;
}

/** What an order costs, and what a quote for it says, in points. */
type Cost = Pick<TrueOrder, 'points' | 'quote'>;

/** The most milliseconds after its signal in which a call can still send. */
const PROMPT = 1;
/** And in which it ends: it may give back in its store what it has reserved there. */
const LAST_STEPS = 10_000;
/** What a step of a slow store takes, in milliseconds. One that never ends is given up after `timeout`. */
const LONGEST_STEP = 3_000;

/** Where an order can be counted without a word to `onSpend`. */
const UNREPORTED: readonly FaultKind[] = [
  ...(['kills', 'store', 'secrets', 'hangs', 'aborts', 'amnesia', 'people', 'hasty'] as const),
  ...(['resets', 'keys', 'repeats', 'double'] as const),
  // An answer is lost, and the last call asks for another text: nobody learns of the order.
  ...(['lost', 'late', 'cut', 'failures', 'refusals', 'pages'] as const),
];

/** Where a budget counts something else than what the orders cost. */
const UNCOUNTED: readonly FaultKind[] = ['prices', 'resets', 'amnesia', 'people', 'hasty', 'keys'];

const WRITES: readonly CallTag['does'][] = ['order', 'plain', 'cancel', 'comment', 'reject'];

/** Compares what the client says with what the service has done. */
export class Judge {
  readonly violations: Violation[] = [];
  readonly orders: TrueOrder[] = [];
  readonly calls: CallTag[] = [];
  /** Kinds and keys of orders that a person has called not placed while they were sent: they can be placed twice, as the docs say. */
  readonly resolvedWrongly = new Set<string>();
  /** When the service forgot everything, if it did. */
  resetAt: number | undefined;
  readonly log: LogJudge;
  /** The texts of a table, by language. */
  readonly #texts = new Map<string, { readonly id: number; readonly sent: string | undefined }>();
  /** Kinds and ids of orders that `onSpend` has heard of. */
  readonly #spends = new Set<string>();
  readonly #judged: Judged;

  constructor(judged: Judged) {
    this.#judged = judged;
    this.log = new LogJudge((rule, words) => this.accuse(rule, words), judged.isLate);
  }

  accuse(rule: string, words: string): void {
    this.violations.push({ rule, words });
    this.#judged.tell(`VIOLATION: ${rule}: ${words}`);
  }

  sent({ place, name, isWrite }: Sent): void {
    const call = place.call as CallTag | undefined;
    if (call === undefined) {
      // What calls share is of none of them: each that runs may wait for it.
      for (const running of this.calls)
        if (running.ending === undefined && running.life === place.actor) running.requests += 1;
      return;
    }
    call.requests += 1;
    if (isWrite) call.open += 1;
    const { aborted } = call;
    if (aborted !== undefined && this.#judged.now() > aborted + PROMPT && !call.wasPaused)
      this.accuse('nothing goes on after its signal', `${call.name} sends ${name} after its signal`);
  }

  /** The store makes a step for a call. */
  stepped(place: Place | undefined): void {
    const call = place?.call as CallTag | undefined;
    if (call !== undefined) call.steps += 1;
  }

  /** Nothing more can come of a request. */
  over({ place, isWrite }: Sent): void {
    const call = place.call as CallTag | undefined;
    if (call !== undefined && isWrite) call.open -= 1;
  }

  /** The service has carried something out. */
  done(sent: Sent, effects: readonly Effect[], cost: Cost, isAgain: boolean): void {
    const call = sent.place.call as CallTag | undefined;
    for (const effect of effects) {
      const isStray = isAgain && this.resetAt !== undefined;
      call?.effects.push({ sent: sent.name, at: this.#judged.now(), effect, isStray });
      if (effect.what === 'order') this.#ordered(sent, effect.id, cost);
    }
    if (call?.does === 'reject') this.#checkRejected(call);
    else if (call !== undefined) this.#checkRepeated(call);
  }

  /** A rejection that is made again after an error means the same translation. */
  #checkRejected({ step }: CallTag): void {
    const calls = this.calls.filter((call) => call.step === step);
    const ids = new Set(calls.flatMap(({ effects }) => effects.map(({ effect }) => effect.id)));
    if (ids.size > 1)
      this.accuse('no further translation is rejected', `${step} rejects ${[...ids].join(' and ')}`);
  }

  #ordered(sent: Sent, id: number, { points, quote }: Cost): void {
    const call = sent.place.call as CallTag | undefined;
    const { json, path } = sent.request;
    const [first] = (json.questions ?? []) as readonly { custom_field?: string }[];
    const kind = path.includes('simple') ? 'simple' : 'project';
    const key = String(kind === 'simple' ? json.custom_field : first?.custom_field);
    const at = this.#judged.now();
    const target = String(json.translated_language_id);
    const isForgiven = this.resolvedWrongly.has(`${kind} ${key}`);
    if (isForgiven) for (const order of this.ordersFor(kind, key)) order.isForgiven = true;
    const texts = (json.question_bodies ?? json.questions ?? []) as readonly { body?: string }[];
    const text = texts.map(({ body }) => body).join('\n');
    this.orders.push({ id, kind, key, target, text, sent: sent.name, call, points, quote, at, isForgiven });
    const { maxPoints = Number.POSITIVE_INFINITY } = call ?? {};
    if (points > maxPoints && !this.#judged.plan.faults.includes('dearer'))
      this.accuse('no order costs more than allowed', `${id} costs ${points} of ${maxPoints}`);
    const others = this.ordersFor(kind, key).filter((order) => order.sent !== sent.name && !order.isForgiven);
    const [another] = others;
    if (another !== undefined)
      this.accuse(
        'no key is ordered twice',
        `"${key}" by ${another.sent} (${another.id}) and by ${sent.name} (${id})`,
      );
    this.#checkTexts(json, id);
    this.swapped('budget all');
  }

  /** A table never orders a text again: each of its orders says which texts it holds. */
  #checkTexts({ translated_language_id: target, question_bodies, questions }: Fields, id: number): void {
    if (this.#judged.plan.scenario !== 'tables') return;
    const sent = this.orders.at(-1)?.sent;
    const bodies = (question_bodies ?? questions ?? []) as readonly { body: string }[];
    for (const { body } of bodies) {
      const name = `${target}: ${body}`;
      const earlier = this.#texts.get(name);
      if (earlier !== undefined && earlier.sent !== sent && !this.#isForgiven(earlier.id))
        this.accuse('no text is ordered twice', `${JSON.stringify(name)} in ${earlier.id} and in ${id}`);
      this.#texts.set(name, { id, sent });
    }
  }

  #isForgiven(id: number): boolean {
    return this.orders.some((order) => order.id === id && order.isForgiven === true);
  }

  ordersFor(kind: string, key: string): TrueOrder[] {
    // The record of an order without `once` has a name of its own.
    const own = key.startsWith('plain/') ? key.replace(/#.*/, '') : key;
    return this.orders.filter((order) => order.kind === kind && order.key === own);
  }

  /** A write that is no order is repeated only if it was provably not carried out. */
  #checkRepeated(call: CallTag): void {
    if (call.does !== 'plain' && call.does !== 'comment') return;
    const requests = new Set(call.effects.map(({ sent }) => sent));
    if (requests.size > 1)
      this.accuse('no write is carried out twice', `${call.name} by ${[...requests].join(' and ')}`);
  }

  /** Called when a record was changed, or when the shared budget has to have room for an order. */
  swapped(key: string, place?: Place): void {
    const call = place?.call as CallTag | undefined;
    if (key.startsWith('checkpoint ') && call !== undefined) this.log.saved(call);
    const { budget } = this.#judged.plan;
    if (budget === undefined || key !== 'budget all' || this.#judged.plan.store === 'memory') return;
    const held = pointsHeld(this.#judged.budgetText());
    const truth = this.#sumOrders(({ quote }) => quote);
    if (!Number.isFinite(held))
      this.accuse('a budget counts points', `it holds ${this.#judged.budgetText()}`);
    // What is held can be more for a moment: a total that is made anew has orders that are refused then.
    else if (truth > budget && !this.#judged.plan.faults.includes('dearer'))
      this.accuse('a budget is not exceeded', `orders of ${truth} are placed, of ${budget}`);
    else if (held < truth) this.accuse('a budget forgets nothing', `it holds ${held}; the truth is ${truth}`);
  }

  /** `onSpend` hears of each order once, and what it costs. After a reset, another order can have its id. */
  spent({ order: { kind, id }, points, quote }: Spend): void {
    const name = `${kind} ${id}`;
    const order = this.orders.findLast((each) => each.kind === kind && each.id === id);
    // A person who names an order has not seen its price.
    const isNamed = this.#judged.plan.faults.includes('people');
    if (order !== undefined && !isNamed && points !== Math.max(quote, order.points))
      this.accuse('an order is counted in full', `${name} costs ${order.points}; counted are ${points}`);
    const isKnown = this.#spends.has(name) && !this.#judged.plan.faults.includes('resets');
    if (isKnown) this.accuse('an order is counted once', `onSpend hears again of ${name}`);
    // An answer without the order has no id.
    if (id !== 0) this.#spends.add(name);
  }

  /** Everything has come to rest: each order that was paid for with \`once\` was reported. */
  checkSpends(): void {
    const { budget, faults } = this.#judged.plan;
    // Whoever dies or has no store has counted, and can't say so.
    if (budget === undefined || faults.some((kind) => UNREPORTED.includes(kind))) return;
    for (const { kind, id, call } of this.orders)
      if (call?.does === 'order' && !this.#spends.has(`${kind} ${id}`))
        this.accuse('onSpend hears of each order', `not of ${kind} ${id}`);
  }

  /** What a budget has left: all but what was spent, and what is reserved for orders of unknown outcome. */
  checkLeft(
    left: number | undefined,
    unknown: readonly { readonly key: string; readonly kind: string; readonly points: number | undefined }[],
  ): void {
    const { budget = 0, faults } = this.#judged.plan;
    if (faults.some((kind) => UNCOUNTED.includes(kind))) return;
    const isKnown = ({ key, kind }: { readonly key: string; readonly kind: string }): boolean =>
      this.ordersFor(kind, key).some(({ isForgiven }) => !isForgiven);
    const reserved = unknown.reduce((sum, order) => sum + (isKnown(order) ? 0 : (order.points ?? 0)), 0);
    const expected = Math.max(
      0,
      budget - this.#sumOrders(({ points, quote }) => Math.max(points, quote)) - reserved,
    );
    if (left !== expected)
      this.accuse('no points stay reserved', `${left} of ${budget} are left, and should be ${expected}`);
  }

  #sumOrders(getPoints: (order: TrueOrder) => number): number {
    const counted = new Map<string, TrueOrder>();
    // A request that was delivered twice has two orders: the client hears of the first, unless its search finds the second.
    for (const order of this.orders) {
      const isHeard = this.#spends.has(`${order.kind} ${order.id}`);
      if (!order.isForgiven && (isHeard || !counted.has(order.sent))) counted.set(order.sent, order);
    }
    return [...counted.values()].reduce((sum, order) => sum + getPoints(order), 0);
  }

  /** Judges a call that has ended, by what is true now. */
  ended(call: CallTag): void {
    const { ending, aborted, does } = call;
    if (ending === undefined) return;
    if (aborted !== undefined && ending.at > aborted + LAST_STEPS && !call.wasPaused)
      this.accuse('nothing goes on after its signal', `${call.name} ends ${ending.at - aborted} ms after it`);
    this.#checkDuration(call);
    // What the memory of a process keeps is not seen here.
    if (ending.error instanceof CheckpointConflictError && this.#judged.plan.store === 'shared')
      this.log.conflicted(call);
    if (ending.words.includes(SECRET)) this.accuse('an error keeps secrets', `${call.name} ${ending.words}`);
    if (ending.outcome !== 'done' || !WRITES.includes(does)) return;
    if (!this.#isTrue(call)) this.accuse('what is called done was done', `${call.name} ${ending.words}`);
    if (does === 'order' && ending.id !== undefined) this.#checkId(call, ending.id);
  }

  /** The id of a result is the order that was asked for: its key and its texts. */
  #checkId({ name, order, began, ending }: CallTag, id: number): void {
    const { resetAt = 0 } = this;
    // After a reset, an id is given again. A call that began before it may name the order that had the id before.
    const named = this.orders.filter((each) => each.id === id && (began < resetAt || each.at >= resetAt));
    const isAskedFor = (each: TrueOrder): boolean =>
      each.kind === order.kind && each.key === order.key && each.text === joinTexts(order);
    // What an error names is the recorded order. Since a reset, its id can be another one's.
    const isSame =
      ending?.error === undefined
        ? named.some(isAskedFor)
        : this.orders.some((each) => each.id === id && each.kind === order.kind);
    if (!isSame) {
      const keys = JSON.stringify(named.map(({ key }) => key));
      this.accuse('what is called done was done', `${name} gives ${id}, which is of ${keys}`);
    }
  }

  /** A call waits for `timeout` in each request, and for `settle` in all. */
  #checkDuration({ name, began, ending, requests, steps, settle, wasPaused }: CallTag): void {
    if (settle === undefined || ending === undefined || wasPaused) return;
    const { timeout, faults } = this.#judged.plan;
    const step = faults.includes('hangs') ? Math.max(timeout, LONGEST_STEP) : LONGEST_STEP;
    const longest = settle + (requests + 1) * timeout + (steps + 1) * step;
    if (ending.at - began > longest)
      this.accuse('nothing goes on after its deadline', `${name} ends after ${ending.at - began} ms`);
  }

  /** Whether what a call asks for was done, by itself or, where that is the same, by another one. */
  #isTrue({ does, order, effects, ending }: CallTag): boolean {
    if (does === 'order') return this.ordersFor(order.kind, order.key).length > 0;
    // An error names its request: what was done can be a read that a rejection makes before.
    if (isRequesterError(ending?.error) && ending.error.request?.method === 'GET') return true;
    // Whoever rejects again after an error, or cancels what is cancelled, hears that it was done. Since a reset, the id can be another order's.
    const isSame = (call: CallTag): boolean =>
      call.does === does && (call.order.key === order.key || this.resetAt !== undefined);
    const isRepeated = does === 'cancel' || does === 'reject';
    return (
      effects.length > 0 || (isRepeated && this.calls.some((call) => isSame(call) && call.effects.length > 0))
    );
  }

  /** Judges all calls by everything that was done, also after they had ended. */
  finish(): void {
    for (const { name, does, ending, effects } of this.calls) {
      // A table or a document places many orders: its error has the worst of their outcomes.
      if (!WRITES.includes(does)) continue;
      const isDenied = ending?.outcome === 'rejected' || ending?.outcome === 'not_sent';
      const done = effects.find(({ isStray }) => !isStray);
      if (isDenied && done !== undefined)
        this.accuse('what was done is not denied', `${name} ${ending.words}, but ${done.sent} was done`);
    }
  }
}

/** What a budget has spent and reserved, read from its record. */
function pointsHeld(text: string | undefined): number {
  if (text === undefined) return 0;
  const { spent, open } = JSON.parse(text) as {
    spent: number | null;
    open: Record<string, { points: number }>;
  };
  if (typeof spent !== 'number') return Number.NaN;
  return Object.values(open).reduce((sum, { points }) => sum + points, spent);
}
