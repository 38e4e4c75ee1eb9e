import type { Requester } from '../../index.js';
import { openStore } from '../memory/project-store.js';
import { recallUnit } from '../memory/unit-memory.js';
import type { Plan } from '../plan/plan.js';
import { createClient } from '../sign-in/client.js';
import { findToken } from '../sign-in/token.js';
import { type CommandIo, createStopSignal } from '../terminal/io.js';
import { connectDocument } from './document-unit.js';
import type { SessionUnit } from './session-unit.js';
import { connectTexts } from './text-unit.js';

/** A plan, connected to its service. */
export interface Session {
  readonly requester: Requester;
  readonly units: readonly SessionUnit[];
  /** Aborts when the command is asked to stop. */
  readonly signal: AbortSignal;
  readonly plan: Plan;
}

/** Connects a plan to its service, and reads what is remembered of its units. */
export async function openSession(plan: Plan, io: CommandIo): Promise<Session> {
  const { address } = plan.service;
  const { token } = await findToken(plan.service, io);
  const store = await openStore(io.folder, address);
  const requester = createClient(address, token, io, store);
  const signal = createStopSignal(io);
  const units = await Promise.all(
    plan.units.map(async (planned) => {
      const unit = await recallUnit(planned, store);
      return unit.kind === 'texts'
        ? connectTexts(unit, requester, signal)
        : connectDocument(unit, requester, signal);
    }),
  );
  return { plan, requester, units, signal };
}
