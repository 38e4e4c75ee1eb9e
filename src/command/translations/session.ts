import type { Requester } from '../../index.js';
import { UnitNotes } from '../memory/unit-memory.js';
import type { Plan } from '../plan/plan.js';
import { connectProject } from '../sign-in/connect.js';
import { type CommandIo, createStopSignal } from '../terminal/io.js';
import { connectDocument } from './document-unit.js';
import { Quotes } from './quotes.js';
import type { Quote, SessionUnit } from './session-unit.js';
import { connectTexts } from './text-unit.js';

/** A plan, connected to its service. */
export interface Session {
  readonly plan: Plan;
  readonly requester: Requester;
  readonly units: readonly SessionUnit[];
  /** Aborts when the command is asked to stop. */
  readonly signal: AbortSignal;
}

/** Connects a plan to its service, and reads what is remembered of its units. */
export async function openSession(plan: Plan, io: CommandIo): Promise<Session> {
  const requester = await connectProject(plan.service, io);
  const signal = createStopSignal(io);
  const units = await Promise.all(
    plan.units.map((unit) => {
      const notes = new UnitNotes(requester.store, unit);
      return unit.document === undefined
        ? connectTexts(unit, notes, requester, signal)
        : connectDocument(unit, notes, requester, signal);
    }),
  );
  return { plan, requester, units, signal };
}

/** Asks for the price of each unit, one after another. */
export async function quoteUnits({ units }: Session, io: CommandIo): Promise<Quotes> {
  const quotes: Quote[] = [];
  for (const unit of units) quotes.push(await unit.quote(io));
  return new Quotes(quotes);
}
