import type { Store } from './store.js';

/** What a caller gets, and the text that is written: none, null to remove the key, or a new one. */
export interface Decision<Result> {
  readonly result: Result;
  readonly next?: string | null | undefined;
}

/** Changes the text of a key in one step: decides anew whenever another has changed it meanwhile. */
export async function change<Result>(
  store: Pick<Store, 'get' | 'swap'>,
  key: string,
  decide: (text: string | undefined) => Decision<Result>,
): Promise<Result> {
  for (;;) {
    const text = await store.get(key);
    const { result, next } = decide(text);
    if (next === undefined || (await store.swap(key, text, next ?? undefined))) return result;
  }
}
