import type { ApplicationEvent } from '../../contract/types.js';
import type { NumberedEvent } from '../base/records.js';
import { applicationOf } from '../world/accounts.js';
import { showProject } from './project-views.js';
import { showClosed, showCreated, showSnapshot, showTranslation } from './simple-views.js';
import { timestamp, type View } from './views.js';

/** An event. Reads and deliveries show it in the same way. @see docs/service.md, Event deliveries */
export function showEvent(numbered: NumberedEvent, view: View): ApplicationEvent {
  const common = showCommon(numbered, view);
  const { subject } = numbered.event;
  switch (subject.type) {
    case 'project.created':
      return { ...common, type: subject.type, project: showProject(subject.project, view) };
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
    application_id: applicationOf(event).id,
    organization_id: event.organization.id,
    action_organization_id: event.organization.id,
    created_at: timestamp(event.at, view),
    retry_count: retryCount,
  };
}
