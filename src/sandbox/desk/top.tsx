import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { formatDate, formatShortSpan, formatTime } from './format.js';
import { Button } from './parts.js';
import { isLinked, makeHandler, state } from './store.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export function Top() {
  return (
    <header class="top">
      <div class="brand">
        <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" />
          <path d="M8 11h10M13 8v3m4 0c-1 4-4 7-8 9m2-7c1 3 4 6 7 7" />
          <path d="M17 25l4-10 4 10m-7-3h6" />
        </svg>
        <h1>
          Translation Requester <span class="tag">sandbox</span>
        </h1>
        <p class={isLinked.value ? 'linked on' : 'linked'} role="status">
          {isLinked.value ? 'Live' : 'The sandbox does not answer'}
        </p>
      </div>
      <Clock />
      <nav aria-label="Documents">
        <a href="openapi.yaml">API</a>
      </nav>
      <Reset />
    </header>
  );
}

function Clock() {
  const known = state.value;
  const now = useNow();
  if (known === null) return null;
  const { nextExpiry } = known;
  const wait = nextExpiry === null ? 0 : Math.max(0, nextExpiry - now);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend that is seen
    <div class="clock" role="group" aria-label="Clock">
      <time dateTime={new Date(now).toISOString()}>
        <strong>{formatTime(now)}</strong> <span>{formatDate(now)}</span>
      </time>
      <Button onClick={makeHandler('clock', { advance: 5 * MINUTE }, 'The clock is 5 minutes further.')}>
        +5 minutes
      </Button>
      <Button onClick={makeHandler('clock', { advance: DAY }, 'The clock is a day further.')}>+1 day</Button>
      <Button
        disabled={nextExpiry === null}
        onClick={makeHandler('clock', { advance: wait }, 'The next order that was open has expired.')}
      >
        To the next expiry{nextExpiry === null ? '' : ` (${formatShortSpan(wait)})`}
      </Button>
    </div>
  );
}

/** The sandbox's time. It ticks if the sandbox's clock runs by itself. */
function useNow(): number {
  const known = state.value;
  const passed = useSignal(0);
  useEffect(() => {
    passed.value = 0;
    if (known?.clockRuns !== true) return;
    const begun = Date.now();
    const timer = setInterval(() => {
      passed.value = Date.now() - begun;
    }, 1000);
    return () => clearInterval(timer);
  }, [known, passed]);
  return (known?.now ?? 0) + passed.value;
}

/** The reset button, which asks for confirmation. */
function Reset() {
  const isAsking = useSignal(false);
  if (!isAsking.value) {
    return (
      <Button
        class="quiet danger"
        onClick={() => {
          isAsking.value = true;
        }}
      >
        Reset…
      </Button>
    );
  }
  return (
    <span class="asking">
      <Button
        class="danger"
        onClick={() => {
          isAsking.value = false;
          return makeHandler('reset', { empty: true }, 'Everything is as at the beginning.')();
        }}
      >
        Remove all orders
      </Button>
      <Button
        onClick={() => {
          isAsking.value = false;
        }}
      >
        Keep them
      </Button>
    </span>
  );
}
