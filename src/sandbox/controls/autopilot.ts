import { scatter } from '../base/random.js';
import type { CommentRecord, ProjectRecord, SimpleQuestionRecord, UserRecord } from '../base/records.js';
import { commentType } from '../base/statuses.js';
import { splitAtEscaped } from '../orders/pricing.js';
import {
  awaitsTranslation,
  endFeedback,
  isTakeable,
  submitRevision,
  takeQuestion,
} from '../orders/project-lifecycle.js';
import { acceptsTranslations, submitTranslation } from '../orders/simple-lifecycle.js';
import type { State } from '../world/state.js';

/** Milliseconds for each text. */
const DEFAULT_PACE = 5000;
/** One in this many orders finds no translator and expires, if failures are wanted. */
const ORDERS_TO_EXPIRE = 8;
/** The first orders of each such group are always translated. */
const ALWAYS_TRANSLATED = 3;
/** About one in this many orders raises a question. */
const ORDERS_TO_ASK = 3;
/** The fractions of the pace after which a text is taken, and after which its translator asks. */
const TAKE_AFTER = 0.4;
const ASK_AFTER = 0.7;

const SAMPLE_QUESTIONS = [
  'Is this a heading or a button? I would choose the words accordingly.',
  'May I use the informal address here?',
  'Should the name of the product stay as it is?',
] as const;

/** How simulated translators work. */
export interface AutopilotOptions {
  /** Milliseconds for each text. @default 5000 */
  readonly pace?: number | undefined;
  /** Whether they fail as translators do: nobody translates one in eight orders, so it expires. @default false */
  readonly realistic?: boolean | undefined;
}

/** How the translators work on one order. */
interface WorkPlan {
  /** Runs `step` at `share` times the pace after the order. */
  after(share: number, step: () => void): void;
  /** The question that the translator asks, if any. */
  readonly question: string | undefined;
}

/**
 * Starts simulated translators. They work on every order, also on earlier ones: one text every `pace` milliseconds. What
 * they do depends on the seed and on the number of the order, so a copy of a sandbox goes on in the same way. Every step
 * first checks whether it is still needed.
 */
export function startAutopilot(
  state: State,
  { pace = DEFAULT_PACE, realistic: mayFail = false }: AutopilotOptions,
): void {
  // The first id depends on the seed, and is part of a snapshot.
  const seed = state.mainAccount.user.id;
  const engagedAt = state.clock.now();
  state.watchOrders((order, number) => {
    if (mayFail && isLeftToExpire(seed, number)) return;
    const plan: WorkPlan = {
      after: (share, step) => state.clock.schedule(Math.max(engagedAt, order.at + pace * share), step),
      question: drawQuestion(seed, number),
    };
    const { project, simple } = state.findPlaced(order);
    if (project !== undefined) workOnProject(state, project, plan);
    if (simple !== undefined) workOnSimpleQuestion(state, simple, plan);
  });
}

function isLeftToExpire(seed: number, number: number): boolean {
  const round = Math.floor(number / ORDERS_TO_EXPIRE);
  const chosen = ALWAYS_TRANSLATED + scatter(seed, round, ORDERS_TO_EXPIRE - ALWAYS_TRANSLATED);
  return number % ORDERS_TO_EXPIRE === chosen;
}

function drawQuestion(seed: number, number: number): string | undefined {
  const drawn = scatter(seed + 1, number, ORDERS_TO_ASK * SAMPLE_QUESTIONS.length);
  return SAMPLE_QUESTIONS[drawn];
}

function workOnProject(state: State, project: ProjectRecord, work: WorkPlan): void {
  project.questions.forEach((question, index) => {
    const translator = () =>
      question.comments.find(({ user }) => user.translator)?.user ?? state.drawTranslator();
    work.after(index + TAKE_AFTER, () => {
      if (isTakeable(question)) takeQuestion(state, question, state.drawTranslator());
    });
    work.after(index + ASK_AFTER, () => {
      const isAsked = question.comments.some(
        ({ typeId, user }) => typeId === commentType.written && user.translator,
      );
      if (index > 0 || work.question === undefined || !awaitsTranslation(question) || isAsked) return;
      question.comments.push(makeComment(state, translator(), work.question));
    });
    work.after(index + 1, () => {
      if (!awaitsTranslation(question)) return;
      const target = project.pair.target.id;
      const paragraphs = question.terms.originals.map((text) => pretendTranslation(text, target));
      submitRevision(state, question, paragraphs, translator());
    });
    // The requester is simulated too, so nobody waits a day for feedback.
    work.after(index + 2, () => endFeedback(state, question));
  });
}

function workOnSimpleQuestion(state: State, question: SimpleQuestionRecord, work: WorkPlan): void {
  question.bodies.forEach((body, index) => {
    // Each body gets its first translation before any gets its second.
    for (let round = 0; round < state.translationsPerBody; round += 1) {
      work.after(round * question.bodies.length + index + 1, () => {
        if (!acceptsTranslations(question) || body.translations.length > round) return;
        const text = pretendTranslation(body.text.body, question.terms.pair.target.id);
        submitTranslation(state, question, body, { text, translator: state.drawTranslator() });
      });
    }
    work.after(index + 1 + TAKE_AFTER, () => {
      const [translation] = body.translations;
      if (index > 0 || work.question === undefined || translation === undefined) return;
      if (translation.comments.length === 0)
        translation.comments.push(makeComment(state, translation.translator, work.question));
    });
  });
}

function makeComment(state: State, user: UserRecord, body: string): CommentRecord {
  const now = state.clock.now();
  return { id: state.nextId(), typeId: commentType.written, user, createdAt: now, updatedAt: now, body };
}

/** What a translator leaves as it is, besides escaped parts: tags, entities, placeholders and addresses. */
const PROTECTED = /(<[^<>]+>|&#?\w+;|https?:\/\/[^\s<>]+|%\{\w+\}|%[sd]|\{\w*\})/;

const ACCENTED_LETTERS: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
};

/** A fake translation, easy to tell from the original: the language in brackets, and accents on the vowels. */
function pretendTranslation(text: string, languageId: string): string {
  // Since the pattern has a group, every second part is a match.
  const parts = splitAtEscaped(text).flatMap((part, index) =>
    index % 2 === 1
      ? [part]
      : part
          .split(PROTECTED)
          .map((piece, at) =>
            at % 2 === 1 ? piece : piece.replace(/[aeiou]/gi, (vowel) => ACCENTED_LETTERS[vowel] ?? vowel),
          ),
  );
  return `[${languageId}] ${parts.join('')}`;
}
