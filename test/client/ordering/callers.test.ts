import { expect, test } from 'vitest';
import { findImporters } from '../../find-importers.js';

// Each decision about money or events is made by one rule, and a second one would differ from it. A new caller that asks the rule
// is fine: add it here. What is known after a write, and what is a price, stand beside their own tests.

test.each([
  [
    'whether a page is the last one',
    'client/core/paging/last-page.ts',
    ['client/core/paging/large-pages.ts: findLastPage', 'client/core/paging/read-page.ts: findLastPage'],
  ],
  [
    'whether a 404 can be believed yet',
    'client/core/http/recently-seen.ts',
    [
      'client/core/http/http.ts: RecentlySeen',
      'client/core/http/transport.ts: computeUnconfirmedTime',
      'client/ordering/order-records.ts: DEFAULT_SETTLE',
      'client/ordering/place.ts: DEFAULT_SETTLE',
      'internals.ts: DEFAULT_SETTLE, isStillShown, readPlaced',
    ],
  ],
  [
    'what an order is known to be, and what frees its key',
    'client/ordering/record.ts',
    [
      'client/ordering/budget.ts: ORDER_PREFIX, OrderRecord, isClaimOver, readRecordKind',
      'client/ordering/once.ts: MAX_CLAIMS, OrderRecord, computeFingerprint, makeClaimsLostError',
      'client/ordering/order-records.ts: OrderRecord, makeRecordKey',
      'client/ordering/place.ts: MAX_CLAIMS, OrderRecord, computeFingerprint, makeClaimsLostError, makePlainKey, makeRecordKey',
      'client/ordering/recorded-order.ts: computeFingerprint',
      'client/ordering/sent-order.ts: computeFingerprint, mayBeKey',
      'client/resources/orders.ts: OrderRecord, fitsRecordedKey, isClaimOver, makeRecordKey',
    ],
  ],
  [
    'how long is looked for what was sent',
    'client/ordering/settle.ts',
    [
      'client/ordering/once.ts: findWithin',
      'client/resources/questions.ts: cancelAndSettle',
      'client/resources/simple.ts: cancelAndSettle',
    ],
  ],
  [
    'whether an order is the same',
    'client/ordering/same-order.ts',
    [
      'client/resources/projects.ts: compareProject',
      'client/resources/simple.ts: compareSimple',
      'internals.ts: compareIdentity, compareOrderContent',
    ],
  ],
  [
    'how a store fails',
    'client/stores/guarded-store.ts',
    ['client/ordering/budget.ts: guardStore', 'client/ordering/context.ts: guardStore'],
  ],
  [
    'what the error of a store says',
    'client/stores/store-error.ts',
    [
      'client/ordering/record.ts: makeStoreError',
      'client/resources/upload-once.ts: StoreError',
      'client/stores/guarded-store.ts: makeStoreError',
      'index.ts: StoreError',
    ],
  ],
])('%s is decided in one place, which these files ask', (_, rule, callers) => {
  expect(findImporters(rule)).toEqual(callers);
});
