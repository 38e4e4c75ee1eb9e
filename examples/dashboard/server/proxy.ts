import { createProxyHandler } from 'translation-requester/proxy';
import type { Sessions } from './sessions.ts';

/** Where the page finds the service. */
export const PROXY = '/service';

/** Passes calls of the page on to the service, with the token of the person who is signed in. */
export function proxy(sessions: Sessions, origin: string) {
  return createProxyHandler({
    requester: (request) => sessions.requester(request),
    origins: [origin],
    allow: [
      'account.get',
      'languages.list',
      'events.list',
      'files.upload',
      'files.get',
      'projects.check',
      'projects.create',
      'projects.get',
      'questions.list',
      'questions.get',
      'revisions.list',
      'revisions.get',
      'revisions.download',
      'comments.list',
      'comments.create',
      'simple.questions.check',
      'simple.questions.create',
      'simple.questions.get',
      'simple.translations.get',
      'simple.translations.reject',
      'simple.translations.comments.list',
      'simple.translations.comments.create',
    ],
  });
}
