import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import {
  type LoggedDelivery,
  type LoggedEvent,
  type Request,
  type RequestHead,
  readRequest,
  runAction,
} from './api.js';
import { formatMoment, formatNumber, indentJson } from './format.js';
import {
  Button,
  Card,
  Field,
  Form,
  type FormTexts,
  Key,
  Moment,
  Name,
  SearchField,
  StatusPill,
  Tabs,
  TextBlock,
} from './parts.js';
import { deliveries, events, makeHandler, openOrder, requests, runAndTell, state } from './store.js';
import { VirtualList } from './virtual-list.js';

/** The height of a row, in pixels, until it is measured. */
const ROW = 58;

/** The lists of events, requests and deliveries. */
export function Activity() {
  const known = state.value;
  const count = (list: 'events' | 'requests' | 'deliveries') => formatNumber(known?.[list].total ?? 0);
  return (
    <Card title="What happened" class="activity">
      <Tabs
        label="What happened"
        tabs={[
          { name: 'Events', badge: count('events'), content: () => <EventActivity /> },
          { name: 'Requests', badge: count('requests'), content: () => <Requests /> },
          { name: 'Deliveries', badge: count('deliveries'), content: () => <DeliveryActivity /> },
        ]}
      />
    </Card>
  );
}

const hasSome = (list: 'events' | 'requests'): boolean => (state.value?.[list].total ?? 0) > 0;

function EventActivity() {
  const selected = useSignal<LoggedEvent | null>(null);
  const chosen = selected.value;
  return (
    <>
      {hasSome('events') && (
        <SearchField feed={events} label="Find events" hint="Find by name, title, key, id…" />
      )}
      <VirtualList
        feed={events}
        label="Event log"
        rowHeight={ROW}
        readKey={({ id }) => id}
        selected={chosen?.id ?? null}
        onSelect={(event) => {
          selected.value = event;
        }}
        row={({ type, at, account, orderId, key, title, languageId }) => (
          <>
            <span class="line">
              <Name text={type} />
              <AccountLabel login={account} />
            </span>
            <span class="line faint">
              <Moment at={at} />
              <span>
                {orderId} {key === null ? <bdi lang={languageId}>{title}</bdi> : <Key text={key} />}
              </span>
            </span>
          </>
        )}
        empty={
          <p>
            No event yet. Each order and each translation writes one: place an order, and its first event
            appears here.
          </p>
        }
      />
      {chosen === null ? null : (
        <div class="chosen">
          <p>
            Event {chosen.id}: <code>{chosen.type}</code> of order {chosen.orderId}, “
            <bdi lang={chosen.languageId}>{chosen.title}</bdi>”
            {chosen.key === null ? null : (
              <>
                {' '}
                with the key <code dir="auto">{chosen.key}</code>
              </>
            )}
            , {formatMoment(chosen.at)}
          </p>
          <div class="buttons">
            <Button
              onClick={makeHandler('deliveries', { eventId: chosen.id }, 'The event is delivered again.')}
            >
              Deliver again
            </Button>
            <Button onClick={() => openOrder(chosen.orderId, { focus: true })}>Show the order</Button>
          </div>
        </div>
      )}
    </>
  );
}

/** Says whose an event is, unless it is that of the first account, whose token most programs use. */
function AccountLabel({ login }: { readonly login: string }) {
  const [first] = state.value?.accounts ?? [];
  return login === first?.login ? null : <span class="pill">{login}</span>;
}

const request = signal<Request | null>(null);

