import type { QuestionRecord, RevisionRecord } from '../base/records.js';
import type { RouteCall, Routes } from '../http/call.js';
import { selectPage, slicePage } from '../http/paging.js';
import { ok, raw, requireFound } from '../http/reply.js';
import { makeTranslatedFile } from '../orders/translated-file.js';
import { showCompanions, showRevision, showRevisionSummary } from '../views/project-views.js';
import { requireOwnQuestion } from './questions.js';

const REVISIONS_PATH = '/api/v1/questions/:question_id/revisions';

/** An operation that has no route of its own. */
export const LATEST_REVISION = `GET ${REVISIONS_PATH}/latest`;

export const revisionRoutes: Routes = {
  [`GET ${REVISIONS_PATH}`](call) {
    const question = requireOwnQuestion(call);
    const { paging, items } = slicePage(call.request.query, question.revisions);
    const revisions = items.map((revision) => showRevisionSummary(revision, question, call.view));
    const companions = showCompanions(question, call.view);
    return ok('Revisions are found.', { ...companions, ...paging, translation_revisions: revisions });
  },
  // It answers `latest`, too: Hono would need a slower router if that were a route of its own.
  [`GET ${REVISIONS_PATH}/:revision_number`](call) {
    const question = requireOwnQuestion(call);
    const isLatest = call.request.url.pathname.endsWith('/latest');
    const revision = isLatest ? requireFound(question.revisions.at(-1)) : readNumbered(question, call);
    return answerWithRevision(question, revision, call);
  },
  [`GET ${REVISIONS_PATH}/:revision_number/file`]: downloadRevision,
};

function readNumbered(question: QuestionRecord, call: RouteCall): RevisionRecord {
  return requireFound(question.revisions[call.id('revision_number') - 1]);
}

/** The answer with a single revision. It also has the paging fields of the listing. */
function answerWithRevision(question: QuestionRecord, revision: RevisionRecord, call: RouteCall): Response {
  const { paging } = selectPage(new URLSearchParams(), question.revisions.length, () => undefined);
  const translation = showRevision(revision, question, call.view);
  return ok('The revision is found.', { ...showCompanions(question, call.view), ...paging, translation });
}

async function downloadRevision(call: RouteCall): Promise<Response> {
  const question = requireOwnQuestion(call);
  const { name, type, content } = await makeTranslatedFile(question, readNumbered(question, call));
  return raw(200, content, { 'content-type': type, 'content-disposition': describeAttachment(name) });
}

/** The Content-Disposition header. It has the name twice: in ASCII for old clients, and in full. */
function describeAttachment(name: string): string {
  const plain = name.replace(/[^\w .-]/g, '_');
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
