import type { Redis } from 'ioredis';
import type { Checkpoint, CheckpointStore } from 'translation-requester';

/** Saves in one step, and only for the newest leader: a leader that was paused and woke up is fenced off by its number. */
const SAVE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[2], ARGV[2])
return 1`;

/**
 * Numbers a new leader of the account. From now on, no leader with a lower number can save: its stream ends with a
 * CheckpointConflictError before it gives another event.
 */
export async function elect(redis: Redis, account: string): Promise<number> {
  return redis.incr(`fleet:{${account}}:leader`);
}

/** The place in the account's event log. It is saved by the leader with this number, and no other. */
export function fencedCheckpoint(redis: Redis, account: string, leader: number): CheckpointStore {
  const place = `fleet:{${account}}:checkpoint`;
  return {
    async load() {
      const text = await redis.get(place);
      // Only `save` writes it.
      return text === null ? undefined : (JSON.parse(text) as Checkpoint);
    },
    async save(checkpoint) {
      const saved = await redis.eval(
        SAVE,
        2,
        `fleet:{${account}}:leader`,
        place,
        leader,
        JSON.stringify(checkpoint),
      );
      return saved === 1;
    },
  };
}
