import type { Comment, Requester } from '../../index.js';
import { readComments, readJob, type TextComment } from '../../texts.js';
import { formatFirstKeys } from '../terminal/format.js';
import { type SafeText, say } from '../terminal/safe-text.js';
import type { Collected } from './collect.js';
import { nameCommand } from './name-command.js';
import type { Session } from './session.js';
import { nameUnit, type SessionUnit } from './session-unit.js';

/** The comments on a text of a file. */
interface FoundComments {
  readonly target: string;
  readonly keys: readonly string[];
  readonly comments: readonly TextComment[];
}

/** Reads the comments on what was ordered for each unit, also on translations that are in the files. */
export async function readUnitComments({
  units,
  requester,
  signal,
}: Session): Promise<readonly FoundComments[]> {
  const found = await Promise.all(
    units.map((unit) => nameUnit(unit, () => listComments(unit, requester, signal))),
  );
  return found.flat();
}

async function listComments(
  unit: SessionUnit,
  requester: Requester,
  signal: AbortSignal,
): Promise<readonly FoundComments[]> {
  const { target } = unit;
  if (unit.kind === 'document') {
    const comments = (await unit.restoreOrdered().readComments()).flatMap(viewComment);
    return comments.length === 0 ? [] : [{ target, keys: [unit.key], comments }];
  }
  const job = await readJob(requester, { ...unit.table, known: {} });
  const found = await readComments(requester, job, { signal });
  return found.map(({ keys, comments }) => ({ target, keys, comments }));
}

/** The service's own comments have no text. */
const viewComment = ({ body, user, created_at }: Comment): readonly TextComment[] =>
  body.trim() === '' ? [] : [{ body, author: user?.login ?? null, createdAt: created_at }];

/** A line for each comment. */
export const describeComments = (found: readonly FoundComments[]): readonly SafeText[] =>
  found.flatMap(({ target, keys, comments }) =>
    comments.map(({ body, author, createdAt }) => {
      const by = [author, formatCommentTime(createdAt)].filter((part) => part !== null).join(', ');
      return say`${target}: ${formatFirstKeys(keys)}: ${by}: ${body}\n`;
    }),
  );

function formatCommentTime(time: string | null): string | null {
  const at = Date.parse(time ?? '');
  return Number.isNaN(at) ? null : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A line for each file with texts that have comments, which says how to read them. */
export const describeCommented = (collected: readonly Collected[]): readonly SafeText[] =>
  collected.flatMap(({ unit, commented }) =>
    commented.length === 0
      ? []
      : [
          say`${unit.target}: comments on ${formatFirstKeys(commented)}. To read them: ${nameCommand(unit, 'status', '--comments')}\n`,
        ],
  );
