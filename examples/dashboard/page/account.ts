import { computed, signal } from '@preact/signals';
import type { Account } from 'translation-requester';
import { requester } from './client.ts';

/** The points that could be spent at a time, in milliseconds since 1970. */
export interface Sample {
  readonly at: number;
  readonly points: number;
}

const MOST_SAMPLES = 500;

export const account = signal<Account>();
export const available = computed(() => account.value?.default_organization?.available_point);
/** The service keeps no history of points. This browser notes each change that it sees. */
export const history = signal<readonly Sample[]>([]);

let reading: Promise<void> | undefined;
let isStale = false;

/** Reads the account, once for all who ask at the same time. */
export function readAccount(): Promise<void> {
  isStale = true;
  reading ??= readWhileStale().finally(() => {
    reading = undefined;
  });
  return reading;
}

/** The same where nobody waits for it. What was last seen stays when it fails, until there is news again. */
export function refreshAccount(): void {
  readAccount().catch(() => undefined);
}

async function readWhileStale(): Promise<void> {
  while (isStale) {
    isStale = false;
    account.value = await requester.account.get();
    note(account.value);
  }
}

function note({ id, default_organization: organization }: Account): void {
  if (organization === undefined) return;
  const points = organization.available_point;
  const name = `dashboard.points.${id}`;
  const known = history.value.length === 0 ? stored(name) : history.value;
  const isNew = known.at(-1)?.points !== points;
  history.value = isNew ? [...known, { at: Date.now(), points }].slice(-MOST_SAMPLES) : known;
  try {
    if (isNew) localStorage.setItem(name, JSON.stringify(history.value));
  } catch {
    // A browser that stores nothing shows the changes since the page was opened.
  }
}

function stored(name: string): readonly Sample[] {
  try {
    // Only this module writes there.
    return JSON.parse(localStorage.getItem(name) ?? '[]') as readonly Sample[];
  } catch {
    return [];
  }
}
