import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { DAY, formatDate, formatShortSpan, formatTime, MINUTE } from './format.js';
import { Button } from './parts.js';
import { isCompact } from './screen.js';
import { isLinked, makeHandler, state } from './store.js';

/** The header: one line at any width. What does not fit is in a menu. */
export function Top() {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <header class="top">
      <Brand tag="sandbox" />
      <p class={isLinked.value ? 'linked on' : 'linked'} role="status">
        {isLinked.value ? 'Live' : 'No answer'}
      </p>
      <Time />
      {isCompact.value ? <Menu dialog={dialog} /> : <Controls dialog={dialog} />}
      <ResetDialog dialog={dialog} />
    </header>
  );
}

/** The mark and the name of a page. */
export function Brand({ tag }: { readonly tag: string }) {
  return (
    <>
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M8 11h10M13 8v3m4 0c-1 4-4 7-8 9m2-7c1 3 4 6 7 7" />
        <path d="M17 25l4-10 4 10m-7-3h6" />
      </svg>
      <h1>
        <span class="name">Translation Requester</span> <span class="tag">{tag}</span>
      </h1>
    </>
  );
}

interface HasDialog {
  readonly dialog: RefObject<HTMLDialogElement | null>;
}

function Menu({ dialog }: HasDialog) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button ref={button} type="button" class="end" popovertarget={id}>
        Menu
      </button>
      <div id={id} popover="auto" class="menu">
        <Controls dialog={dialog} menuButton={button} />
      </div>
    </>
  );
}

interface ControlsProps extends HasDialog {
  /** What opened the menu that they are in. */
  readonly menuButton?: RefObject<HTMLButtonElement | null>;
}

function Controls({ dialog, menuButton }: ControlsProps) {
  const known = state.value;
  const now = useNow();
  if (known === null) return null;
  const { nextExpiry } = known;
  const wait = nextExpiry === null ? 0 : Math.max(0, nextExpiry - now);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend that is seen */}
      <div class="clock" role="group" aria-label="Clock">
        <Button onClick={makeHandler('clock', { advance: 5 * MINUTE }, 'The clock is 5 minutes further.')}>
          +5 minutes
        </Button>
        <Button onClick={makeHandler('clock', { advance: DAY }, 'The clock is a day further.')}>
          +1 day
        </Button>
        <Button
          disabled={nextExpiry === null}
          onClick={makeHandler('clock', { advance: wait }, 'The next order that was open has expired.')}
        >
          To the next expiry{nextExpiry === null ? '' : ` (${formatShortSpan(wait)})`}
        </Button>
      </div>
      <a class="end" href="docs" target="_blank" rel="noopener">
        API
      </a>
      <Button
        class="quiet danger"
        onClick={() => {
          // The dialog gives the focus back to what has it now, and closes the menu.
          menuButton?.current?.focus();
          dialog.current?.showModal();
        }}
      >
        Reset…
      </Button>
    </>
  );
}

function Time() {
  const now = useNow();
  if (state.value === null || !isLinked.value) return null;
  return (
    <time class="now" dateTime={new Date(now).toISOString()}>
      <strong>{formatTime(now)}</strong> <span>{formatDate(now)}</span>
    </time>
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

function ResetDialog({ dialog }: HasDialog) {
  const id = useId();
  const reset = makeHandler('reset', { empty: true }, 'Everything is as at the beginning.');
  return (
    <dialog ref={dialog} aria-labelledby={id}>
      <h2 id={id}>Remove all orders?</h2>
      <p>Events and requests go with them. Accounts, points and time are as at the beginning.</p>
      <form method="dialog" class="buttons end">
        <button type="submit">Keep them</button>
        <button type="submit" class="danger" onClick={() => void reset()}>
          Remove all orders
        </button>
      </form>
    </dialog>
  );
}
