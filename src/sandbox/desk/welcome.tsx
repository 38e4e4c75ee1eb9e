import { useSignal } from '@preact/signals';
import { controlToken, type DeskState } from './api.js';
import { Button, Card, Field } from './parts.js';
import { isLinked, makeHandler, orderSample, runAndTell, state } from './store.js';

/** The address of the sandbox, which a reverse proxy can have given a path. Without a slash at the end. */
const sandboxUrl = new URL('.', location.href).href.slice(0, -1);

/** The introduction. It collapses after the first order. */
export function Welcome() {
  const known = state.value;
  if (known === null) return null;
  const isFirst = known.orders.total === 0;
  if (isFirst) {
    return (
      <Card title="Play the translator" class="welcome">
        <p class="lead">
          This is the whole Translation Requester API on your machine. Orders cost points, get translated,
          expire and write events, as with the real service, but nobody is paid and nothing is sent.
        </p>
        <ol class="steps">
          <li>Your application orders a translation.</li>
          <li>You translate it here, by hand or all at once.</li>
          <li>Your application reads the result, and you see each request.</li>
        </ol>
        <Connect known={known} />
        <p class="expecting">Waiting for the first order…</p>
      </Card>
    );
  }
  return (
    <details class="card connect" tabIndex={-1}>
      <summary>Connect your application: credentials and commands</summary>
      <Connect known={known} />
    </details>
  );
}

function Connect({ known }: { readonly known: DeskState }) {
  const chosen = useSignal(0);
  const account = known.accounts[chosen.value] ?? known.accounts[0];
  if (account === undefined) return null;
  const { accessToken, application } = account;
  const { clientId, clientSecret, redirectUri, callbackUrl } = application;
  const environment = [
    `TRANSLATION_REQUESTER_URL=${sandboxUrl}`,
    `TRANSLATION_REQUESTER_TOKEN=${accessToken}`,
    `TRANSLATION_REQUESTER_CLIENT_ID=${clientId}`,
    `TRANSLATION_REQUESTER_CLIENT_SECRET=${clientSecret}`,
    `TRANSLATION_REQUESTER_REDIRECT_URI="${redirectUri}"`,
  ].join('\n');
  return (
    <>
      <Field label="Account" wide>
        <select
          value={chosen.value}
          onChange={({ currentTarget }) => {
            chosen.value = Number(currentTarget.value);
          }}
        >
          {known.accounts.map(({ login }, index) => (
            <option key={login} value={index}>
              {login}
            </option>
          ))}
        </select>
      </Field>
      <h3>Three commands to try</h3>
      {listCommands(accessToken, known.sample).map(({ title, command }) => (
        <Copyable key={title} title={title} text={command} />
      ))}
      <p>
        No terminal at hand? <Button onClick={() => orderSample('simple')}>Place a sample order</Button>
      </p>
      <h3>Credentials</h3>
      <Copyable title="For a .env file" text={environment} />
      <p class="faint">
        Events are delivered to <code>{callbackUrl}</code> once deliveries are on.
      </p>
    </>
  );
}

function listCommands(accessToken: string, { languageId, translatedLanguageId }: DeskState['sample']) {
  const order = {
    access_token: accessToken,
    language_id: languageId,
    translated_language_id: translatedLanguageId,
    question_bodies: [{ body: 'Good morning' }],
  };
  const control = controlToken === null ? '' : ` -H 'authorization: Bearer ${controlToken}'`;
  return [
    {
      title: '1. Order a translation',
      command: `curl ${sandboxUrl}/api/v1/simple/questions -H 'content-type: application/json' -d '${JSON.stringify(order)}'`,
    },
    {
      title: '2. Translate everything, from any language',
      command: `curl ${sandboxUrl}/_sandbox/translate${control} -d '{"all":true}'`,
    },
    {
      title: '3. Read what happened',
      command: `curl '${sandboxUrl}/api/v1/my/application_events?access_token=${accessToken}'`,
    },
  ];
}

function Copyable({ title, text }: { readonly title: string; readonly text: string }) {
  const copy = () => runAndTell(() => navigator.clipboard.writeText(text), 'Copied.');
  return (
    <div class="copyable">
      <p>{title}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre tabIndex={0}>{text}</pre>
      <Button class="quiet" label={`Copy: ${title}`} onClick={copy}>
        Copy
      </Button>
    </div>
  );
}

/** Shown while the sandbox does not answer. */
export function Silence() {
  if (isLinked.value) return null;
  return (
    <p class="card notice">The sandbox does not answer. Once it runs again, this page goes on by itself.</p>
  );
}

/** Shown after a sign-in with a `redirect_uri` that is not registered. */
export function WrongAddress() {
  const known = state.value;
  const last = known?.requests.items.find(({ path }) => path === '/oauth/authorize');
  const asked = last?.query.redirect_uri;
  const registered = known?.credentials.redirectUris ?? [];
  if (last?.status !== 400 || typeof asked !== 'string' || registered.includes(asked)) return null;
  return (
    <section class="card notice" aria-label="Redirect address">
      <p>
        An application asked to return to <code dir="auto">{asked}</code>, but it is registered with{' '}
        <code>{registered.join(', ')}</code>. Both must be the same, letter by letter.
      </p>
      <Button
        class="primary"
        onClick={makeHandler(
          'application',
          { redirectUri: asked },
          'The address is registered: sign in again.',
        )}
      >
        Register the one it asked for
      </Button>
    </section>
  );
}
