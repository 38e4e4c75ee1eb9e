import { type Fields, toFields } from '../../base/kinds.js';
import { cutText } from '../../base/texts.js';
import { withoutSecrets } from '../../command-internals.js';
import type { AnsweredRequest } from '../../sandbox.js';
import { formatNumber } from '../terminal/format.js';
import { type Paint, paintText, type SafeText, say } from '../terminal/safe-text.js';

/** Describes what a request did, from its answer. */
type Describe = (answer: Fields) => string;

/** Descriptions of successful requests, by method and path; `:id` stands for a number. Other requests only read. */
const OUTCOMES: Readonly<Record<string, Describe>> = {
  'POST /api/v1/projects': ({ project }) => describePlaced(project, 'point'),
  'POST /api/v1/simple/questions': ({ question }) => describePlaced(question, 'total_point'),
  'POST /api/v1/projects/check': ({ project }) => `it would cost ${formatPoints(project, 'point')}`,
  'POST /api/v1/simple/questions/check': ({ question }) =>
    `it would cost ${formatPoints(question, 'total_point')}`,
  'PUT /api/v1/questions/:id/cancel': ({ question }) => `question ${readId(question)} cancelled`,
  'PUT /api/v1/simple/questions/:id/cancel': ({ question }) =>
    `order ${readId(question, 'parent_id')} cancelled, draft ${readId(question)} kept`,
  'PUT /api/v1/simple/translations/:id/reject': ({ translation }) =>
    `translation ${readId(translation)} rejected`,
  'POST /api/v1/questions/:id/comments': ({ comment }) => `comment ${readId(comment)} added`,
  'PUT /api/v1/questions/:id/comments/:id': ({ comment }) => `comment ${readId(comment)} changed`,
  'DELETE /api/v1/questions/:id/comments/:id': ({ comment }) => `comment ${readId(comment)} deleted`,
  'POST /api/v1/simple/translations/:id/comments/:id': ({ comment }) => `comment ${readId(comment)} added`,
  'POST /api/v1/my/files': ({ question_source: file }) => `file ${readId(file)} uploaded`,
  'POST /api/v1/organizations': ({ organization }) => `organization ${readId(organization)} created`,
  'POST /oauth/token': () => 'token issued',
};

const FAULT_TEXTS: Readonly<Record<Exclude<AnsweredRequest['outcome'], 'answer'>, string>> = {
  refused: 'fault: connection refused',
  dropped: 'fault: connection lost',
  cut: 'fault: answer cut off',
  silence: 'fault: no answer',
};

/** Says what a request did, in a few words; empty when it only read. */
function describeOutcome({ method, path, outcome, status, answer }: AnsweredRequest): string {
  if (outcome !== 'answer') return FAULT_TEXTS[outcome];
  const given = toFields(answer);
  if (status === null || status >= 400) return describeFailure(given);
  const describe = OUTCOMES[`${method} ${path.replace(/\/\d+(?=\/|$)/g, '/:id')}`];
  return describe?.(given) ?? '';
}

/** A request as a line for people. @param token of the sandbox, which the line leaves out */
export function formatRequest(request: AnsweredRequest, token: string): SafeText {
  const { method, path, status, ms } = request;
  const outcome = describeOutcome(request);
  const answered = paintText(choosePaint(status), status ?? '---');
  const took = paintText('dim', `${ms.toFixed(ms < 10 ? 1 : 0)} ms`);
  const did = outcome === '' ? say`` : say` ${paintText('dim', '·')} ${shortenBody(outcome, token)}`;
  return say`${paintText('bold', method.padEnd(6))} ${shortenBody(path, token)} ${answered} ${took}${did}\n`;
}

/** A request for `--json`. @param token as above */
export function viewAnsweredRequest(request: AnsweredRequest, token: string): object {
  const { method, path, status, ms } = request;
  const did = shortenBody(describeOutcome(request), token);
  return { method, path: shortenBody(path, token), status, ms: Math.round(ms * 10) / 10, did };
}

function choosePaint(status: number | null): Paint {
  if (status === null || status >= 500) return 'red';
  return status >= 400 ? 'yellow' : 'green';
}

/** Shortens a text of an answer, and removes its secrets. */
function shortenBody(text: string, token: string): string {
  return cutText(withoutSecrets(text, token), 200);
}

/** Says why a request failed: the message and the wrong fields, or the error of a sign-in. */
function describeFailure({ message, errors, error, error_description: description }: Fields): string {
  const wrong = Object.entries(toFields(errors)).map(([name, text]) => `${name} ${text}`);
  const said = message ?? (error === undefined ? '' : [error, description].filter(Boolean).join(': '));
  return [said, ...(wrong.length > 0 ? [wrong.join(', ')] : [])].filter((part) => part !== '').join(': ');
}

function describePlaced(order: unknown, name: string): string {
  return `order ${readId(order)} placed, ${formatPoints(order, name)}`;
}

function formatPoints(order: unknown, name: string): string {
  const count = Number(toFields(order)[name]);
  return `${formatNumber(count)} ${count === 1 ? 'point' : 'points'}`;
}

function readId(record: unknown, name = 'id'): string {
  return String(toFields(record)[name]);
}
