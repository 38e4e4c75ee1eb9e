import type { Requester } from '../../../src/index.ts';
import { Faults } from '../faults.ts';
import { SharedMemory } from '../processes/shared-store.ts';
import { Story } from '../story.ts';
import { runAt, VirtualTime } from '../virtual-time.ts';
import { habitsFor } from '../world/habits.ts';
import { POINTS_A_LETTER, Service } from '../world/service.ts';
import { type Common, connect, type Patience, storeInTurn } from './client.ts';
import { type Ending, Judge } from './judge.ts';
import { type Library, loadLibrary } from './library.ts';
import type { Scope } from './scopes.ts';
import { Process, Turns } from './turns.ts';
import type { Choose } from './walk.ts';

/**
 * Who waits for how long: not all for the same time. One gives up before an order that is late is carried out. The other one
 * goes on where it was after it has stood still for longer than a claim lasts.
 */
const PATIENCE = {
  P1: { settle: 500, attemptTimeout: 1_000, timeout: 4_000 },
  P2: { settle: 9_000, attemptTimeout: 120_000, timeout: 400_000 },
  person: { settle: 9_000, attemptTimeout: 1_000, timeout: 4_000 },
} as const satisfies Record<string, Patience>;
/** Longer than anything is late, and than a claim lasts, in milliseconds. */
const QUIET = 300_000;
const LONGEST = 3_600_000;
/** It is quoted, to hear what a budget has left. */
const ANY_ORDER = { language_id: 'en', translated_language_id: 'de', question_bodies: [{ body: 'Any' }] };
const HABITS = habitsFor(new Faults(1, [], new Set()), 100);

type ProcessName = keyof typeof PATIENCE;

const LIBRARIES: Readonly<Record<ProcessName, Library>> = {
  P1: await loadLibrary('P1'),
  P2: await loadLibrary('P2'),
  person: await loadLibrary('person'),
};

export interface ScheduleRun {
  readonly violations: readonly string[];
  readonly lines: readonly string[];
  /** Equal for equal runs. */
  readonly hash: number;
}

/** Runs two processes that ask for the same, as it is chosen; then a person asks once more. */
export async function runSchedule(scope: Scope, choose: Choose, isTold = false): Promise<ScheduleRun> {
  const run = new ScopeRun(scope, isTold);
  await run.run(choose);
  const { lines, hash } = run.story;
  return { violations: run.judge.violations, lines, hash };
}

let started = 0;

/** A memory that changes a text whatever it was. */
class CarelessMemory extends SharedMemory {
  override swap(key: string, _: string | undefined, next: string | undefined): boolean {
    return super.swap(key, this.texts.get(key), next);
  }
}

/** Everything of one run. */
class ScopeRun {
  readonly judge: Judge;
  readonly story: Story;
  readonly #scope: Scope;
  readonly #time = new VirtualTime();
  readonly #common: Common;
  readonly #shared: SharedMemory;
  /** The memory of the one process, for a scope that has one. */
  readonly #own = LIBRARIES.P1.main.memoryStore();

