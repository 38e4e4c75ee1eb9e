import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type DeskState, runAction } from './api.js';
import { contract, listOperations, readContract } from './contract.js';
import { formatCount, formatNumber } from './format.js';
import { Button, Card, Field, Form, type FormTexts, Name } from './parts.js';
import { makeHandler, runAndTell, state } from './store.js';

/** An action of the control interface that makes something go wrong, with fields to begin with. */
interface Sample {
  readonly title: string;
  readonly action: string;
  /** Whether it happens to the requests that are chosen. */
  readonly isForRequests?: boolean;
  readonly fields: object;
}

const fault = (title: string, kind: string, parts: object = {}): Sample => ({
  title: `${title} (${kind})`,
  action: 'faults',
  isForRequests: true,
  fields: { times: 1, fault: { kind, ...parts } },
});

const disturb = (title: string, kind: string): Sample => ({
  title: `Deliveries ${title} (${kind})`,
  action: 'deliveries/disturb',
  fields: { kind, times: 1 },
});

const limit = (title: string, fields: object): Sample => ({ title, action: 'conditions', fields });

const SAMPLE_FAULTS: readonly Sample[] = [
  fault('Answers with a status', 'status', { status: 503, headers: { 'retry-after': '5' } }),
  fault('Answers late', 'delay', { ms: 5000 }),
  fault('Never answers', 'hang'),
  fault('Refuses the connection', 'refuse'),
  fault('Loses the connection before it acts', 'drop-before'),
  fault('Acts, then loses the connection', 'drop-after'),
  fault('Loses the connection within the answer', 'drop-midway'),
  fault('Cuts the JSON in half', 'truncate'),
  fault('Answers without a body', 'empty'),
  fault('Answers with a web page', 'html', { status: 502 }),
  fault('Answers with JSON of another shape', 'wrong-shape', { body: [] }),
  fault('Leaves out what an answer may lack', 'sparse'),
  fault('Redirects', 'redirect', { status: 302, location: 'https://elsewhere.example/' }),
  fault('Changes its answer', 'alter', { patch: { project: { status: 42 } } }),
  { title: 'Forbids requests: 403', action: 'access/forbid', isForRequests: true, fields: {} },
  { title: 'Withdraws the access token: 401', action: 'access/withdraw', fields: {} },
  limit('Limits the requests: 429', { rateLimit: { requests: 10, window: 60_000 } }),
  limit('Is slow', { latency: { ms: 500, jitter: 200 } }),
  limit('Shows what is new later', { lag: { listings: 5000, reads: 1000 } }),
  limit('Takes long to analyse a file', { analysisTime: 60_000 }),
  disturb('arrive twice', 'double'),
  disturb('arrive after the next one', 'reorder'),
  disturb('never arrive', 'lose'),
  disturb('come without an event id', 'older-form'),
];

/** The requests that something can happen to: many, or those of one operation. */
function listRequests(): readonly { readonly on: string; readonly title: string }[] {
  const operations = contract.value === null ? [] : listOperations(contract.value);
  return [
    { on: 'POST *', title: 'Every POST' },
    { on: 'GET *', title: 'Every GET' },
    { on: '*', title: 'Every request' },
    ...operations.map(({ on, method, path, summary }) => ({
      on,
      title: `${summary}: ${method} ${path.replace('/api/v1', '')}`,
    })),
  ];
}

/** Makes something go wrong, and lists what does. */
export function Trouble() {
  const known = state.value;
  const chosen = useSignal(0);
  const on = useSignal('POST *');
  useEffect(() => void readContract(), []);
  const sample = SAMPLE_FAULTS[chosen.value];
  if (known === null || sample === undefined) return null;
  const json = JSON.stringify(sample.fields, null, 2);
  const requests = sample.isForRequests === true ? { on: on.value } : {};
  const send = ({ fields = '' }: FormTexts) =>
    runAndTell(
      () => runAction(sample.action, { ...requests, ...parseFaultJson(fields) }),
      'It goes wrong from now on.',
    );
  return (
    <Card title="Make it go wrong" class="trouble">
      {!known.tokenWorks && <p>The access token is withdrawn: 401. Sign in again.</p>}
      <Field label="The service" wide>
        <select
          value={chosen.value}
          onChange={({ currentTarget }) => {
            chosen.value = Number(currentTarget.value);
          }}
        >
          {SAMPLE_FAULTS.map(({ title }, index) => (
            <option key={title} value={index}>
              {title}
            </option>
          ))}
        </select>
      </Field>
      {sample.isForRequests === true && (
        <Field label="For which requests" wide>
          <select
            value={on.value}
            onChange={({ currentTarget }) => {
              on.value = currentTarget.value;
            }}
          >
            {listRequests().map(({ on: value, title }) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Form send={send} class="stack">
        <Field label="How, as JSON">
          <textarea
            key={chosen.value}
            name="fields"
            class="code"
            rows={json.split('\n').length}
            spellcheck={false}
            required
          >
            {json}
          </textarea>
        </Field>
        <button type="submit" class="primary">
          Let it happen
        </button>
      </Form>
      <InForce known={known} />
    </Card>
  );
}

/** @throws SyntaxError with a message for people */
function parseFaultJson(text: string): object {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError('This is not JSON.');
  }
}

/** What goes wrong, each with a button that ends it. */
function InForce({ known: { faults, forbidden, disturbances, conditions } }: { readonly known: DeskState }) {
  const removal = (id: number) => ({ action: 'remove', fields: { id } });
  const entries = [
    ...faults.map(({ id, on, fault, ...use }) => ({
      text: `${fault.kind} for ${on}`,
      detail: describeUse(use),
      hits: use.hits,
      ...removal(id),
    })),
    ...forbidden.map(({ id, on, hits }) => ({
      text: `403 for ${on}`,
      detail: formatCount(hits, 'hit'),
      hits,
      ...removal(id),
    })),
    ...Object.entries(conditions)
      .filter(([, value]) => !isOff(value))
      .map(([name, value]) => ({
        text: name,
        detail: JSON.stringify(value),
        hits: undefined,
        action: 'conditions',
        fields: { [name]: null },
      })),
    ...disturbances.map(({ id, kind, ...use }) => ({
      text: kind,
      detail: describeUse(use),
      hits: use.hits,
      ...removal(id),
    })),
  ];
  if (entries.length === 0) return null;
  return (
    <ul class="in-force">
      {entries.map(({ text, detail, hits, action, fields }) => (
        <li key={JSON.stringify(fields)}>
          <Name text={text} /> <span class={hits === 0 ? 'pill waiting' : 'faint'}>{detail}</span>
          <Button class="quiet" label={`Remove ${text}`} onClick={makeHandler(action, fields)}>
            ×
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Whether a condition changes nothing: all its times are 0. */
function isOff(value: unknown): boolean {
  return typeof value === 'object' ? Object.values(value ?? {}).every(isOff) : value === 0;
}

type FaultUse = Pick<DeskState['disturbances'][number], 'hits' | 'times' | 'probability'>;

function describeUse({ hits, times, probability }: FaultUse): string {
  const chance = probability === undefined ? '' : `, chance ${probability}`;
  const limit = times ?? (probability === undefined ? 1 : undefined);
  return `${formatCount(hits, 'hit')}${limit === undefined ? '' : ` of ${formatNumber(limit)}`}${chance}`;
}
