import { memoryStore, Requester, type Spend, type Store } from '../../../src/index.ts';
import type { CallTag } from '../judge/calls.ts';
import type { Plan } from '../plan.ts';
import { Dice } from '../random.ts';
import { type Actor, type Place, placeNow, runAt } from '../virtual-time.ts';
import { wireRequest } from '../world/network.ts';
import type { World } from '../world.ts';
import { storeOver } from './shared-store.ts';

let started = 0;

/** One life of a process. After it was killed, nothing of it has an effect. */
export class Life implements Actor {
  readonly name: string;
  clockAhead: number;
  readonly random: () => number;
  readonly requester: Requester;
  readonly store: Store;
  isAlive = true;
  pausedUntil = -1;
  readonly #world: World;
  /** Counts over all lives of the process. */
  readonly #count: () => number;

  constructor(world: World, name: string, life: number, clockAhead: number, count: () => number) {
    this.name = name;
    this.clockAhead = clockAhead;
    this.#world = world;
    this.#count = count;
    const dice = new Dice(world.plan.seed, `${name}/${life}`);
    this.random = () => dice.next();
    this.store = this.#storeFor(world.plan);
    this.requester = runAt({ actor: this }, () => this.#connect(world.plan));
  }

  /** Does work as this process, for a call or none. */
  run<Result>(work: () => Result, call?: CallTag): Result {
    return runAt({ actor: this, call }, work);
  }

  /** Whether it stood still since a time. */
  pausedSince(time: number): boolean {
    return this.pausedUntil >= time;
  }

  #storeFor(plan: Plan): Store {
    if (plan.store === 'memory') return memoryStore();
    const { memory, time, faults, judge } = this.#world;
    const events = {
      step: (words: string) => {
        judge.stepped(placeNow());
        return this.#operate(words);
      },
      swapped: (key: string, next: string | undefined, place: Place | undefined) => {
        this.#world.story.detail(this.name, () => `its store now has "${key}": ${next ?? 'nothing'}`);
        judge.swapped(key, place);
      },
      failed: (name: string, words: string) =>
        this.#world.story.tell(this.name, `its store ${words} (${name})`),
    };
    return storeOver(memory, time, faults, events, plan.hasStoreClock);
  }

  #connect({ timeout, budget, store }: Plan): Requester {
    // An address for each life: calls of one process share what calls of another one must not see.
    started += 1;
    const onSpend = (spend: Spend): void => this.#world.judge.spent(spend);
    const name = store === 'shared' ? { name: 'all' } : {};
    return new Requester({
      // Of one length, since it stands in records, on whose length faults depend.
      baseUrl: `https://life-${String(started).padStart(9, '0')}.service.example`,
      accessToken: 'token-of-the-account',
      fetch: (url, init) => this.#fetch(String(url), init ?? {}),
      store: this.store,
      timeout,
      attemptTimeout: timeout / 2,
      logLevel: 'silent',
      ...(this.#world.faults.kinds.has('prices') && { onUnexpectedShape: 'ignore' }),
      ...(budget !== undefined && { budget: { points: budget, onSpend, ...name } }),
    });
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const method = init.method ?? 'GET';
    const body = init.body instanceof ReadableStream ? await readWhole(init.body) : init.body;
    const request = wireRequest(url, method, body);
    const name = await this.#operate(`sends ${method} ${request.path}`);
    init.signal?.throwIfAborted();
    const place = placeNow() ?? { actor: this };
    const isWrite = method !== 'GET' && !request.path.endsWith('/check');
    const sent = { name, place, request, isWrite, at: this.#world.time.now };
    return this.#world.network.send(sent, init.signal ?? undefined);
  }

  /** Counts an operation, and lets happen what is planned for it. */
  #operate(words: string): Promise<string> {
    const count = this.#count();
    const name = `${this.name}#${count}`;
    // What a dead process began never goes on.
    if (!this.isAlive) return new Promise(() => {});
    const { plan, faults } = this.#world;
    for (const incident of faults.areOver ? [] : plan.incidents) {
      if (!('operation' in incident) || incident.process !== this.name || incident.operation !== count)
        continue;
      if (incident.what === 'kill') return this.#die(incident, name, words);
      this.#world.story.tell(this.name, `stands still for ${incident.time} ms before it ${words}`);
      this.pausedUntil = this.#world.time.now + incident.time;
      return this.#world.time.pause(0).then(() => name);
    }
    return Promise.resolve(name);
  }

  #die(
    incident: { readonly phase: string; readonly restart: number },
    name: string,
    words: string,
  ): Promise<string> {
    this.#world.story.tell(this.name, `is killed ${incident.phase} it ${words}`);
    this.isAlive = false;
    this.#world.died(this.name, incident.restart);
    return incident.phase === 'before' ? new Promise(() => {}) : Promise.resolve(name);
  }
}

/** A body that is sent piece by piece, as fetch takes it. */
async function readWhole(stream: ReadableStream): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces);
    pieces.push(value);
  }
}
