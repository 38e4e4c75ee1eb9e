import { describe, vi } from 'vitest';
import { browserStore } from '../../examples/dashboard/page/browser-store.ts';
import { storeContract } from '../client/stores/store-contract.js';

/** A page's storage, empty. The locks are those of Node, which are the same as in browsers. */
function openStorage(): void {
  const methods = {
    getItem(this: Record<string, string>, name: string) {
      return Object.hasOwn(this, name) ? this[name] : null;
    },
    setItem(this: Record<string, string>, name: string, text: string) {
      Object.defineProperty(this, name, { value: text, ...ENUMERABLE });
    },
    removeItem(this: Record<string, string>, name: string) {
      delete this[name];
    },
  };
  vi.stubGlobal('localStorage', Object.create(methods));
}

const ENUMERABLE = { enumerable: true, configurable: true, writable: true };

describe('the store in a browser', () => {
  // Two tabs have one storage.
  storeContract(() => {
    openStorage();
    return [browserStore, browserStore];
  });
});
