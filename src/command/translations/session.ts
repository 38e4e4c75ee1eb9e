import { cutText } from '../../base/texts.js';
import type { Requester, Store } from '../../index.js';
import { openStore } from '../memory/project-store.js';
import { markSandbox, refuseAnotherSandbox } from '../memory/sandbox-mark.js';
import { type RememberedUnit, recallUnit } from '../memory/unit-memory.js';
import type { Plan } from '../plan/plan.js';
import type { Unit } from '../plan/units.js';
import { createClient } from '../sign-in/client.js';
import { findToken } from '../sign-in/token.js';
import { ExitCode } from '../terminal/failures.js';
import { type CommandIo, createStopSignal } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
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
  /** Remembers which sandbox the orders are placed at. */
  mark(): Promise<void>;
  /** Reads what is remembered of a file that the command line does not name. */
  recall(unit: Unit): Promise<RememberedUnit>;
  /** Whether the memory has notes that this command did not write, and that are not used. */
  readonly hasBadNotes: boolean;
}

/** Characters of the name of a note in a message. */
const SHOWN_NAME = 300;

/** Connects a plan to its service, and reads what is remembered of its units. */
export async function openSession(plan: Plan, io: CommandIo): Promise<Session> {
  const { address } = plan.service;
  const { token } = await findToken(plan.service, io);
  const store = await openStore(plan.folder.path, io, address);
  await refuseAnotherSandbox(store, plan.service, token);
  const requester = createClient(address, token, io, store);
  const signal = createStopSignal(io);
  const units = await connectUnits(plan.units, store, requester, signal);
  const badNotes = units.flatMap((unit) => unit.badNotes);
  for (const name of badNotes)
    io.err(
      say`The memory of the project has a note that this command did not write: ${cutText(name, SHOWN_NAME)}. It is not used. Restore it as it was, or remove it.\n`,
    );
  const mark = (): Promise<void> => markSandbox(store, plan.service, token);
  const recall = (unit: Unit): Promise<RememberedUnit> => recallUnit(unit, store);
  return { plan, requester, units, signal, mark, recall, hasBadNotes: badNotes.length > 0 };
}

function connectUnits(
  planned: readonly Unit[],
  store: Store,
  requester: Requester,
  signal: AbortSignal,
): Promise<readonly SessionUnit[]> {
  return Promise.all(
    planned.map(async (each) => {
      const unit = await recallUnit(each, store);
      return unit.kind === 'texts'
        ? connectTexts(unit, requester, signal)
        : connectDocument(unit, requester, signal);
    }),
  );
}

/** Decides the exit code of a command: `code`, or WithIssues where that is Done although notes were not used. */
export const decideExitCode = ({ hasBadNotes }: Session, code: number): number =>
  hasBadNotes && code === ExitCode.Done ? ExitCode.WithIssues : code;
