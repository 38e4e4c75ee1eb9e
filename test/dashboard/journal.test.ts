import { describe, vi } from 'vitest';
import { browserJournal } from '../../examples/dashboard/page/journal.ts';
import { journalContract } from '../stores/journal-contract.js';

const PREFIX = 'dashboard.order.';

/** A page's storage, empty. The locks are those of Node, which are the same as in browsers. */
function newStorage(): Map<string, string> {
  const texts = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  });
  return texts;
}

describe('the journal in a browser', () => {
  // Two tabs have one storage, and so one journal.
  journalContract(() => {
    const texts = newStorage();
    const journal = {
      ...browserJournal,
      // The dashboard keeps its own list of open orders, so its journal can not list them.
      open: async () =>
        [...texts]
          .map(([name, text]) => ({ key: name.slice(PREFIX.length), ...JSON.parse(text) }))
          .filter(({ at, id }) => at !== undefined && id === undefined)
          .map(({ key, at }) => ({ key: String(key), at: Number(at) }))
          .toSorted((one, other) => one.at - other.at),
    };
    return [journal, journal];
  });
});
