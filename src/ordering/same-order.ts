import type { CheckedProjectOrder, CheckedSimpleOrder } from '../contract/inputs.js';
import type { Project, ProjectQuote, Question, QuestionQuote, SimpleQuestion } from '../contract/types.js';

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
      .replace(/(\u2026|\.{3})$/, '')
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
    contentAgrees(asked, question)
  );
}

/** Whether a question of the order matches a question of the project. */
type Fits = (asked: AskedQuestion, question: Question) => boolean;

/**
 * Gives each question of an order a matching question of the project, in any order: bipartite matching by augmenting
 * paths, found breadth-first.
 */
class Pairing {
  readonly #fits: Fits;
  readonly #free: Set<Question>;
  readonly #holderOf = new Map<Question, AskedQuestion>();
  readonly #heldBy = new Map<AskedQuestion, Question>();

  constructor(there: readonly Question[], fits: Fits) {
    this.#fits = fits;
    this.#free = new Set(there);
  }

  /** Whether there is a question for this one too. */
  add(first: AskedQuestion): boolean {
    const wantedBy = new Map<Question, AskedQuestion>();
    const untried = new Set(this.#holderOf.keys());
    // Grows while the loop runs.
    const moving = [first];
    for (const one of moving) {
      for (const question of this.#free) {
        if (!this.#fits(one, question)) continue;
        this.#free.delete(question);
        this.#move(one, question, wantedBy);
        return true;
      }
      for (const question of untried) {
        const holder = this.#holderOf.get(question);
        if (holder === undefined || !this.#fits(one, question)) continue;
        untried.delete(question);
        wantedBy.set(question, one);
        moving.push(holder);
      }
    }
    return false;
  }

  /** Gives a question away; what its new holder held goes to the one that wanted it, and so on. */
  #move(one: AskedQuestion, question: Question, wantedBy: ReadonlyMap<Question, AskedQuestion>): void {
    let next: { readonly one: AskedQuestion; readonly question: Question } | undefined = { one, question };
    while (next !== undefined) {
      const given: Question | undefined = this.#heldBy.get(next.one);
      this.#holderOf.set(next.question, next.one);
      this.#heldBy.set(next.one, next.question);
      const taker: AskedQuestion | undefined = given && wantedBy.get(given);
      next = given && taker && { one: taker, question: given };
    }
  }
}

function canPair(asked: readonly AskedQuestion[], there: readonly Question[], fits: Fits): boolean {
  const pairing = new Pairing(there, fits);
  return asked.length === there.length && asked.every((one) => pairing.add(one));
}

/** Whether an order asks for one translator for all. The order's own flag and that of a question mean the same. */
function individualOf(...flags: readonly (0 | 1 | undefined)[]): 0 | 1 | undefined {
  if (flags.includes(1)) return 1;
  return flags.includes(0) ? 0 : undefined;
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
  const fits: Fits = (asked, question) =>
    questionAgrees(asked, question) &&
    flagAgrees(individualOf(order.individual, asked.individual), project.individual || question.individual);
  return (
    order.language_id === project.language_id &&
    order.translated_language_id === project.translated_language_id &&
    agrees(order.organization_id, project.organization_id) &&
    canPair(order.questions, project.questions, fits) &&
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
