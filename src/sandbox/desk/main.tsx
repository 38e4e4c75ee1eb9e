import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Activity } from './activity.js';
import { ContractPage } from './contract-page.js';
import { canHaveFocus, keepFocus } from './focus.js';
import { OrderDetail } from './order.js';
import { OrderList } from './orders.js';
import { Button, MessageBar } from './parts.js';
import { PointsCard } from './points.js';
import { formatFragment, route } from './route.js';
import { isNarrow } from './screen.js';
import { start, state } from './store.js';
import { Top } from './top.js';
import { Trouble } from './trouble.js';
import { Silence, Welcome, WrongAddress } from './welcome.js';

function Desk() {
  const main = useRef<HTMLElement>(null);
  const { view } = route.value;
  useFocusOnView(view);
  return (
    <>
      <Button class="skip" onClick={() => main.current?.focus()}>
        Skip to the orders
      </Button>
      <Top />
      <MessageBar />
      <main ref={main} tabIndex={-1} class="desk" data-view={view}>
        {state.value !== null && (
          <>
            <Silence />
            <WrongAddress />
            <div class="column">
              <OrderList />
            </div>
            <div class="column">
              <OrderDetail />
              <Welcome />
            </div>
            <div class="column">
              <PointsCard />
              <Activity />
              <Trouble />
            </div>
          </>
        )}
      </main>
      {isNarrow.value && <Views shown={view} />}
    </>
  );
}

/** Moves the focus to a view that a narrow screen shows now, as a browser does on a new page. An order does it itself. */
function useFocusOnView(view: string): void {
  const before = useRef(view);
  useEffect(() => {
    if (before.current === view) return;
    before.current = view;
    if (!isNarrow.peek()) return;
    scrollTo(0, 0);
    if (view === 'order') return;
    const places = document.querySelectorAll<HTMLElement>('.orders .list, .desk .card');
    [...places].find(canHaveFocus)?.focus({ preventScroll: true });
  }, [view]);
}

function Views({ shown }: { readonly shown: string }) {
  const views = [
    { view: 'orders', name: 'Orders' },
    { view: 'happened', name: 'What happened' },
    { view: 'controls', name: 'Controls' },
  ] as const;
  return (
    <nav class="views" aria-label="Views">
      {views.map(({ view, name }) => (
        <a
          key={view}
          href={formatFragment({ view, order: null })}
          aria-current={view === shown || (view === 'orders' && shown === 'order') ? 'page' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

const deskRoot = document.querySelector('#desk');
if (deskRoot !== null) {
  deskRoot.textContent = '';
  if (location.pathname.endsWith('/docs')) render(<ContractPage />, deskRoot);
  else {
    start();
    keepFocus();
    render(<Desk />, deskRoot);
  }
}
