import { follow, type Order, readOrders, type State } from './api.js';
import { h, show } from './dom.js';
import { deliveriesPart, eventsPart, faultsPart, redirectPart, requestsPart } from './feeds.js';
import { ordersPart } from './orders.js';
import type { Page } from './page.js';
import { pointsPart, topPart, welcomePart } from './top.js';

const KEPT_POINTS = 500;

let state: State | undefined;
let isLinked = false;
let message = '';
let older: readonly Order[] = [];
let points: Page['points'] = [];

function run(what: () => Promise<unknown>): void {
  message = '';
  what()
    .catch((error: unknown) => {
      message = error instanceof Error ? error.message : String(error);
    })
    .finally(draw);
}

function draw(): void {
  const root = document.querySelector('#desk');
  if (root === null || state === undefined) return;
  const page: Page = { state, isLinked, message, older, points, run, showOlder };
  const side = [
    pointsPart(page),
    eventsPart(page),
    requestsPart(page),
    deliveriesPart(page),
    faultsPart(page),
  ];
  show(root, [
    topPart(page),
    h(
      'main',
      {},
      welcomePart(page),
      redirectPart(page),
      h('div', { class: 'columns', key: 'columns' }, ordersPart(page), h('div', {}, ...side)),
    ),
  ]);
}

function showOlder(): void {
  run(async () => {
    older = [...older, ...(await readOrders((state?.orders.items.length ?? 0) + older.length))];
  });
}

follow(
  (newest) => {
    state = newest;
    if (newest.orders.total <= newest.orders.items.length) older = [];
    const available = newest.organizations[0]?.availablePoint ?? 0;
    points = [...points, { at: newest.now, points: available }].slice(-KEPT_POINTS);
    draw();
  },
  (linked) => {
    isLinked = linked;
    draw();
  },
);

// Says why, when the sandbox does not let this page in.
run(() =>
  readOrders(0).catch((error: unknown) => {
    const root = document.querySelector('#desk');
    if (root !== null && state === undefined)
      root.textContent = error instanceof Error ? error.message : String(error);
    throw error;
  }),
);
