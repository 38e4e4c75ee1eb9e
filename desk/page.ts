import { act, type Order, type State } from './api.js';

/** What the page knows. */
export interface Page {
  readonly state: State;
  readonly isLinked: boolean;
  readonly message: string;
  readonly older: readonly Order[];
  /** Available points over time. */
  readonly points: readonly { readonly at: number; readonly points: number }[];
  /** Carries something out, and shows why when it fails. */
  run(what: () => Promise<unknown>): void;
  showOlder(): void;
}

/** A handler that carries out an act. */
export function acting(page: Page, name: string, fields: object = {}): { click: () => void } {
  return { click: () => page.run(() => act(name, fields)) };
}

/** A handler for a form: calls `send` with its texts, and empties it when that has worked. */
export function sending(page: Page, send: (texts: FormData) => Promise<unknown>) {
  return {
    submit(event: Event) {
      event.preventDefault();
      const form = event.currentTarget;
      if (!(form instanceof HTMLFormElement)) return;
      page.run(async () => {
        await send(new FormData(form));
        form.reset();
      });
    },
  };
}

const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

export function time(ms: number): string {
  return clock.format(ms);
}

const number = new Intl.NumberFormat('en');

export function count(value: number): string {
  return number.format(value);
}
