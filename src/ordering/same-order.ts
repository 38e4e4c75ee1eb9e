import type { Project, ProjectQuote, Question, QuestionQuote, SimpleQuestion } from '../openapi/objects.js';
import type { CheckedProjectOrder, CheckedSimpleOrder } from '../schemas/inputs.js';

type AskedQuestion = CheckedProjectOrder['questions'][number];

// The service fills in what an order leaves out, so only what the order says is compared.

const text = (value: string | null | undefined): string => (value ?? '').replaceAll('\r\n', '\n').trim();

/** Whether a value is the one asked for. A value that was not asked for may be anything. */
function agrees<Value>(asked: Value | undefined, there: Value): boolean {
  return asked === undefined || asked === there;
}

function flagAgrees(asked: 0 | 1 | undefined, there: boolean): boolean {
  return asked === undefined || (asked === 1) === there;
}

const plain = (value: string): string => value.replace(/\s+/g, ' ').trim();

/** Whether a title made by the service is the beginning of the text. @see docs/service.md, Projects */
function begins(body: string, title: string): boolean {
  return plain(body).startsWith(
    plain(title)
      .replace(/(…|\.{3})$/, '')
      .trim(),
  );
}

/** What the service calls a text's type. @see docs/service.md, Question */
const TEXT_TYPES: Readonly<Record<string, string>> = { string: 'string', text_html: 'html_text' };

function contentAgrees(asked: AskedQuestion, question: Question): boolean {
  const isOtherText =
    Object.values(TEXT_TYPES).includes(question.file_type) && question.file_type !== TEXT_TYPES[asked.type];
  // A text may have become a source with an id of its own.
  const isFile = asked.type !== 'text_html' && typeof asked.body !== 'string';
  if (isOtherText) return false;
  if (isFile && asked.source_id !== question.question_source_id) return false;
  if (text(asked.title) !== '') return text(asked.title) === text(question.title);
  return isFile || asked.type !== 'string' || begins(asked.body, question.title);
}

function questionAgrees(asked: AskedQuestion, question: Question): boolean {
  return (
    text(asked.custom_field) === text(question.custom_field) &&
    text(asked.description) === text(question.description) &&
    flagAgrees(asked.escape_text, question.escape_text) &&
    flagAgrees(asked.double_check, question.double_check) &&
    flagAgrees(asked.individual, question.individual) &&
    contentAgrees(asked, question)
  );
}

/**
 * Whether each question of the order matches a question of its own in the project, in any order. A question that
 * matches several gives one up when another needs it.
 */
function canPair(asked: readonly AskedQuestion[], there: readonly Question[]): boolean {
  const takenBy = new Map<Question, AskedQuestion>();
  const take = (one: AskedQuestion, tried: Set<Question>): boolean => {
    const fits = (question: Question): boolean => !tried.has(question) && questionAgrees(one, question);
    const free = there.find((question) => !takenBy.has(question) && fits(question));
    const taken =
      free ??
      there.find((question) => {
        const holder = takenBy.get(question);
        return holder !== undefined && fits(question) && take(holder, tried.add(question));
      });
    if (taken !== undefined) takenBy.set(taken, one);
    return taken !== undefined;
  };
  return asked.length === there.length && asked.every((one) => take(one, new Set()));
}

type Counted = Pick<Question, 'title' | 'letter_count'>;

/**
 * Whether a quote has the titles and letter counts of the project's questions, in any order. A title made by the
 * service can end a little earlier when white space differs.
 */
function quoteAgrees(quoted: readonly QuestionQuote[], there: readonly Question[]): boolean {
  const sorted = (questions: readonly Counted[]): Counted[] =>
    questions
      .map(({ title, letter_count }) => ({ title: plain(title), letter_count }))
      .sort((a, b) => a.letter_count - b.letter_count || (a.title < b.title ? -1 : 1));
  const placed = sorted(there);
  return sorted(quoted).every(({ title, letter_count }, index) => {
    const other = placed[index];
    if (other === undefined || other.letter_count !== letter_count) return false;
    return other.title.startsWith(title) || title.startsWith(other.title);
  });
}

/**
 * Whether a project is what an order asks for. A project does not show its texts, so its titles and letter counts are
 * compared with those of a quote, when there is one.
 */
export function isSameProject(
  order: CheckedProjectOrder,
  project: Project,
  quote: ProjectQuote | undefined,
): boolean {
  return (
    order.language_id === project.language_id &&
    order.translated_language_id === project.translated_language_id &&
    agrees(order.organization_id, project.organization_id) &&
    flagAgrees(order.individual, project.individual) &&
    canPair(order.questions, project.questions) &&
    (quote === undefined || quoteAgrees(quote.questions, project.questions))
  );
}

/** Whether a simple question is what an order asks for. */
export function isSameSimpleQuestion(order: CheckedSimpleOrder, question: SimpleQuestion): boolean {
  const bodies = [...question.question_bodies].sort((a, b) => a.display_order - b.display_order);
  // A cancelled question has become a draft, and its scope is then no longer that of the order.
  const isCancelled = question.draft_question_id !== null;
  return (
    order.language_id === question.language_id &&
    order.translated_language_id === question.translated_language_id &&
    agrees(order.organization_id, question.organization_id) &&
    (isCancelled || agrees(order.published_scope, question.published_scope)) &&
    text(order.description) === text(question.description) &&
    text(order.custom_field) === text(question.custom_field) &&
    (order.text_format ?? 0) === question.text_format &&
    flagAgrees(order.escape_text, question.escape_text) &&
    flagAgrees(order.native, question.native) &&
    order.question_bodies.length === bodies.length &&
    order.question_bodies.every(({ body }, index) => text(body) === text(bodies[index]?.body))
  );
}
