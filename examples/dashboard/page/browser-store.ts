import type { Store } from 'translation-requester';

const PREFIX = 'dashboard.';

/**
 * A store in this browser, so that an order is paid for once although the page is reloaded, or open twice. Whichever tabs
 * are open, only one of them has the lock of a key.
 */
export const browserStore: Store = {
  get: async (key) => localStorage.getItem(PREFIX + key) ?? undefined,
  swap: (key, previous, next) =>
    navigator.locks.request(PREFIX + key, async () => {
      if ((localStorage.getItem(PREFIX + key) ?? undefined) !== previous) return false;
      if (next === undefined) localStorage.removeItem(PREFIX + key);
      else localStorage.setItem(PREFIX + key, next);
      return true;
    }),
  keys: async (prefix) =>
    Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX + prefix))
      .map((name) => name.slice(PREFIX.length)),
};
