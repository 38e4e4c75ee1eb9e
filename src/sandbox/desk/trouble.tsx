import { runAction, type State } from './api.js';
import { ChanceFields, FaultForm, readChance } from './fault-form.js';
import { count } from './format.js';
import { Button, Card, Field, Form, Tabs, type Texts } from './parts.js';
import { attempt, handlerFor, state } from './store.js';

/** The tabs for faults, permissions, limits and disturbed deliveries. */
export function Trouble() {
  const known = state.value;
  if (known === null) return null;
  const { faults, forbidden, disturbances, conditions } = known;
  return (
    <Card title="Make it go wrong" class="trouble">
      <Tabs
        label="Make it go wrong"
        tabs={[
          { name: 'Faults', ...badge(faults.length), content: () => <Faults known={known} /> },
          { name: 'Access', ...badge(forbidden.length), content: () => <Access known={known} /> },
          { name: 'Limits', ...badge(countLimits(conditions)), content: () => <Limits known={known} /> },
          { name: 'Deliveries', ...badge(disturbances.length), content: () => <Disturb known={known} /> },
        ]}
      />
    </Card>
  );
}

/** How many limits are set. A latency of 0 is none. */
function countLimits({ rateLimit, lag, latency = 0, analysisTime }: State['conditions']): number {
  const times = [Object.values(lag ?? {}), typeof latency === 'object' ? Object.values(latency) : [latency]];
  const slow = times.filter((each) => each.some((ms) => ms > 0));
  return slow.length + (rateLimit === undefined ? 0 : 1) + (analysisTime === undefined ? 0 : 1);
}

function badge(length: number): { badge?: string } {
  return length === 0 ? {} : { badge: count(length) };
}

interface Known {
  readonly known: State;
}

function Faults({ known: { faults } }: Known) {
  return (
    <>
      <FaultForm />
      <InForce
        items={faults.map(({ id, on, fault, hits, times, probability }) => ({
          id,
          text: `${fault.kind} for ${on}`,
          hits: describeHits(hits, times, probability),
        }))}
      />
      {faults.length > 0 && (
        <Button onClick={handlerFor('faults/clear', {}, 'All faults are removed.')}>Remove all faults</Button>
      )}
    </>
  );
}

function describeHits(hits: number, times: number | undefined, probability: number | undefined): string {
  const chance = probability === undefined ? '' : `, chance ${probability}`;
  const limit = times ?? (probability === undefined ? 1 : undefined);
  return `${count(hits)}${limit === undefined ? ' times' : ` of ${count(limit)}`}${chance}`;
}

interface InForceProps {
  readonly items: readonly { readonly id: number; readonly text: string; readonly hits: string }[];
}

