import { signal } from '@preact/signals';
import { AuthenticationError } from 'translation-requester';
import { account, available, readAccount } from './account.ts';
import { Alert } from './action.tsx';
import { isAnswering } from './client.ts';
import { readLanguages } from './draft.ts';
import { explainReading } from './explain.ts';
import { OrderForm } from './order-form.tsx';
import { OrderList } from './order-list.tsx';
import { followOrders } from './orders.ts';
import { resume } from './placing.ts';
import { PointsChart } from './points-chart.tsx';
import { QuestionList } from './question-list.tsx';
import { Viewer } from './viewer.tsx';
import { points } from './words.ts';

/** Why the page does not follow any more; undefined while it does. */
const trouble = signal<unknown>();

/** Reads what the page shows, and follows it until the page is closed. */
export async function begin(): Promise<void> {
  trouble.value = undefined;
  try {
    await Promise.all([readAccount(), readLanguages()]);
    resume();
    await followOrders();
  } catch (error) {
    trouble.value = error;
  }
}

/** The whole page of somebody who is signed in. */
export function Dashboard() {
  return (
    <>
      <Top />
      <Connection />
      <main class="layout">
        <h1 class="unseen">Your translations</h1>
        <OrderForm />
        <OrderList />
        <PointsChart />
        <QuestionList />
      </main>
      <Viewer />
    </>
  );
}

function Top() {
  return (
    <header class="top">
      <p class="brand">Translations</p>
      <p class="account">
        {account.value?.login}
        <strong class="pill">{available.value === undefined ? '…' : points(available.value)}</strong>
      </p>
      <form method="post" action="/sign-out">
        <button type="submit">Sign out</button>
      </form>
    </header>
  );
}

/** Failures that pass by themselves are shown, and nothing has to be done. Others need a person. */
function Connection() {
  const isWaiting = !isAnswering.value && trouble.value === undefined;
  return (
    <div class="connection">
      <p role="status" class={isWaiting ? 'notice' : 'unseen'}>
        {isWaiting && 'The service does not answer at the moment. This page keeps trying.'}
      </p>
      {trouble.value !== undefined && (
        <>
          <Alert message={explainReading(trouble.value)} />
          {trouble.value instanceof AuthenticationError ? (
            <a class="button primary" href="/sign-in">
              Sign in
            </a>
          ) : (
            <button type="button" onClick={() => void begin()}>
              Try again
            </button>
          )}
        </>
      )}
    </div>
  );
}
