import type {
  BodyRecord,
  EventSubject,
  SimpleQuestionRecord,
  SimpleTranslationRecord,
  UserRecord,
} from '../base/records.js';
import type { State } from '../world/state.js';

type SimpleSubject = Extract<EventSubject, { readonly question: SimpleQuestionRecord }>;

/** Writes what has happened to a simple question, as it is at this moment. @see docs/service.md, Event deliveries */
export function writeEvent(state: State, actor: UserRecord, subject: SimpleSubject): void {
  const { account, organization } = subject.question;
  const kept = keepSubject(subject);
  state.eventsOf(account).write({ at: state.clock.now(), actor, account, organization, subject: kept });
}

function keepSubject(subject: SimpleSubject): SimpleSubject {
  const { question } = subject;
  if (subject.type !== 'simple_question.submitted_translation') {
    return { ...subject, question: { ...question, bodies: question.bodies.map(keepBody) } };
  }
  // This event does not show the texts.
  return {
    ...subject,
    question: { ...question, bodies: [] },
    translation: keepTranslation(subject.translation),
  };
}

function keepBody(body: BodyRecord): BodyRecord {
  return { ...body, translations: body.translations.map(keepTranslation) };
}

function keepTranslation(translation: SimpleTranslationRecord): SimpleTranslationRecord {
  return { ...translation, comments: [...translation.comments] };
}