  constructor(scope: Scope, isTold: boolean) {
    const time = this.#time;
    const story = new Story(() => time.now, isTold);
    const judge = new Judge(scope, (words) => story.tell('judge', words));
    const service = new Service(() => time.now, HABITS);
    this.#scope = scope;
    this.#shared = scope.isCareless ? new CarelessMemory() : new SharedMemory();
    this.story = story;
    this.judge = judge;
    started += 1;
    this.#common = {
      time,
      service,
      // What an earlier run has left in the memory of a process is about another service.
      address: `https://run-${started}.service.example`,
      budget: scope.hasBudget ? POINTS_A_LETTER * scope.texts.join('').length : undefined,
      onTheWay: new Set(),
      ordered: (process, id) => {
        const { key = null, bodies = [] } = service.orders.get(id)?.latest ?? {};
        story.tell('service', `carries out an order of ${process}: ${id}`);
        judge.ordered({ process, id, key, text: bodies.map(({ body }) => body).join() });
      },
      spent: (points) => judge.spent(points),
    };
  }

  async run(choose: Choose): Promise<void> {
    const time = this.#time;
    const { address } = this.#common;
    const processes = (['P1', 'P2'] as const).map((name) => {
      const process = new Process(name, time, address, true);
      time.after(0, () => void this.#begin(process, name));
      return process;
    });
    const turns = new Turns({
      time,
      processes,
      choose,
      describe: () => this.#describe(),
      tell: (who, words) => this.story.tell(who, words),
      isOneProcess: this.#scope.isOneProcess,
    });
    const end = await turns.run();
    if (end === 'hanging') this.judge.accuse('a call does not end');
    if (end !== 'ended') return;
    await time.pass(QUIET);
    let isOver = false;
    const ask = async (): Promise<void> => {
      await this.#askAgain().catch((error: unknown) =>
        this.judge.accuse(`a last look fails: ${String(error)}`),
      );
      isOver = true;
    };
    // While the virtual time runs, since it has timers then.
    time.after(0, () => void ask());
    await time.run(() => isOver, time.now + LONGEST);
    if (!isOver) this.judge.accuse('the repeated call does not end');
    this.judge.finish(this.#library('person'));
  }

  #library(name: ProcessName): Library {
    return this.#scope.isOneProcess ? LIBRARIES.P1 : LIBRARIES[name];
  }

  #connect(process: Process, name: ProcessName): Requester {
    const store = this.#scope.isOneProcess ? this.#own : storeInTurn(process, this.#shared);
    return connect(process, this.#library(name), this.#common, store, PATIENCE[name]);
  }

  async #begin(process: Process, name: 'P1' | 'P2'): Promise<void> {
    await process.takeTurn('begins', [], true);
    process.hasBegun = true;
    await this.#order(process, name);
    process.hasEnded = true;
  }

  /** Makes the call of the scope. */
  async #order(process: Process, name: ProcessName): Promise<Ending> {
    const library = this.#library(name);
    const ending = await runAt({ actor: process }, () => {
      const requester = this.#connect(process, name);
      return this.#scope.order(library, requester, PATIENCE[name].settle).then(
        (orders) => ({ process: name, orders }),
        (error: unknown) => ({ process: name, orders: [], error }),
      );
    });
    const words = describeEnding(ending);
    process.learn(words);
    this.story.tell(name, words);
    this.judge.ended(ending, library);
    return ending;
  }

  /** A person calls again, resolves what stays unknown, and calls once more. */
  async #askAgain(): Promise<void> {
    const { service } = this.#common;
    const person = new Process('person', this.#time, this.#common.address, false);
    const first = await this.#order(person, 'person');
    const requester = runAt({ actor: person }, () => this.#connect(person, 'person'));
    const unknown = await runAt({ actor: person }, () => requester.orders.unknown());
    for (const { key, kind, state } of unknown) {
      if ([...service.orders.values()].some(({ latest }) => latest.key === key))
        this.judge.accuse(`"${key}" is there, and ${state}`);
      else await runAt({ actor: person }, () => requester.orders.resolve(key, { kind, id: null }));
      this.story.tell('person', `resolves "${key}", which is ${state}`);
    }
    if (first.error !== undefined) {
      if (unknown.length === 0) this.judge.accuse(`the repeated call fails: ${describeEnding(first)}`);
      const last = await this.#order(person, 'person');
      if (last.error !== undefined)
        this.judge.accuse(`the call after a resolution fails: ${describeEnding(last)}`);
    }
    if (!this.#scope.hasBudget) return;
    const { budgetLeft } = await runAt({ actor: person }, () => requester.simple.questions.check(ANY_ORDER));
    this.judge.left(budgetLeft);
  }

  /** Everything but the processes themselves that decides what happens from now on. */
  #describe(): string {
    const { service, onTheWay, address } = this.#common;
    const texts = [...this.#shared.texts].map(([key, text]) => `${key}: ${text}`).sort();
    // What the memory of a process holds can't be looked at: it is equal after equal stories.
    const own = this.#scope.isOneProcess ? this.story.hash : 0;
    const { orders, spends } = this.judge;
    const all = [texts, own, service.describe(), [...onTheWay], orders, spends];
    return JSON.stringify(all).replaceAll(address, '');
  }
}

function describeEnding({ orders, error }: Ending): string {
  if (error === undefined) return `resolves to ${JSON.stringify(orders)}`;
  // Every error of the library has them.
  const { outcome, message } = error as { readonly outcome?: unknown; readonly message?: unknown };
  return `rejects as ${String(outcome)}: ${String(message)}`;
}
