import { signal } from '@preact/signals';
import { type Hooks, Requester, Wake } from 'translation-requester';
import { browserStore } from './browser-store.ts';
import { send } from './send.ts';

/**
 * A client that talks to our own server. The server replaces the token by the real one, which this page never sees.
 *
 * @param hooks hear of the requests of this client alone
 */
export function connect(hooks: Hooks = {}): Requester {
  return new Requester({
    baseUrl: '/service',
    accessToken: 'session',
    fetch: send,
    store: browserStore,
    hooks,
  });
}

/** Whether the service answered last time. */
export const isAnswering = signal(true);

export const requester = connect({
  onResponse({ status }) {
    isAnswering.value = status !== undefined && status < 500;
  },
});

/** Rings when there may be news: something was ordered, or the person has come back to this page. */
export const news = new Wake();

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') news.ring();
});

/** How often this page looks for news, in milliseconds. The pauses grow up to the second while nothing happens. */
export const RHYTHM = { interval: 1_000, maxInterval: 5_000, wake: news };