/** A list of what is in force, each entry with a button that removes it. */
function InForce({ items }: InForceProps) {
  if (items.length === 0) return null;
  return (
    <ul class="in-force">
      {items.map(({ id, text, hits }) => (
        <li key={id}>
          <span>{text}</span> <span class="faint">{hits}</span>
          <Button class="quiet" label={`Remove ${text}`} onClick={handlerFor('remove', { id })}>
            ×
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Access({ known: { forbidden, tokenWorks } }: Known) {
  const forbid = ({ on }: Texts) =>
    attempt(() => runAction('access/forbid', { on }), 'These requests are a 403 now.');
  return (
    <>
      <p>{tokenWorks ? 'The access token works.' : 'The access token is withdrawn: 401. Sign in again.'}</p>
      <Button
        disabled={!tokenWorks}
        class="danger"
        onClick={handlerFor('access/withdraw', {}, 'The access token is withdrawn.')}
      >
        Withdraw the access token
      </Button>
      <Form send={forbid} class="row-form">
        <Field label="Answer 403 to" wide>
          <input name="on" required list="forbidden-paths" placeholder="POST /api/v1/projects" />
        </Field>
        <button type="submit">Forbid</button>
      </Form>
      <datalist id="forbidden-paths">
        <option value="*" />
        <option value="POST /api/v1/projects" />
        <option value="POST /api/v1/simple/questions" />
      </datalist>
      <InForce items={forbidden.map(({ id, on }) => ({ id, text: on, hits: '403' }))} />
    </>
  );
}

function Limits({ known: { conditions } }: Known) {
  const { rateLimit, lag, latency } = conditions;
  const send = (texts: Texts) =>
    attempt(() => runAction('conditions', readConditions(texts)), 'The limits are set.');
  const base = typeof latency === 'object' ? latency : { ms: latency, jitter: undefined };
  return (
    <Form send={send} class="grid-form">
      <Field label="Requests">
        <input
          name="requests"
          type="number"
          min="1"
          placeholder="no limit"
          defaultValue={rateLimit?.requests}
        />
      </Field>
      <Field label="in so many ms">
        <input name="window" type="number" min="1" placeholder="60000" defaultValue={rateLimit?.window} />
      </Field>
      <Field label="Latency in ms">
        <input name="ms" type="number" min="0" placeholder="0" defaultValue={base.ms} />
      </Field>
      <Field label="Jitter in ms">
        <input name="jitter" type="number" min="0" placeholder="0" defaultValue={base.jitter} />
      </Field>
      <Field label="New in listings after ms">
        <input name="listings" type="number" min="0" placeholder="0" defaultValue={lag?.listings} />
      </Field>
      <Field label="New can be read after ms">
        <input name="reads" type="number" min="0" placeholder="0" defaultValue={lag?.reads} />
      </Field>
      <Field label="A file's analysis takes ms" wide>
        <input
          name="analysisTime"
          type="number"
          min="0"
          placeholder="2000"
          defaultValue={conditions.analysisTime}
        />
      </Field>
      <button type="submit">Set</button>
      <Button onClick={handlerFor('conditions', NO_CONDITIONS, 'Nothing is limited.')}>No limits</Button>
    </Form>
  );
}

const NO_CONDITIONS = { rateLimit: null, lag: null, latency: null, analysisTime: null };

/** The conditions in a form's fields. Empty fields mean the default. */
function readConditions({ requests, window, ms, jitter, listings, reads, analysisTime }: Texts): object {
  const lag = { ...numbered({ listings, reads }) };
  return {
    rateLimit:
      requests === undefined ? null : { requests: Number(requests), window: Number(window ?? 60_000) },
    latency: ms === undefined && jitter === undefined ? null : { ms: 0, ...numbered({ ms, jitter }) },
    lag: Object.keys(lag).length === 0 ? null : lag,
    analysisTime: analysisTime === undefined ? null : Number(analysisTime),
  };
}

function numbered(texts: Readonly<Record<string, string | undefined>>): Record<string, number> {
  const given = Object.entries(texts).filter(([, text]) => text !== undefined);
  return Object.fromEntries(given.map(([name, text]) => [name, Number(text)]));
}

function Disturb({ known: { disturbances } }: Known) {
  const send = ({ kind, ...texts }: Texts) =>
    attempt(
      () => runAction('deliveries/disturb', { kind, ...readChance(texts) }),
      'The next deliveries are disturbed.',
    );
  return (
    <>
      <Form send={send} class="grid-form">
        <Field label="Deliveries" wide>
          <select name="kind">
            <option value="double">arrive twice</option>
            <option value="reorder">arrive after the next one</option>
            <option value="lose">never arrive</option>
            <option value="older-form">come without an event id</option>
          </select>
        </Field>
        <Field label="How many">
          <input name="times" type="number" min="1" placeholder="1" />
        </Field>
        <ChanceFields />
        <button type="submit">Disturb</button>
      </Form>
      <InForce
        items={disturbances.map(({ id, kind, hits, times, probability }) => ({
          id,
          text: kind,
          hits: describeHits(hits, times, probability),
        }))}
      />
      {disturbances.length > 0 && (
        <Button onClick={handlerFor('deliveries/calm', {}, 'Deliveries go their way.')}>
          Disturb nothing
        </Button>
      )}
    </>
  );
}
