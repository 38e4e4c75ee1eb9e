import { scatter } from '../base/random.js';
import type { CommentRecord, ProjectRecord, SimpleQuestionRecord, UserRecord } from '../base/records.js';
import {
  endFeedback,
  isCancelable,
  isOpen as isQuestionOpen,
  submitRevision,
  takeQuestion,
} from '../orders/project-lifecycle.js';
import { isOpen as isSimpleQuestionOpen, submitTranslation } from '../orders/simple-lifecycle.js';
import type { State } from '../world/state.js';

/** Of so many orders, one finds no translator and expires. */
const ORDERS_TO_EXPIRE = 8;
/** The first ones of them are always translated. */
const ALWAYS_TRANSLATED = 3;
/** Of about so many orders, one raises a question. */
const ORDERS_TO_ASK = 3;
/** Parts of the pace after which a text is taken, and after which its translator asks. */
const TAKEN = 0.4;
const ASKED = 0.7;
/** A comment that somebody has written. */
const WRITTEN = 1;

const QUESTIONS = [
  'Is this a heading or a button? I would choose the words accordingly.',
  'May I use the informal address here?',
  'Should the name of the product stay as it is?',
] as const;

/** How an order is worked on. */
interface Work {
  /** Runs `step` when `share` times the pace has passed since the order. */
  after(share: number, step: () => void): void;
  /** What the translator asks; undefined when everything is clear. */
  readonly question: string | undefined;
}

/**
 * Simulated translators work on every order, those that were there before included: one text every `pace` milliseconds.
 * What they do depends on the seed and on how many orders came before, so that a copy of a sandbox goes on alike. Every
 * step looks whether it is still needed.
 */
export function engageAutopilot(state: State, pace: number): void {
  // The first id depends on the seed, and a snapshot keeps it.
  const seed = state.mainAccount.user.id;
  const engagedAt = state.clock.now();
  const work = (number: number): void => {
    const order = state.orders[number];
    if (order === undefined || isLeftToExpire(seed, number)) return;
    const plan: Work = {
      after: (share, step) => state.clock.schedule(Math.max(engagedAt, order.at + pace * share), step),
      question: questionFor(seed, number),
    };
    const project = order.kind === 'project' ? state.projects.get(order.id) : undefined;
    const question = order.kind === 'simple' ? state.findSimpleQuestion(order.id) : undefined;
    if (project !== undefined) workOnProject(state, project, plan);
    if (question !== undefined) workOnSimpleQuestion(state, question, plan);
  };
  for (const number of state.orders.keys()) work(number);
  state.watchOrders(() => work(state.orders.length - 1));
}

function isLeftToExpire(seed: number, number: number): boolean {
  const round = Math.floor(number / ORDERS_TO_EXPIRE);
  const chosen = ALWAYS_TRANSLATED + scatter(seed, round, ORDERS_TO_EXPIRE - ALWAYS_TRANSLATED);
  return number % ORDERS_TO_EXPIRE === chosen;
}

function questionFor(seed: number, number: number): string | undefined {
  const drawn = scatter(seed + 1, number, ORDERS_TO_ASK * QUESTIONS.length);
  return QUESTIONS[drawn];
}

function workOnProject(state: State, project: ProjectRecord, work: Work): void {
  project.questions.forEach((question, index) => {
    const translator = () =>
      question.comments.find(({ user }) => user.translator)?.user ?? state.nextTranslator();
    work.after(index + TAKEN, () => {
      if (isCancelable(question)) takeQuestion(state, question, state.nextTranslator());
    });
    work.after(index + ASKED, () => {
      const isAsked = question.comments.some(({ typeId, user }) => typeId === WRITTEN && user.translator);
      if (index > 0 || work.question === undefined || !isQuestionOpen(question) || isAsked) return;
      question.comments.push(comment(state, translator(), work.question));
    });
    work.after(index + 1, () => {
      if (!isQuestionOpen(question)) return;
      const target = project.pair.target.id;
      const paragraphs = question.terms.originals.map((text) => pretendTranslation(text, target));
      submitRevision(state, question, paragraphs, translator());
    });
    // Nobody has to wait a day for a requester who is simulated too.
    work.after(index + 2, () => endFeedback(state, question));
  });
}

function workOnSimpleQuestion(state: State, question: SimpleQuestionRecord, work: Work): void {
  question.bodies.forEach((body, index) => {
    work.after(index + 1, () => {
      if (!isSimpleQuestionOpen(question) || body.translations.length > 0) return;
      const text = pretendTranslation(body.text.body, question.terms.pair.target.id);
      submitTranslation(state, question, body, { text, translator: state.nextTranslator() });
    });
    work.after(index + 1 + TAKEN, () => {
      const [translation] = body.translations;
      if (index > 0 || work.question === undefined || translation === undefined) return;
      if (translation.comments.length === 0)
        translation.comments.push(comment(state, translation.translator, work.question));
    });
  });
}

function comment(state: State, user: UserRecord, body: string): CommentRecord {
  const now = state.clock.now();
  return { id: state.nextId(), typeId: WRITTEN, user, createdAt: now, updatedAt: now, body };
}

/** What a translator keeps as it is: protected parts, tags, entities, placeholders and addresses. */
const KEPT = /(\{\{\{[\s\S]*?\}\}\}|<[^<>]+>|&#?\w+;|https?:\/\/[^\s<>]+|%\{\w+\}|%[sd]|\{\w*\})/;

const ACCENTS: Readonly<Record<string, string>> = {
  ...{ a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' },
  ...{ A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú' },
};

/** A text that can be told from its original at a glance: the language in brackets, and accents on the vowels. */
function pretendTranslation(text: string, languageId: string): string {
  // With a group in the pattern, every second part is one that matched it.
  const parts = text.split(KEPT).map((part, index) => (index % 2 === 1 ? part : accented(part)));
  return `[${languageId}] ${parts.join('')}`;
}

function accented(text: string): string {
  return text.replace(/[aeiou]/gi, (vowel) => ACCENTS[vowel] ?? vowel);
}
