import { normalizeText } from '../../base/kinds.js';
import type { CheckedProjectOrder, CheckedSimpleOrder } from '../contract/inputs.js';
import type { Project, ProjectQuote, Question, QuestionQuote, SimpleQuestion } from '../contract/types.js';
import type { Difference } from './errors.js';

type AskedQuestion = CheckedProjectOrder['questions'][number];

// The service fills in fields that an order leaves out, so only the fields that the order gives are compared.

const listDifference = (
  path: string,
  asked: unknown,
  existing: unknown,
  isEqual: boolean,
): readonly Difference[] => (isEqual ? [] : [{ path, asked, existing }]);

const compareValue = (path: string, asked: unknown, existing: unknown) =>
  listDifference(path, asked, existing, asked === existing);

/** A field that counts only if the order gives it. */
const compareGiven = (path: string, asked: unknown, existing: unknown) =>
  asked === undefined ? [] : compareValue(path, asked, existing);

const compareFlag = (path: string, asked: 0 | 1 | undefined, existing: boolean) =>
  listDifference(path, asked, existing, asked === undefined || (asked === 1) === existing);

const compareText = (path: string, asked: string | null | undefined, existing: string | null | undefined) =>
  listDifference(path, asked, existing, normalizeText(asked) === normalizeText(existing));

/** What every order is known by, and what the service shows of that. */
interface Identity {
  readonly language_id?: string | undefined;
  readonly translated_language_id?: string | undefined;
  readonly custom_field?: string | null | undefined;
}

/** Whether it is for the same languages. */
const compareLanguages = (asked: Identity, existing: Identity): readonly Difference[] =>
  (['language_id', 'translated_language_id'] as const).flatMap((name) =>
    compareValue(name, asked[name], existing[name]),
  );

/** Whether it is the order that is meant, whatever it holds: its languages and its key. */
export const compareIdentity = (asked: Identity, existing: Identity): readonly Difference[] => [
  ...compareLanguages(asked, existing),
  ...compareText('custom_field', asked.custom_field, existing.custom_field),
];

const collapseSpace = (value: string): string => normalizeText(value).replace(/\s+/g, ' ');

/** Whether the text starts with a title that the service made from it. @see docs/service.md, Projects */
function startsWithTitle(body: string, title: string): boolean {
  return collapseSpace(body).startsWith(
    collapseSpace(title)
      .replace(/(\u2026|\.{3})$/, '')
      .trim(),
  );
}

/** The `file_type` of a question, for each `type` of a text. @see docs/service.md, Question */
const TEXT_TYPES: Readonly<Record<string, string>> = { string: 'string', text_html: 'html_text' };

/** The text, the title or the file. The service may store a text as a source with a new id. */
export function compareOrderContent(asked: AskedQuestion, question: Question): readonly Difference[] {
  const { type, body, title } = asked;
  const isFile = type !== 'text_html' && typeof body !== 'string';
  const isOtherText =
    Object.values(TEXT_TYPES).includes(question.file_type) && question.file_type !== TEXT_TYPES[type];
  const isTitled = normalizeText(title) !== '';
  const isText = !isFile && type === 'string' && typeof body === 'string';
  return [
    ...listDifference('type', type, question.file_type, !isOtherText),
    ...(isFile ? compareValue('source_id', asked.source_id, question.question_source_id) : []),
    ...(isTitled ? compareText('title', title, question.title) : []),
    ...(isText && !isTitled
      ? listDifference('body', body, question.title, startsWithTitle(body, question.title))
      : []),
  ];
}

function compareQuestion(
  order: CheckedProjectOrder,
  project: Project,
  asked: AskedQuestion,
  question: Question,
): readonly Difference[] {
  return [
    compareText('custom_field', asked.custom_field, question.custom_field),
    compareText('description', asked.description, question.description),
    compareFlag('escape_text', asked.escape_text, question.escape_text),
    compareFlag('double_check', asked.double_check, question.double_check),
    compareFlag(
      'individual',
      combineFlags(order.individual, asked.individual),
      project.individual || question.individual,
    ),
    compareOrderContent(asked, question),
  ].flat();
}

/**
 * Whether each question of an order has a question of the project for itself, at any position. Those that ask for more
 * choose first, and choose what shows least beyond that. A choice that proves wrong ends in a conflict, which orders nothing.
 */
