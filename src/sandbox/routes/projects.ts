import type { QuestionTerms } from '../base/records.js';
import { fileStatus } from '../base/statuses.js';
import type { RouteCall, Routes } from '../http/call.js';
import type { RequestFields } from '../http/fields.js';
import { requireReadable } from '../http/lag.js';
import { created, invalid, ok } from '../http/reply.js';
import { countLetters, priceQuestion, splitParagraphs } from '../orders/pricing.js';
import { type ProjectOrder, placeProject, sumPoints } from '../orders/project-lifecycle.js';
import { showProject, showProjectQuote } from '../views/project-views.js';
import { ensurePayable, MAX_CUSTOM_FIELD, readLanguagePair, readOrganization } from './order-terms.js';

export const projectRoutes: Routes = {
  'POST /api/v1/projects': orderProject,
  // A check shows the price, and does not look at the balance.
  'POST /api/v1/projects/check': (call) =>
    ok('The project is valid.', { project: showProjectQuote(readProjectOrder(call), call.view) }),
  'GET /api/v1/projects/:id'({ state, account, view, id }) {
    const project = state.projects.get(id('id'));
    const own = requireReadable(state, project?.account === account ? project : undefined);
    return ok('The project is found.', { project: showProject(own, view) });
  },
};

function orderProject(call: RouteCall): Response {
  const read = readProjectOrder(call);
  ensurePayable(read.organization, sumPoints(read.terms));
  const shown = showProject(placeProject(call.state, read), { ...call.view, exact: true });
  return created('The project is found.', shown.url, { project: shown });
}

const MAX_QUESTIONS = 500;
const TITLE_LENGTH = 20;

/** The terms of a question that do not depend on its text or file. */
type Options = Pick<
  QuestionTerms,
  'title' | 'description' | 'customField' | 'individual' | 'doubleCheck' | 'escapeText'
>;

/** Reads the order of a project, or of its check. @throws Refusal with 422 when it is not valid */
function readProjectOrder(call: RouteCall): ProjectOrder {
  const { fields, account, application } = call;
  const organization = readOrganization(fields, account);
  const pair = readLanguagePair(call);
  const individual = fields.readFlag('individual');
  fields.checkIds('translator_list_ids');
  const terms = fields
    .readEntries('questions', MAX_QUESTIONS)
    .map((entry) => readQuestionTerms(call, entry, individual));
  fields.check();
  // What is missing has failed the check already.
  if (organization === undefined || pair === undefined) throw invalid({});
  return { account, application, organization, pair, individual, terms };
}

function readQuestionTerms(call: RouteCall, entry: RequestFields, individual: boolean): QuestionTerms {
  const options: Options = {
    title: entry.readText('title') ?? '',
    description: entry.readText('description') ?? '',
    customField: entry.readText('custom_field', MAX_CUSTOM_FIELD),
    individual: entry.readFlag('individual') || individual,
    doubleCheck: entry.readFlag('double_check'),
    escapeText: entry.readFlag('escape_text'),
  };
  const type = entry.readRequiredText('type');
  // One reference text has `source_id` with `file`, the other with `string`. @see docs/service.md, Projects
  const isFile = type === 'file' || (type === 'string' && !entry.has('body') && entry.has('source_id'));
  if (isFile) return readFileQuestion(call, entry, options);
  if (type !== 'string' && type !== 'text_html' && type !== '') entry.fail('type', 'is invalid');
  return readTextQuestion(entry, options, type === 'text_html');
}

function readTextQuestion(entry: RequestFields, options: Options, html: boolean): QuestionTerms {
  const body = entry.readRequiredText('body');
  const letterCount = countLetters(body, { html, escape: options.escapeText });
  if (body !== '' && letterCount === 0) entry.fail('body', "can't be blank");
  return {
    ...options,
    title: options.title === '' ? Array.from(body.trim()).slice(0, TITLE_LENGTH).join('') : options.title,
    fileType: html ? 'html_text' : 'string',
    letterCount,
    totalPoint: priceQuestion(letterCount, options),
    file: null,
    originals: splitParagraphs(body),
  };
}

function readFileQuestion(call: RouteCall, entry: RequestFields, options: Options): QuestionTerms {
  if (entry.readText('body') !== null) entry.fail('body', 'is invalid');
  const id = entry.readId('source_id');
  const found = id === null ? undefined : call.state.files.get(id);
  const file = found?.user === call.account.user ? found : undefined;
  if (id === null) entry.fail('source_id', "can't be blank");
  else if (file?.content == null || file.status !== fileStatus.counted) entry.fail('source_id', 'is invalid');
  const letterCount = file?.content?.letterCount ?? 0;
  return {
    ...options,
    title: options.title === '' ? (file?.name ?? '') : options.title,
    fileType: file?.fileType ?? '',
    letterCount,
    totalPoint: priceQuestion(letterCount, options),
    file: file ?? null,
    originals: file?.content?.paragraphs ?? [],
  };
}
