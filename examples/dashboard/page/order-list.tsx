import { useComputed } from '@preact/signals';
import { type Order, orders } from './orders.ts';
import { dismiss, lookAgain, type Pending, pending } from './placing.ts';
import { view } from './viewer.tsx';
import { day, points } from './words.ts';

const MOST = 50;

/** What was ordered here, newest first, with bars that move while translators work. */
export function OrderList() {
  const newest = useComputed(() => [...orders.value.values()].sort((a, b) => b.id - a.id));
  // The log can show an order before the search for it has ended.
  const open = useComputed(() => {
    const placed = new Set(newest.value.map(({ key }) => key));
    return pending.value.filter(({ key }) => !placed.has(key));
  });
  const isEmpty = newest.value.length === 0 && open.value.length === 0;
  return (
    <section class="card orders" aria-labelledby="orders">
      <h2 id="orders">Your orders</h2>
      {isEmpty && (
        <p class="soft">Nothing is ordered yet. Write a text in the form, and see what it costs.</p>
      )}
      <ul>
        {open.value.map((pending) => (
          <PendingCard key={pending.key} pending={pending} />
        ))}
        {newest.value.slice(0, MOST).map((order) => (
          <OrderCard key={order.id} order={order} />
        ))}
      </ul>
    </section>
  );
}

function OrderCard({ order }: { readonly order: Order }) {
  const { id, kind, title, languages, status, at } = order;
  return (
    <li class="order">
      <div class="line">
        <h3>{title}</h3>
        <span class={`badge ${status.tone}`}>{status.text}</span>
      </div>
      <progress max={100} value={status.percent} aria-label={`Progress of ${title}`} class={status.tone} />
      <div class="line">
        <p class="facts">
          {languages} · {points(order.points)} · {day(at)} · {status.percent} %
        </p>
        <button
          type="button"
          onClick={() => view({ kind: kind === 'text' ? 'text' : 'question', id, title })}
        >
          Open<span class="unseen"> {title}</span>
        </button>
      </div>
    </li>
  );
}

function PendingCard({ pending }: { readonly pending: Pending }) {
  const { key, phase, message, wanted } = pending;
  const isOpen = phase === 'placing' || phase === 'looking';
  return (
    <li class={`order ${phase}`}>
      <div class="line">
        <h3>{wanted.title}</h3>
        <span class="badge waiting">{points(wanted.points)}</span>
      </div>
      {isOpen && <progress aria-label={`Ordering ${wanted.title}`} />}
      <p role={isOpen ? 'status' : 'alert'}>{message}</p>
      {!isOpen && (
        <div class="line">
          {phase === 'unknown' && (
            <button type="button" onClick={() => lookAgain(pending)}>
              Look again
            </button>
          )}
          <button type="button" onClick={() => dismiss(key)}>
            Remove from this list
          </button>
        </div>
      )}
    </li>
  );
}
