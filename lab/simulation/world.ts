import { Faults } from './faults.ts';
import type { CallTag } from './judge/calls.ts';
import { Judge } from './judge/judge.ts';
import type { Plan } from './plan.ts';
import type { Life } from './processes/process.ts';
import { SharedMemory } from './processes/shared-store.ts';
import { Story } from './story.ts';
import { VirtualTime } from './virtual-time.ts';
import { translateAgain, translateLater } from './world/activity.ts';
import type { Fate } from './world/fate.ts';
import { habitsFor } from './world/habits.ts';
import { Network, type Sent } from './world/network.ts';
import { type Effect, Service, type WireAnswer } from './world/service.ts';

/** Everything of one run. */
export class World {
  readonly plan: Plan;
  readonly time = new VirtualTime();
  readonly faults: Faults;
  readonly story: Story;
  readonly service: Service;
  readonly network: Network;
  readonly memory = new SharedMemory();
  readonly judge: Judge;
  /** All lives of all processes. */
  readonly lives: Life[] = [];
  /** A process was killed, and another one starts in its place later. */
  died: (process: string, restart: number) => void = () => undefined;

  constructor(plan: Plan, without: ReadonlySet<string>, isTold: boolean) {
    this.plan = plan;
    this.faults = new Faults(plan.seed, plan.faults, without);
    this.story = new Story(() => this.time.now, isTold);
    this.service = new Service(() => this.time.now, habitsFor(this.faults, plan.pageSize));
    this.judge = new Judge({
      plan,
      now: () => this.time.now,
      budgetText: () => this.memory.texts.get('budget all'),
      isLate: (id, before) => this.#visibleAt(id) > this.#visibleAt(before),
      tell: (words) => this.story.tell('judge', words),
    });
    this.network = new Network(this.time, this.service, this.faults, {
      sent: (sent, fate) => this.#sent(sent, fate),
      done: (sent, effects, isAgain) => this.#done(sent, effects, isAgain),
      answered: (sent, answer) => this.#answered(sent, answer),
      over: (sent) => this.judge.over(sent),
    });
  }

  #visibleAt(event: number): number {
    return this.service.events.find(({ state }) => state.id === event)?.visibleAt ?? 0;
  }

  #sent(sent: Sent, { words }: Fate): void {
    const { name, place, request } = sent;
    const call = (place.call as CallTag | undefined)?.name ?? '';
    const how = words === '' ? '' : `: it ${words}`;
    this.story.tell(place.actor.name, `${call} sends ${request.method} ${request.path} (${name})${how}`);
    this.judge.sent(sent);
  }

  #done(sent: Sent, effects: readonly Effect[], isAgain: boolean): void {
    for (const { what, id } of effects) {
      this.story.tell('service', `carries out ${sent.name}: ${what} ${id}${isAgain ? ', again' : ''}`);
    }
    const id = effects[0]?.id ?? 0;
    const order = this.service.orders.get(id)?.latest ?? this.service.projects.get(id)?.latest;
    this.judge.done(sent, effects, { points: order?.points ?? 0, quote: order?.quote ?? 0 }, isAgain);
    if (effects.some(({ what }) => what === 'order')) translateLater(this, id);
    if (effects.some(({ what }) => what === 'reject')) translateAgain(this, id);
  }

  #answered({ name, place }: Sent, answer: WireAnswer | string): void {
    const words = typeof answer === 'string' ? answer : `${answer.status}`;
    this.story.tell(place.actor.name, `hears of ${name}: ${words}`);
  }
}
