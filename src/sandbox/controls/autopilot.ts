import type { ProjectRecord, SimpleQuestionRecord } from '../base/records.js';
import { isOpen as isQuestionOpen, submitRevision } from '../orders/project-lifecycle.js';
import { isOpen as isSimpleQuestionOpen, submitTranslation } from '../orders/simple-lifecycle.js';
import type { State } from '../world/state.js';

/** Before questions are listed, so that a submission completes them at once. */
const LATEST = 4 * 60_000;

/** Simulated translators work on every order: one text every `pace` milliseconds. */
export function engageAutopilot(state: State, pace: number): void {
  state.watchOrders(({ kind, id }) => {
    const project = kind === 'project' ? state.projects.get(id) : undefined;
    const question = kind === 'simple' ? state.findSimpleQuestion(id) : undefined;
    if (project !== undefined) workOnProject(state, project, pace);
    if (question !== undefined) workOnSimpleQuestion(state, question, pace);
  });
}

function workOnProject(state: State, project: ProjectRecord, pace: number): void {
  project.questions.forEach((question, index) => {
    state.clock.schedule(project.createdAt + Math.min(LATEST, pace * (index + 1)), () => {
      if (!isQuestionOpen(question)) return;
      const paragraphs = question.terms.originals.map((text) => pretend(text, project.pair.target.id));
      submitRevision(state, question, paragraphs, state.nextTranslator());
    });
  });
}

function workOnSimpleQuestion(state: State, question: SimpleQuestionRecord, pace: number): void {
  question.bodies.forEach((body, index) => {
    state.clock.schedule(question.createdAt + pace * (index + 1), () => {
      if (!isSimpleQuestionOpen(question) || body.translations.length > 0) return;
      const text = pretend(body.text.body, question.terms.pair.target.id);
      submitTranslation(state, question, body, { text, translator: state.nextTranslator() });
    });
  });
}

function pretend(text: string, languageId: string): string {
  return `[${languageId}] ${text}`;
}
