import type { ApplicationEvent } from '../../client/contract/types.js';
import { findApplication, type NumberedEvent } from '../base/records.js';
import { showProject } from './project-views.js';
import { showClosed, showCreated, showSnapshot, showTranslation } from './simple-views.js';
import { formatAnswerTime, type View } from './views.js';

/** An event. Reads and deliveries show it in the same way. @see docs/service.md, Event deliveries */
export function showEvent(numbered: NumberedEvent, view: View): ApplicationEvent {
  const common = showCommon(numbered, view);
  const { subject } = numbered.event;
  if ('project' in subject)
    // The cast is safe: whatever the type is, the project is what `project.created` has.
    return {
      ...common,
      type: subject.type as 'project.created',
      project: showProject(subject.project, view),
    };
  switch (subject.type) {
    case 'simple_question.created':
      return { ...common, type: subject.type, question: showCreated(subject.question, view) };
    case 'simple_question.submitted_translation': {
      const translation = showTranslation(subject.translation, view);
      return { ...common, type: subject.type, question: showSnapshot(subject.question, view), translation };
    }
    default:
      return { ...common, type: subject.type, question: showClosed(subject.question, view) };
  }
}

function showCommon({ id, retryCount, event }: NumberedEvent, view: View) {
  return {
    id,
    action_user_id: event.actor.id,
    application_id: findApplication(event).id,
    organization_id: event.organization.id,
    action_organization_id: event.organization.id,
    created_at: formatAnswerTime(event.at, view),
    retry_count: retryCount,
  };
}

/** The event in the older form, which has no id of it. The values are this sandbox's own. @see docs/service.md, Event deliveries */
export function showNotification({ event: { actor, subject } }: NumberedEvent) {
  const [factor_type, factor] =
    'project' in subject
      ? (['Project', subject.project] as const)
      : (['SimpleQuestion', subject.question] as const);
  return {
    notification: {
      sender_id: actor.id,
      sender_name: actor.login,
      factor_type,
      factor_id: factor.id,
      type_id: 1,
      data: null,
    },
  };
}
