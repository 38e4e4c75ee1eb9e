import type { ApplicationEvent } from '../../openapi/objects.js';
import type { EventSubject, NumberedEvent } from '../base/records.js';
import { showProject } from './project-views.js';
import { showSnapshot, showTranslation } from './simple-views.js';
import { timestamp, type View } from './views.js';

/** The event as it is read, and as it is delivered. @see docs/service.md, Event deliveries */
export function showEvent({ id, retryCount, event }: NumberedEvent, view: View): ApplicationEvent {
  return {
    id,
    action_user_id: event.actor.id,
    application_id: event.account.application.id,
    organization_id: event.organization.id,
    action_organization_id: event.organization.id,
    type: event.type,
    created_at: timestamp(event.at, view),
    retry_count: retryCount,
    ...showSubject(event.subject, view),
  };
}

function showSubject(
  subject: EventSubject,
  view: View,
): Pick<ApplicationEvent, 'question' | 'translation' | 'project'> {
  if ('project' in subject) return { project: showProject(subject.project, view) };
  return {
    question: showSnapshot(subject.question, subject.bodies, view),
    ...(subject.translation === undefined ? {} : { translation: showTranslation(subject.translation, view) }),
  };
}
