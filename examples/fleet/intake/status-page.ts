import { html } from 'hono/html';
import type { Status } from './status.ts';

const STYLE = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color-scheme: light dark }
table { border-collapse: collapse; width: 100%; margin-bottom: 2rem }
th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #8884; overflow-wrap: anywhere }
td.n { text-align: right; font-variant-numeric: tabular-nums }`;

type Cell = string | number;
type Page = ReturnType<typeof html>;

function table(caption: string, heads: readonly string[], rows: readonly (readonly Cell[])[]): Page {
  if (rows.length === 0) return html``;
  const cell = (value: Cell) => html`<td class="${typeof value === 'number' ? 'n' : ''}">${value}</td>`;
  return html`<h2>${caption}</h2>
<table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody></table>`;
}

const time = (text: string | undefined): string => text?.slice(11, 19) ?? 'not yet';

/** The fleet at a glance: first what a person has to do, then what is going on. Everything in it is escaped. */
export function statusPage({
  totals,
  counts,
  queues,
  following,
  unknown,
  failed,
  troubles,
  open,
}: Status): Page {
  const { placed, open: waiting, events } = totals;
  const people = unknown.length + failed.length;
  const states = ['wait', 'active', 'delayed', 'failed'];
  const depths = Object.entries(queues).map(([name, depth]) => [
    name,
    ...states.map((state) => depth[state] ?? 0),
  ]);
  const logs = Object.entries(following).sort(([a], [b]) => (a < b ? -1 : 1));
  const leaders = logs.map(([name, { leader, behind, lastPoll }]) => [name, leader, behind, time(lastPoll)]);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Fleet</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>
<h1>Fleet</h1>
<p>${placed} orders placed, ${placed - waiting} with a result, ${waiting} with their translators.
${events} events handled. ${people === 0 ? 'Nothing for a person to do.' : `${people} orders need a person.`}</p>
${table(
  'Orders that may have been placed: look for them at the service',
  ['order', 'what is known'],
  unknown.map(({ job, reason }) => [job, reason]),
)}
${table(
  'Orders that were refused',
  ['order', 'why'],
  failed.map(({ job, reason }) => [job, reason]),
)}
${table(
  'Failed, and tried again by itself',
  ['job', 'why'],
  troubles.map(({ job, reason }) => [job, reason]),
)}
${table('Queues', ['queue', ...states], depths)}
${table('Event logs', ['account', 'leader', 'events behind', 'last read'], leaders)}
${table('Counts', ['what', 'how many'], Object.entries(counts).sort())}
${table(
  'With their translators, the oldest first',
  ['account', 'order', 'question'],
  open.map(({ account, key, question }) => [account, key, question]),
)}
</body></html>`;
}