function Requests() {
  const selected = useSignal<RequestHead | null>(null);
  const number = selected.value?.number;
  // The answer may not be there yet.
  const status = state.value?.requests.items.find((request) => request.number === number)?.status;
  useEffect(() => {
    request.value = null;
    if (number === undefined) return;
    void runAndTell(async () => {
      request.value = await readRequest(number);
    });
  }, [number, status]);
  return (
    <>
      {hasSome('requests') && (
        <SearchField feed={requests} label="Find requests" hint="Find by path, account, fault…" />
      )}
      <VirtualList
        feed={requests}
        label="Requests"
        rowHeight={ROW}
        readKey={(request) => request.number}
        selected={number ?? null}
        onSelect={(request) => {
          selected.value = request;
        }}
        row={(request) => (
          <>
            <span class="line">
              <strong class="method">{request.method}</strong>
              <Name text={request.path.replace('/api/v1', '')} />
              {request.fault === null ? null : <span class="pill bad">{request.fault}</span>}
              <StatusPill status={request.status} />
            </span>
            <span class="line faint">
              {request.at === null ? null : <Moment at={request.at} />}
              <RequestAccount login={request.account} />
            </span>
          </>
        )}
        empty={
          <p>
            No request yet. Send one with your application, or with a command of “Connect your application”.
          </p>
        }
      />
      {request.value === null ? null : <RequestDetail shown={request.value} />}
    </>
  );
}

/** Whose token a request has. */
function RequestAccount({ login }: { readonly login: string | null }) {
  return login === null ? <span>no valid token</span> : <bdi>{login}</bdi>;
}

function RequestDetail({ shown }: { readonly shown: Request }) {
  const { method, path, query, body, answer, status, account, at } = shown;
  return (
    <div class="chosen">
      <p>
        <code>
          {method} {path}
        </code>
        {answer === undefined ? null : <span class="faint ms"> {Math.max(1, Math.round(answer.ms))} ms</span>}
      </p>
      <p class="faint">
        <RequestAccount login={account} />
        {at === null ? null : `, ${formatMoment(at)}`}
      </p>
      {Object.keys(query).length > 0 && <TextBlock title="Query" text={JSON.stringify(query, null, 2)} />}
      {body !== undefined && <TextBlock title="Body" text={JSON.stringify(body, null, 2)} />}
      <TextBlock
        title={status === null ? 'No answer' : `Answer ${status}`}
        text={answer === undefined ? 'Not known any more.' : indentJson(answer.text) || 'Without a body.'}
      />
    </div>
  );
}

function DeliveryActivity() {
  const selected = useSignal<LoggedDelivery | null>(null);
  const known = state.value;
  const chosen = selected.value;
  const send = ({ to }: FormTexts) =>
    runAndTell(() => runAction('deliveries/receiver', { to }), 'New events are delivered from now on.');
  return (
    <>
      <Form send={send} class="row-form">
        <Field label="Receiver" wide>
          <input name="to" type="url" required placeholder={known?.credentials.callbackUrl} />
        </Field>
        <button type="submit">Deliver there</button>
        {known?.deliveries.isOn === true && (
          <Button
            onClick={makeHandler('deliveries/receiver', { to: null }, 'Nothing is delivered any more.')}
          >
            Stop
          </Button>
        )}
      </Form>
      <VirtualList
        feed={deliveries}
        label="Deliveries"
        rowHeight={ROW}
        readKey={numberAttempt}
        selected={chosen === null ? null : numberAttempt(chosen)}
        onSelect={(delivery) => {
          selected.value = delivery;
        }}
        row={(delivery) => (
          <>
            <span class="line">
              <strong>Event {delivery.eventId}</strong>
              {delivery.retryCount > 0 && <span class="pill working">retry {delivery.retryCount}</span>}
              <StatusPill status={delivery.status} />
            </span>
            <Moment at={delivery.at} />
          </>
        )}
        empty={
          <p>
            {known?.deliveries.isOn === true
              ? 'No delivery yet. The next event is delivered: place an order.'
              : 'Nothing is delivered yet. Name the address of your receiver first.'}
          </p>
        }
      />
      {chosen === null ? null : (
        <div class="buttons">
          <Button
            onClick={makeHandler('deliveries', { eventId: chosen.eventId }, 'The event is delivered again.')}
          >
            Deliver event {chosen.eventId} again
          </Button>
        </div>
      )}
    </>
  );
}

/** The attempts to deliver one event differ in their retry count. */
function numberAttempt({ eventId, retryCount }: LoggedDelivery): number {
  return eventId * 16 + retryCount;
}
