import type { CheckedProjectOrder, CheckedSimpleOrder } from '../contract/inputs.js';
import type { Project, ProjectQuote, Question, QuestionQuote, SimpleQuestion } from '../contract/types.js';

type AskedQuestion = CheckedProjectOrder['questions'][number];

// The service fills in fields that an order leaves out, so only the fields that the order gives are compared.

const normalized = (value: string | null | undefined): string =>
  (value ?? '').replaceAll('\r\n', '\n').trim();

/** Compares a field of the placed order, if the order gives that field. */
function isEqualIfGiven<Value>(asked: Value | undefined, placed: Value): boolean {
  return asked === undefined || asked === placed;
}

function isFlagEqualIfGiven(asked: 0 | 1 | undefined, placed: boolean): boolean {
  return asked === undefined || (asked === 1) === placed;
}

const collapseSpace = (value: string): string => value.replace(/\s+/g, ' ').trim();

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

function isSameContent(asked: AskedQuestion, question: Question): boolean {
  const isOtherText =
    Object.values(TEXT_TYPES).includes(question.file_type) && question.file_type !== TEXT_TYPES[asked.type];
  // The service may have stored a text as a source with a new id, so only a file's source is compared.
  const isFile = asked.type !== 'text_html' && typeof asked.body !== 'string';
  if (isOtherText) return false;
  if (isFile && asked.source_id !== question.question_source_id) return false;
  if (normalized(asked.title) !== '') return normalized(asked.title) === normalized(question.title);
  return isFile || asked.type !== 'string' || startsWithTitle(asked.body, question.title);
}

function isSameQuestion(asked: AskedQuestion, question: Question): boolean {
  return (
    normalized(asked.custom_field) === normalized(question.custom_field) &&
    normalized(asked.description) === normalized(question.description) &&
    isFlagEqualIfGiven(asked.escape_text, question.escape_text) &&
    isFlagEqualIfGiven(asked.double_check, question.double_check) &&
    isSameContent(asked, question)
  );
}

/** Whether a question of the order matches a question of the project. */
type IsMatch = (asked: AskedQuestion, question: Question) => boolean;

/**
 * Matches each question of an order to its own question of the project, at any position. Bipartite matching by
 * augmenting paths, found breadth-first.
 */
class QuestionMatching {
  readonly #isMatch: IsMatch;
  readonly #free: Set<Question>;
  readonly #matchOfQuestion = new Map<Question, AskedQuestion>();
  readonly #matchOfAsked = new Map<AskedQuestion, Question>();

  constructor(placed: readonly Question[], isMatch: IsMatch) {
    this.#isMatch = isMatch;
    this.#free = new Set(placed);
  }

  /** Matches one more question of the order. False when that is impossible. */
  tryMatch(first: AskedQuestion): boolean {
    const predecessors = new Map<Question, AskedQuestion>();
    const untried = new Set(this.#matchOfQuestion.keys());
    // The queue of the breadth-first search: it grows while the loop runs.
    const queue = [first];
    for (const one of queue) {
      for (const question of this.#free) {
        if (!this.#isMatch(one, question)) continue;
        this.#free.delete(question);
        this.#augment(one, question, predecessors);
        return true;
      }
      for (const question of untried) {
        const matched = this.#matchOfQuestion.get(question);
        if (matched === undefined || !this.#isMatch(one, question)) continue;
        untried.delete(question);
        predecessors.set(question, one);
        queue.push(matched);
      }
    }
    return false;
  }

  /** Applies an augmenting path, from its end to its start: each question of the order on it changes its match. */
  #augment(one: AskedQuestion, question: Question, predecessors: ReadonlyMap<Question, AskedQuestion>): void {
    let next: { readonly one: AskedQuestion; readonly question: Question } | undefined = { one, question };
    while (next !== undefined) {
      const freed: Question | undefined = this.#matchOfAsked.get(next.one);
      this.#matchOfQuestion.set(next.question, next.one);
      this.#matchOfAsked.set(next.one, next.question);
      const previous: AskedQuestion | undefined = freed && predecessors.get(freed);
      next = freed && previous && { one: previous, question: freed };
    }
  }
}

function canMatchAll(
  asked: readonly AskedQuestion[],
  placed: readonly Question[],
  isMatch: IsMatch,
): boolean {
  const matching = new QuestionMatching(placed, isMatch);
  return asked.length === placed.length && asked.every((one) => matching.tryMatch(one));
}

/** Combines the order's flag `individual` (one translator for all) with a question's: both mean the same. */
function combineFlags(...flags: readonly (0 | 1 | undefined)[]): 0 | 1 | undefined {
  if (flags.includes(1)) return 1;
  return flags.includes(0) ? 0 : undefined;
}

type TitleAndCount = Pick<Question, 'title' | 'letter_count'>;

/**
 * Whether a quote has the titles and letter counts of the project's questions, at any position. When white space
 * differs, a title that the service made can be a little shorter.
 */
function isSameAsQuoted(quoted: readonly QuestionQuote[], placed: readonly Question[]): boolean {
  const sorted = (questions: readonly TitleAndCount[]): TitleAndCount[] =>
    questions
      .map(({ title, letter_count }) => ({ title: collapseSpace(title), letter_count }))
      .sort((a, b) => a.letter_count - b.letter_count || (a.title < b.title ? -1 : 1));
  const sortedPlaced = sorted(placed);
  return sorted(quoted).every(({ title, letter_count }, index) => {
    const other = sortedPlaced[index];
    if (other === undefined || other.letter_count !== letter_count) return false;
    return other.title.startsWith(title) || title.startsWith(other.title);
  });
}

/**
 * Whether a project is what an order asks for. A project does not show its texts. So, if there is a quote, its titles and
 * letter counts are compared with the project's.
 */
export function isSameProject(
  order: CheckedProjectOrder,
  project: Project,
  quote: ProjectQuote | undefined,
): boolean {
  const isMatch: IsMatch = (asked, question) =>
    isSameQuestion(asked, question) &&
    isFlagEqualIfGiven(
      combineFlags(order.individual, asked.individual),
      project.individual || question.individual,
    );
  return (
    order.language_id === project.language_id &&
    order.translated_language_id === project.translated_language_id &&
    isEqualIfGiven(order.organization_id, project.organization_id) &&
    canMatchAll(order.questions, project.questions, isMatch) &&
    (quote === undefined || isSameAsQuoted(quote.questions, project.questions))
  );
}

/** Whether a simple question is what an order asks for. */
export function isSameSimpleQuestion(order: CheckedSimpleOrder, question: SimpleQuestion): boolean {
  const bodies = [...question.question_bodies].sort((a, b) => a.display_order - b.display_order);
  // Cancelling turns a question into a draft, which can have another scope.
  const isCancelled = question.draft_question_id !== null;
  return (
    order.language_id === question.language_id &&
    order.translated_language_id === question.translated_language_id &&
    isEqualIfGiven(order.organization_id, question.organization_id) &&
    (isCancelled || isEqualIfGiven(order.published_scope, question.published_scope)) &&
    normalized(order.description) === normalized(question.description) &&
    normalized(order.custom_field) === normalized(question.custom_field) &&
    (order.text_format ?? 0) === question.text_format &&
    isFlagEqualIfGiven(order.escape_text, question.escape_text) &&
    isFlagEqualIfGiven(order.native, question.native) &&
    order.question_bodies.length === bodies.length &&
    order.question_bodies.every(({ body }, index) => normalized(body) === normalized(bodies[index]?.body))
  );
}
