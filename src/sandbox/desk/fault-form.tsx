import { useSignal } from '@preact/signals';
import { runAction } from './api.js';
import { Field, Form, type Texts } from './parts.js';
import { attempt } from './store.js';

type Part = 'status' | 'ms' | 'location' | 'headers' | 'body' | 'patch' | 'only' | 'asNull' | 'carriedOut';

interface Kind {
  readonly title: string;
  readonly parts: readonly Part[];
}

/** Every kind of fault, with its title and its fields. */
const KINDS: Readonly<Record<string, Kind>> = {
  status: { title: 'answers with a status', parts: ['status', 'headers', 'body', 'carriedOut'] },
  delay: { title: 'answers late', parts: ['ms', 'carriedOut'] },
  hang: { title: 'never answers', parts: ['carriedOut'] },
  refuse: { title: 'refuses the connection', parts: [] },
  'drop-before': { title: 'loses the connection before it acts', parts: [] },
  'drop-after': { title: 'acts, then loses the connection', parts: [] },
  'drop-midway': { title: 'loses the connection within the answer', parts: [] },
  truncate: { title: 'cuts the JSON in half', parts: ['carriedOut'] },
  empty: { title: 'answers without a body', parts: ['carriedOut'] },
  html: { title: 'answers with a web page', parts: ['status', 'body', 'carriedOut'] },
  'wrong-shape': { title: 'answers with JSON of another shape', parts: ['body', 'carriedOut'] },
  sparse: { title: 'leaves out what an answer may lack', parts: ['only', 'asNull'] },
  redirect: { title: 'redirects', parts: ['status', 'location', 'carriedOut'] },
  alter: { title: 'changes its answer', parts: ['patch'] },
};

const PATHS = [
  ...['*', 'POST *', 'GET *', 'POST /api/v1/projects', 'POST /api/v1/simple/questions', 'GET /api/v1/my'],
  ...['GET /api/v1/projects/:id', 'GET /api/v1/simple/questions/:id', 'GET /api/v1/my/application_events'],
  ...['POST /oauth/token', 'POST /api/v1/my/files'],
];

export function FaultForm() {
  const kind = useSignal('status');
  const parts = KINDS[kind.value]?.parts ?? [];
  const send = (texts: Texts) =>
    attempt(() => runAction('faults', buildRule(kind.value, parts, texts)), 'The next requests will fail.');
  return (
    <Form send={send} class="grid-form">
      <Field label="The service" wide>
        <select
          name="kind"
          value={kind.value}
          onChange={(event) => {
            kind.value = event.currentTarget.value;
          }}
        >
          {Object.entries(KINDS).map(([name, { title }]) => (
            <option key={name} value={name}>
              {title} ({name})
            </option>
          ))}
        </select>
      </Field>
      <Field label="Requests to" wide>
        <input name="on" required list="paths" placeholder="POST /api/v1/projects" />
      </Field>
      <datalist id="paths">
        {PATHS.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      <Field label="How many">
        <input name="times" type="number" min="1" placeholder="1" />
      </Field>
      {parts.includes('status') && (
        <Field label="Status">
          <input
            name="status"
            type="number"
            min="200"
            max="599"
            required={kind.value === 'status'}
            placeholder="503"
          />
        </Field>
      )}
      {parts.includes('ms') && (
        <Field label="Milliseconds">
          <input name="ms" type="number" min="0" required placeholder="5000" />
        </Field>
      )}
      {parts.includes('patch') && (
        <Field label="Fields to replace, as JSON; null removes" wide>
          <textarea name="patch" rows={2} required placeholder='{"project": {"status": 42}}' />
        </Field>
      )}
      <details class="inline wide">
        <summary>More options</summary>
        <div class="grid-form">
          <More parts={parts} />
        </div>
      </details>
      <button type="submit" class="primary">
        Add the fault
      </button>
    </Form>
  );
}

/** The fields that choose which requests or deliveries are affected. */
export function ChanceFields() {
  return (
    <>
      <Field label="After so many">
        <input name="after" type="number" min="0" placeholder="0" />
      </Field>
      <Field label="Probability">
        <input name="probability" type="number" min="0" max="1" step="any" placeholder="1" />
      </Field>
    </>
  );
}

function More({ parts }: { readonly parts: readonly Part[] }) {
  return (
    <>
      <ChanceFields />
      {parts.includes('location') && (
        <Field label="Location" wide>
          <input name="location" placeholder="https://elsewhere.example/" />
        </Field>
      )}
      {parts.includes('headers') && (
        <Field label="Headers, as JSON" wide>
          <input name="headers" placeholder='{"retry-after": "5"}' />
        </Field>
      )}
      {parts.includes('body') && (
        <Field label="Body" wide>
          <textarea name="body" rows={2} />
        </Field>
      )}
      {parts.includes('only') && (
        <Field label="Only these fields, as JSON" wide>
          <input name="only" placeholder='["user", "message"]' />
        </Field>
      )}
      {parts.includes('asNull') && (
        <Field label="The fields are" wide>
          <select name="asNull">
            <option value="">missing</option>
            <option value="true">null</option>
          </select>
        </Field>
      )}
      {parts.includes('carriedOut') && (
        <Field label="The request is carried out" wide>
          <select name="carriedOut">
            <option value="">as usual for this kind</option>
            <option value="true">yes</option>
            <option value="false">no</option>
          </select>
        </Field>
      )}
    </>
  );
}

/** @throws SyntaxError when a field that takes JSON has something else */
function buildRule(kind: string, parts: readonly Part[], texts: Texts): object {
  const fault: Record<string, unknown> = { kind };
  for (const part of parts) {
    const text = texts[part];
    if (text !== undefined) fault[part] = readField(part, kind, text);
  }
  return { on: texts.on, fault, ...readChance(texts) };
}

function readField(part: Part, kind: string, text: string): unknown {
  if (part === 'location') return text;
  // A body may be any text. The body of a web page always is.
  if (part === 'body') return kind === 'html' ? text : jsonOr(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError(`“${part}” is not JSON.`);
  }
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The options of a rule that choose which requests or deliveries are affected. */
export function readChance(texts: Texts): object {
  const names = ['times', 'after', 'probability'].filter((name) => texts[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, Number(texts[name])]));
}
