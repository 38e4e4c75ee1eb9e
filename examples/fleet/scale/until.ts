import { setTimeout as rest } from 'node:timers/promises';
import type { Status } from '../intake/status.ts';
import type { Fleet } from '../local/fleet.ts';

export async function readStatus({ url }: Pick<Fleet, 'url'>): Promise<Status> {
  const answer = await fetch(`${url}/status`);
  if (answer.ok) return answer.json();
  throw new Error(`The status was answered with ${answer.status}.`);
}

/** Waits, and decides meanwhile as a person would about orders of which nothing is known. Returns how often. */
export async function until(fleet: Fleet, isSo: (status: Status) => boolean): Promise<number> {
  for (let decisions = 0; ; await rest(200)) {
    const status = await readStatus(fleet).catch(() => undefined);
    if (status === undefined) continue;
    if (isSo(status)) return decisions;
    for (const { job, account, key } of status.unknown) {
      const found = fleet.service.sandboxes
        .get(account)
        ?.orders()
        .find((order) => order.key === key);
      const { ok } = await fleet.post('/unknown', { job, placed: found?.id ?? false });
      if (ok) decisions += 1;
    }
  }
}
