import { createHash } from 'node:crypto';
import type { Store } from '../../index.js';
import type { Service } from '../plan/service.js';
import { CommandError } from '../terminal/failures.js';
import { makeStep, nameMemory } from './project-store.js';

/** What the marks begin with, of the sandboxes that the memory is about. */
const PREFIX = 'sandbox ';

/** The mark of a sandbox. One that keeps nothing gets another token at each start. */
const makeMark = (token: string): string =>
  PREFIX + createHash('sha256').update(token).digest('hex').slice(0, 32);

/**
 * Refuses a sandbox that was started anew: what is remembered was ordered at the one before, and would be looked for in vain.
 *
 * @throws CommandError
 */
export async function refuseAnotherSandbox(
  store: Store,
  { namedBy, address }: Service,
  token: string,
): Promise<void> {
  if (namedBy !== '--sandbox') return;
  const marks = await makeStep(store.keys(PREFIX));
  if (marks.length === 0 || marks.includes(makeMark(token))) return;
  throw new CommandError(
    `The sandbox at ${address} was started anew: it has none of the orders that ${nameMemory(address)} remembers. To order there again, remove that folder. To keep the orders of a sandbox, start it with --state FILE.`,
  );
}

/** Remembers which sandbox orders are placed at. */
export async function markSandbox(store: Store, { namedBy }: Service, token: string): Promise<void> {
  if (namedBy !== '--sandbox') return;
  await makeStep(store.swap(makeMark(token), undefined, '{}'));
}
