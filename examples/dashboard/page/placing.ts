import { signal } from '@preact/signals';
import {
  OutcomeUnknownError,
  type ProjectOrderInput,
  type SimpleQuestionOrderInput,
} from 'translation-requester';
import { account } from './account.ts';
import { connect } from './client.ts';
import { explain } from './explain.ts';
import { KEY, lookNow, showText, watchFile } from './orders.ts';

/** What the person has ordered: a text or a file, at a price that they have seen. */
export type Wanted = { readonly title: string; readonly points: number } & (
  | { readonly kind: 'text'; readonly order: SimpleQuestionOrderInput }
  | { readonly kind: 'file'; readonly order: ProjectOrderInput }
);

/** An order that is not known to be placed. */
export interface Pending {
  readonly key: string;
  readonly wanted: Wanted;
  /** `looking`: it was sent and its answer was lost. `unknown`: it was looked for, and not found. */
  readonly phase: 'placing' | 'looking' | 'unknown' | 'failed';
  readonly message: string;
}

const ORDERS = ['/api/v1/projects', '/api/v1/simple/questions'];

export const pending = signal<readonly Pending[]>([]);

const MESSAGES = {
  placing: 'Ordering…',
  looking: 'It may have been placed: we are looking. Do not order it again.',
  unknown:
    'It may have been placed, and we could not find it yet. Look again in a while, before you order it again.',
  forgetful:
    'Nothing was done. Your browser does not let this page remember the order, so it could be placed twice.',
} as const;

/** Orders once, whatever happens. The order has a key of its own, under which it is found again. */
export function order(wanted: Wanted): void {
  void place(KEY + crypto.randomUUID(), wanted, 'placing');
}

/** Goes on with what an earlier visit to this page left open. Nothing is placed twice: the store knows what was sent. */
export function resume(): void {
  const prefix = stored('');
  for (const name of Object.keys(localStorage).filter((name) => name.startsWith(prefix))) {
    // Only this module writes there.
    const wanted = JSON.parse(localStorage.getItem(name) ?? '') as Wanted;
    void place(name.slice(prefix.length), wanted, 'looking');
  }
}

export function lookAgain({ key, wanted }: Pending): void {
  void place(key, wanted, 'looking');
}

/** Takes it off the page. The store keeps what it knows of it. */
export function dismiss(key: string): void {
  pending.value = pending.value.filter((each) => each.key !== key);
  localStorage.removeItem(stored(key));
}

async function place(key: string, wanted: Wanted, phase: 'placing' | 'looking'): Promise<void> {
  if (!remember(key, wanted)) return show({ key, wanted, phase: 'failed', message: MESSAGES.forgetful });
  show({ key, wanted, phase, message: MESSAGES[phase] });
  const client = connect({
    onResponse({ method, path, status = 500 }) {
      const isLost = method === 'POST' && ORDERS.includes(path) && status >= 500;
      if (isLost) show({ key, wanted, phase: 'looking', message: MESSAGES.looking });
    },
  });
  // No search before: the key is new, and the store of this browser saw every order that has it.
  const options = { once: true, maxPoints: wanted.points, lookback: 0 };
  try {
    if (wanted.kind === 'text')
      showText(await client.simple.questions.create({ ...wanted.order, custom_field: key }, options));
    else watchFile(await client.projects.create(withKey(wanted.order, key), options));
    dismiss(key);
    lookNow();
  } catch (error) {
    const isUnknown = error instanceof OutcomeUnknownError;
    if (isUnknown) return show({ key, wanted, phase: 'unknown', message: MESSAGES.unknown });
    localStorage.removeItem(stored(key));
    show({ key, wanted, phase: 'failed', message: explain(error) });
  }
}

function withKey(project: ProjectOrderInput, key: string): ProjectOrderInput {
  const [first, ...others] = project.questions;
  return first === undefined
    ? project
    : { ...project, questions: [{ ...first, custom_field: key }, ...others] };
}

function show(order: Pending): void {
  const rest = pending.value.filter(({ key }) => key !== order.key);
  pending.value = [order, ...rest];
}

function remember(key: string, wanted: Wanted): boolean {
  try {
    localStorage.setItem(stored(key), JSON.stringify(wanted));
    return true;
  } catch {
    return false;
  }
}

/** Kept across reloads until the outcome is known; by account, since this browser may sign in to several. */
function stored(key: string): string {
  return `dashboard.pending.${account.value?.id}.${key}`;
}
