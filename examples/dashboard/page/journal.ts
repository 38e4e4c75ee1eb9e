import type { Begun, OrderJournal } from 'translation-requester';

/** What is stored of an order. `id` is there when it was placed, `at` when it was sent. */
interface Entry {
  readonly fingerprint?: string | undefined;
  readonly claim?: string | undefined;
  readonly until?: number | undefined;
  readonly at?: number | undefined;
  readonly id?: number | undefined;
}

const PREFIX = 'dashboard.order.';

/** Changes an entry in one step, whichever tabs are open: only one of them has the lock. Undefined removes it. */
function change<Result>(
  key: string,
  step: (entry: Entry | undefined) => [Result, Entry | undefined],
): Promise<Result> {
  return navigator.locks.request(PREFIX + key, async () => {
    const text = localStorage.getItem(PREFIX + key);
    // Only this module writes under these keys.
    const [result, next] = step(text === null ? undefined : (JSON.parse(text) as Entry));
    if (next === undefined) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(next));
    return result;
  });
}

/**
 * Remembers in this browser which orders were sent, so that an order is paid for once although the page is reloaded, or
 * open twice. docs/paid-orders.md says what each step means.
 */
export const browserJournal: OrderJournal = {
  begin: (key, { fingerprint, lease }) =>
    change<Begun>(key, (entry) => {
      const now = Date.now();
      const { at, id, until = 0 } = entry ?? {};
      const isKnown = at !== undefined || id !== undefined;
      if (isKnown && (entry?.fingerprint ?? fingerprint) !== fingerprint)
        return [{ state: 'conflict' }, entry];
      if (id !== undefined) return [{ state: 'placed', id }, entry];
      if (at !== undefined) return [{ state: 'sent', at }, entry];
      if (until > now) return [{ state: 'busy', until }, entry];
      const claim = crypto.randomUUID();
      return [
        { state: 'claimed', claim },
        { fingerprint, claim, until: now + lease },
      ];
    }),
  sending: (key, claim) =>
    change(key, (entry) => {
      const isOurs = entry?.claim === claim && entry.id === undefined;
      return [isOurs, isOurs ? { ...entry, at: Date.now() } : entry];
    }),
  placed: (key, id) => change(key, (entry) => [undefined, { fingerprint: entry?.fingerprint, id }]),
  failed: (key, claim) =>
    change(key, (entry) => {
      const isOther = claim !== undefined && (entry?.claim !== claim || entry.id !== undefined);
      return [undefined, isOther ? entry : undefined];
    }),
};
