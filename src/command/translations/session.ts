import type { Requester } from '../../index.js';
import { UnitNotes } from '../memory/unit-memory.js';
import type { Plan } from '../plan/plan.js';
import { connectProject } from '../sign-in/connect.js';
import { type CommandIo, stopSignal } from '../terminal/io.js';
import { type Collected, collectAll } from './collect.js';
import { connectDocument } from './document-unit.js';
import { Quotes } from './quotes.js';
import type { OrderedUnit, Quote, SessionUnit } from './session-unit.js';
import { connectTexts } from './text-unit.js';

/** A plan, connected to its service. */
export class Session {
  readonly requester: Requester;
  readonly units: readonly SessionUnit[];
  /** Aborts when the command is asked to stop. */
  readonly signal: AbortSignal;
  readonly plan: Plan;

  constructor(plan: Plan, requester: Requester, units: readonly SessionUnit[], signal: AbortSignal) {
    this.plan = plan;
    this.requester = requester;
    this.units = units;
    this.signal = signal;
  }

  /** Asks for the price of each unit, one after another. */
  async quote(io: CommandIo): Promise<Quotes> {
    const quotes: Quote[] = [];
    for (const unit of this.units) quotes.push(await unit.quote(io));
    return new Quotes(quotes);
  }

  /** Finds what was ordered for each unit, one after another. */
  async findOrders(units = this.units): Promise<readonly OrderedUnit[]> {
    const ordered: OrderedUnit[] = [];
    for (const unit of units) ordered.push(await unit.findOrders());
    return ordered;
  }

  /** Collects what is there of all units, and writes nothing. */
  async collect(): Promise<readonly Collected[]> {
    return collectAll(await this.findOrders(), this.signal);
  }
}

/** Connects a plan to its service, and reads what is remembered of its units. */
export async function openSession(plan: Plan, io: CommandIo): Promise<Session> {
  const requester = await connectProject(plan.service, io);
  const signal = stopSignal(io);
  const units = await Promise.all(
    plan.units.map((unit) => {
      const notes = new UnitNotes(requester.store, unit);
      return unit.document === undefined
        ? connectTexts(unit, notes, requester, signal)
        : connectDocument(unit, notes, requester, signal);
    }),
  );
  return new Session(plan, requester, units, signal);
}
