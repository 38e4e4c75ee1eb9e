import { countOnceMore } from '../memory/unit-memory.js';
import { UsageError } from '../terminal/failures.js';
import type { CommandIo } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { type Collected, collect, isBroken } from './collect.js';
import { isProject, nameCommand } from './name-command.js';
import type { Session } from './session.js';
import type { SessionUnit } from './session-unit.js';
import { describeUnknownKey } from './unknown-key.js';

/**
 * The session, of which only these texts are ordered: anew where their last order has brought a translation that is of no use, or
 * none. As long as it may still bring one, it is the order that is meant, so the same command line never pays twice for it.
 *
 * @throws UsageError when no file has one of the keys
 */
export async function selectBroken(
  session: Session,
  keys: readonly string[],
  io: CommandIo,
): Promise<Session> {
  for (const key of keys)
    if (!session.units.some((unit) => hasTextWithKey(unit, key))) throw refuseKey(session, key);
  const units: SessionUnit[] = [];
  for (const unit of session.units) {
    const own = new Set(keys.filter((key) => hasTextWithKey(unit, key)));
    if (own.size === 0) continue;
    const found = await collect(await unit.select(own, {}).findOrders(), { signal: session.signal });
    session.signal.throwIfAborted();
    const broken: string[] = [];
    for (const key of own) {
      const state = findState(found, key);
      if (state === 'broken') {
        broken.push(key);
        if (canBeRejected(found, key))
          io.err(
            say`${unit.target}: ${key}: Its translation can still be sent back, at no cost: ${nameRejection(unit, key)}\n`,
          );
      } else if (state !== undefined) io.err(say`${unit.target}: ${key}: ${state}\n`);
    }
    units.push(unit.select(own, countOnceMore(unit, broken)));
  }
  return { ...session, units };
}

const nameRejection = (unit: SessionUnit, key: string): string =>
  nameCommand(unit, 'reject', '--key', key, '--reason', 'WHY');

/** Whether the service may still bring another translation of a text, in place of one that is of no use. */
const canBeRejected = ({ issues, job }: Collected, key: string): boolean =>
  !isProject(job) &&
  issues.some((result) => result.key === key && result.text !== null && result.canBeSentBack !== false);

const hasTextWithKey = ({ file }: SessionUnit, key: string): boolean => Object.hasOwn(file.texts, key);

function refuseKey({ units }: Session, key: string): UsageError {
  const [only] = units;
  return new UsageError(
    only !== undefined && units.length === 1
      ? describeUnknownKey(only, key)
      : `No file has a text ${JSON.stringify(key)}.`,
  );
}

/** Whether the last order of a text is of no use; otherwise what is to be said of it, and undefined where there is none. */
function findState({ unit, issues, ordered, translations }: Collected, key: string): string | undefined {
  if (unit.current[key] || translations.has(key))
    return `It has a translation. If that is wrong, reject it first: ${nameRejection(unit, key)}`;
  if (!ordered.has(key)) return undefined;
  const result = issues.find((issue) => issue.key === key);
  if (result === undefined) return 'It is on order, and nothing more is paid for it.';
  return isBroken(result) ? 'broken' : result.issues?.[0]?.message;
}
