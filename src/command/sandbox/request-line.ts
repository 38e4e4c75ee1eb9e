import { withoutSecrets } from '../../command-internals.js';
import type { AnsweredRequest } from '../../sandbox.js';
import { formatNumber } from '../terminal/format.js';
import { type Paint, painted, type SafeText, say } from '../terminal/safe-text.js';

type Json = Readonly<Record<string, unknown>>;
/** Describes what a request did, from its answer. */
type Describe = (answer: Json) => string;

/** Descriptions of successful requests, by method and path; `:id` stands for a number. Other requests only read. */
const OUTCOMES: Readonly<Record<string, Describe>> = {
  'POST /api/v1/projects': ({ project }) => placed(project, 'point'),
  'POST /api/v1/simple/questions': ({ question }) => placed(question, 'total_point'),
  'POST /api/v1/projects/check': ({ project }) => `it would cost ${points(project, 'point')}`,
  'POST /api/v1/simple/questions/check': ({ question }) => `it would cost ${points(question, 'total_point')}`,
  'PUT /api/v1/questions/:id/cancel': ({ question }) => `question ${idOf(question)} cancelled`,
  'PUT /api/v1/simple/questions/:id/cancel': ({ question }) =>
    `order ${idOf(question, 'parent_id')} cancelled, draft ${idOf(question)} kept`,
  'PUT /api/v1/simple/translations/:id/reject': ({ translation }) =>
    `translation ${idOf(translation)} rejected`,
  'POST /api/v1/questions/:id/comments': ({ comment }) => `comment ${idOf(comment)} added`,
  'PUT /api/v1/questions/:id/comments/:id': ({ comment }) => `comment ${idOf(comment)} changed`,
  'DELETE /api/v1/questions/:id/comments/:id': ({ comment }) => `comment ${idOf(comment)} deleted`,
  'POST /api/v1/simple/translations/:id/comments/:id': ({ comment }) => `comment ${idOf(comment)} added`,
  'POST /api/v1/my/files': ({ question_source: file }) => `file ${idOf(file)} uploaded`,
  'POST /api/v1/organizations': ({ organization }) => `organization ${idOf(organization)} created`,
  'POST /oauth/token': () => 'token issued',
};

const FAULT_TEXTS: Readonly<Record<Exclude<AnsweredRequest['outcome'], 'answer'>, string>> = {
  refused: 'fault: connection refused',
  dropped: 'fault: connection lost',
  cut: 'fault: answer cut off',
  silence: 'fault: no answer',
};

/** What a request did, in a few words; empty when it only read. */
function outcomeOf({ method, path, outcome, status, answer }: AnsweredRequest): string {
  if (outcome !== 'answer') return FAULT_TEXTS[outcome];
  const given = recordOf(answer);
  if (status === null || status >= 400) return failureText(given);
  const describe = OUTCOMES[`${method} ${path.replace(/\/\d+(?=\/|$)/g, '/:id')}`];
  return describe?.(given) ?? '';
}

/** A request as a line for people. */
export function requestLine(request: AnsweredRequest): SafeText {
  const { method, path, status, ms } = request;
  const outcome = outcomeOf(request);
  const answered = painted(paintOf(status), status ?? '---');
  const took = painted('dim', `${ms.toFixed(ms < 10 ? 1 : 0)} ms`);
  const did = outcome === '' ? say`` : say` ${painted('dim', '·')} ${short(outcome)}`;
  return say`${painted('bold', method.padEnd(6))} ${short(path)} ${answered} ${took}${did}\n`;
}

/** A request for `--json`. */
export function requestView(request: AnsweredRequest): object {
  const { method, path, status, ms } = request;
  const did = short(outcomeOf(request));
  return { method, path: short(path), status, ms: Math.round(ms * 10) / 10, did };
}

function paintOf(status: number | null): Paint {
  if (status === null || status >= 500) return 'red';
  return status >= 400 ? 'yellow' : 'green';
}

/** Text of an answer without secrets, and not too long. */
function short(text: string): string {
  const plain = withoutSecrets(text);
  return plain.length > 200 ? `${plain.slice(0, 199)}…` : plain;
}

/** Why a request failed: the message and the wrong fields, or the error of a sign-in. */
function failureText({ message, errors, error, error_description: description }: Json): string {
  const wrong = Object.entries(recordOf(errors)).map(([name, text]) => `${name} ${text}`);
  const said = message ?? (error === undefined ? '' : [error, description].filter(Boolean).join(': '));
  return [said, ...(wrong.length > 0 ? [wrong.join(', ')] : [])].filter((part) => part !== '').join(': ');
}

function placed(order: unknown, name: string): string {
  return `order ${idOf(order)} placed, ${points(order, name)}`;
}

function points(order: unknown, name: string): string {
  const count = Number(recordOf(order)[name]);
  return `${formatNumber(count)} ${count === 1 ? 'point' : 'points'}`;
}

function idOf(record: unknown, name = 'id'): string {
  return String(recordOf(record)[name]);
}

function recordOf(value: unknown): Json {
  // Reading an unknown property of an object is safe.
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}