function isEachThere(
  asked: readonly AskedQuestion[],
  placed: readonly Question[],
  isMatch: (asked: AskedQuestion, question: Question) => boolean,
): boolean {
  const given = ({ escape_text, double_check, individual }: AskedQuestion): number =>
    [escape_text, double_check, individual].filter((flag) => flag !== undefined).length;
  const shown = ({ escape_text, double_check, individual }: Question): number =>
    [escape_text, double_check, individual].filter(Boolean).length;
  const free = new Set([...placed].sort((a, b) => b.title.length - a.title.length || shown(a) - shown(b)));
  return [...asked]
    .sort((a, b) => given(b) - given(a))
    .every((wanted) => {
      for (const question of free) if (isMatch(wanted, question)) return free.delete(question);
      return false;
    });
}

/** Where the questions differ; if they do, those at the same positions are compared. */
function compareQuestions(order: CheckedProjectOrder, project: Project): readonly Difference[] {
  const { questions: asked } = order;
  const { questions: placed } = project;
  if (asked.length !== placed.length) {
    return [{ path: 'questions.length', asked: asked.length, existing: placed.length }];
  }
  const compare = (wanted: AskedQuestion, question: Question) =>
    compareQuestion(order, project, wanted, question);
  if (isEachThere(asked, placed, (wanted, question) => compare(wanted, question).length === 0)) return [];
  return asked.flatMap((wanted, index) => {
    const question = placed[index];
    const differences = question === undefined ? [] : compare(wanted, question);
    return differences.map(({ path, ...values }) => ({ path: `questions[${index}].${path}`, ...values }));
  });
}

/** Combines the order's flag `individual` (one translator for all) with a question's: both mean the same. */
function combineFlags(...flags: readonly (0 | 1 | undefined)[]): 0 | 1 | undefined {
  if (flags.includes(1)) return 1;
  return flags.includes(0) ? 0 : undefined;
}

type TitleAndCount = Pick<Question, 'title' | 'letter_count'>;

/**
 * Where a quote does not have the titles and letter counts of the project's questions, at any position. When white space
 * differs, a title that the service made can be a little shorter.
 */
function compareQuote(quoted: readonly QuestionQuote[], placed: readonly Question[]): readonly Difference[] {
  const sorted = (questions: readonly TitleAndCount[]): TitleAndCount[] =>
    questions
      .map(({ title, letter_count }) => ({ title: collapseSpace(title), letter_count }))
      .sort((a, b) => a.letter_count - b.letter_count || (a.title < b.title ? -1 : 1));
  const sortedPlaced = sorted(placed);
  return sorted(quoted).flatMap(({ title, letter_count }, index) => {
    const there: Partial<TitleAndCount> = sortedPlaced[index] ?? {};
    const { title: existing = '', letter_count: count } = there;
    const isTitle = existing.startsWith(title) || title.startsWith(existing);
    return [
      compareValue('questions[].letter_count', letter_count, count),
      listDifference('questions[].title', title, existing, isTitle),
    ].flat();
  });
}

/**
 * Where a project is not what an order asks for. A project does not show its texts. So, if there is a quote, its titles
 * and letter counts are compared with the project's.
 */
export function compareProject(
  order: CheckedProjectOrder,
  project: Project,
  quote: ProjectQuote | undefined,
): readonly Difference[] {
  return [
    // A project has no key: its questions have.
    compareLanguages(order, project),
    compareGiven('organization_id', order.organization_id, project.organization_id),
    compareQuestions(order, project),
    quote === undefined ? [] : compareQuote(quote.questions, project.questions),
  ].flat();
}

export function compareSimple(order: CheckedSimpleOrder, question: SimpleQuestion): readonly Difference[] {
  const bodies = [...question.question_bodies].sort((a, b) => a.display_order - b.display_order);
  // Cancelling turns a question into a draft, which can have another scope.
  const isCancelled = question.draft_question_id !== null;
  const scope = isCancelled ? undefined : order.published_scope;
  return [
    compareIdentity(order, question),
    compareGiven('organization_id', order.organization_id, question.organization_id),
    compareGiven('published_scope', scope, question.published_scope),
    compareText('description', order.description, question.description),
    compareValue('text_format', order.text_format ?? 0, question.text_format),
    compareFlag('escape_text', order.escape_text, question.escape_text),
    compareFlag('native', order.native, question.native),
    compareValue('question_bodies.length', order.question_bodies.length, bodies.length),
    ...order.question_bodies.map(({ body }, index) =>
      compareText(`question_bodies[${index}].body`, body, bodies[index]?.body ?? null),
    ),
  ].flat();
}
