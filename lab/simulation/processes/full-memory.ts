import type { RecordStore } from '../../../src/client/stores/store.ts';
import type { World } from '../world.ts';

/** How many of the orders that were placed a memory remembers. */
const REMEMBERED = 10_000;

/** A process remembers as many orders as it can, and forgets them again: all else that it remembers is not touched. */
export async function fillMemory({ lives, story }: World): Promise<void> {
  const life = lives.at(-1);
  if (life === undefined) return;
  // The client says in a fourth argument what may be forgotten.
  const store = life.store as RecordStore;
  await life.run(async () => {
    const names = await store.keys('order ');
    const texts = await Promise.all(names.map((name) => store.get(name)));
    const placed = texts.filter((text) => text?.startsWith('{"state":"placed","id":')).length;
    story.tell(life.name, 'remembers as many orders as it can');
    const others = Array.from({ length: REMEMBERED - placed }, (_, index) => `order of another: ${index}`);
    for (const name of others) await store.swap(name, undefined, '{}', true);
    for (const name of others) await store.swap(name, '{}', undefined);
  });
}
