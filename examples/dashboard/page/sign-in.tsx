import { Alert } from './action.tsx';

const REASONS: Readonly<Record<string, string>> = {
  denied: 'You did not allow it, so you are not signed in.',
  mismatch: 'That sign-in was not begun in this browser, so it was refused. Please begin here.',
  again: 'The sign-in did not work. Please try again.',
};

/** What somebody sees who is not signed in. */
export function SignIn() {
  const reason = new URLSearchParams(location.search).get('sign-in');
  return (
    <main class="welcome card">
      <p class="brand">Translations</p>
      <h1>Have it said by people.</h1>
      <p>
        Order translations of texts and files, watch them being written, and read, discuss or reject the
        results.
      </p>
      <Alert message={REASONS[reason ?? ''] ?? ''} />
      <a class="button primary" href="/sign-in">
        Sign in at the translation service
      </a>
      <h2>Where your access is kept</h2>
      <p class="soft">
        After you agree, the service gives this site a token. Whoever has it can spend your points, and it
        does not expire. So the token stays on this site’s server. This page asks the server, and the server
        adds the token: nothing that runs in this page can take it away.
      </p>
    </main>
  );
}
