import { type Checked, checkArgument } from '../../base/checked.js';
import { readFields, readPrice, toArray } from '../../base/kinds.js';
import { projectAnswerSchema, projectQuoteAnswerSchema } from '../contract/answers.js';
import {
  type CheckedProjectOrder,
  type ProjectOrderInput,
  projectOrderSchema,
  type WidenedProjectOrderInput,
} from '../contract/inputs.js';
import { makeInspector } from '../contract/inspector.js';
import { isFinished } from '../contract/statuses.js';
import type {
  Project,
  ProjectAnswer,
  ProjectQuote,
  ProjectQuoteAnswer,
  Question,
} from '../contract/types.js';
import { makeValidator } from '../contract/validator.js';
import { isRequesterError } from '../core/errors/errors.js';
import { type Path, path, toRequestFacts } from '../core/http/address.js';
import { type Call, makeCall } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import type { CallOptions } from '../core/http/settings.js';
import type { ListingSearch } from '../core/paging/listing.js';
import { ListingPoller, PROJECTS } from '../following/listing-poller.js';
import type { Waiting } from '../following/wait.js';
import type { WaitOptions } from '../following/wait-options.js';
import { type Affordability, quoteWithin } from '../ordering/budget.js';
import type { OrderContext } from '../ordering/context.js';
import type { OrderOptions } from '../ordering/options.js';
import { type ListedOrder, makeFinders } from '../ordering/order-finder.js';
import { makeOrderCalls, type OrderKinds, type Placement, readSecond } from '../ordering/order-kind.js';
import { placeOrder } from '../ordering/place.js';
import { compareProject } from '../ordering/same-order.js';
import { readQuestionPages } from './questions.js';
import { makeLatest } from './revisions.js';
import { readForWait, shareWaits } from './waits.js';

const inspectProject = makeInspector(projectAnswerSchema);
const inspectProjectQuote = makeInspector(projectQuoteAnswerSchema);
const checkProjectOrder = makeValidator(projectOrderSchema);

const takeProject = (answer: ProjectAnswer): Project => answer.project;

/** The text of one question of a project, and its translation. */
export interface ProjectText {
  /** The id of the question. */
  readonly id: number;
  /** The text that was ordered; null before it is translated, since the service shows it only together with a translation. */
  readonly text: string | null;
  /** The newest translation; null where there is none yet. */
  readonly translation: string | null;
}

/** Projects: orders of one or more texts and files. */
export class Projects {
  readonly #http: Http;
  readonly #context: OrderContext;
  readonly #kind: OrderKinds['project'];

  /** @internal */
  constructor(http: Http, context: OrderContext, kind: OrderKinds['project']) {
    this.#http = http;
    this.#context = context;
    this.#kind = kind;
  }

  /**
   * Asks for the price of an order, and for the order as it would be. Nothing is ordered. With a `budget`, the quote also says
   * what that leaves: `affordable` and `budgetLeft`. The points of the account are for the service to judge.
   *
   * @throws InputError when the order is wrong in itself; ValidationError when the service refuses it; StoreError when the
   *   store of the budget fails
   * @see docs/service.md, Projects
   */
  check<Type extends string>(
    order: ProjectOrderInput | WidenedProjectOrderInput<Type>,
    options?: CallOptions,
  ): Call<ProjectQuote & Affordability, ProjectQuoteAnswer> {
    const operation = makeCheckProject(checkArgument('order', checkProjectOrder, order));
    return quoteWithin(this.#context.currentBudget, this.#kind.getPrice, options, (call) =>
      this.#http.request(operation, call),
    );
  }

  /**
   * Places an order. It costs points, so it is sent again only if it was provably not carried out.
   *
   * With `once`, the `custom_field` of the first question is the order's key. If an order with that key exists, it is
   * returned (`withResponse()` then has `placed: false`). If the outcome is unknown, the order is searched for.
   * docs/paid-orders.md has the conditions. With `maxPoints`, the service is asked for the price first.
   *
   * @throws InputError when the order is wrong in itself; ValidationError when the service refuses it;
   *   BudgetError when it costs more than allowed; OrderConflictError when a different order has the key;
   *   OutcomeUnknownError when `once` can't find out whether it was placed; StoreError when the store fails
   * @see docs/service.md, Projects
   */
  create<Type extends string>(
    order: ProjectOrderInput | WidenedProjectOrderInput<Type>,
    options?: OrderOptions,
  ): Call<Project, ProjectAnswer, Placement> {
    const checked = checkArgument('order', checkProjectOrder, order);
    return makeCall(placeOrder(this.#kind, checked, options, this.#context));
  }

  /**
   * Reads a project with its questions.
   *
   * @throws NotFoundError when this account has none with that id
   * @see docs/service.md, Projects
   */
  get(id: number, options?: CallOptions): Call<Project, ProjectAnswer> {
    return this.#http.call(makeGetProject(id), options);
  }

  /**
   * Reads the translations of a project, in the order of its questions. Each text is that of the newest revision, one line
   * for each paragraph. Takes one request for the project, and one for each translation.
   *
   * @throws NotFoundError when this account has none with that id
   * @see docs/service.md, Revisions
   */
  async texts(id: number, options?: CallOptions): Promise<ProjectText[]> {
    const project = await this.get(id, options);
    this.#http.recentlySeen.note(project);
    const read = async ({ id: questionId, translated_at }: Question): Promise<ProjectText> => {
      if ((translated_at ?? null) === null) return { id: questionId, text: null, translation: null };
      const { data } = await this.#http.request(makeLatest(this.#http, questionId), options);
      const paragraphs = toArray(data.paragraphs).sort(
        (left, right) => left.display_order - right.display_order,
      );
      return {
        id: questionId,
        text: paragraphs.map(({ original_text }) => original_text).join('\n'),
        translation: paragraphs.map(({ translated_text }) => translated_text).join('\n'),
      };
    };
    return Promise.all(toArray(project.questions).map(read));
  }

  /**
   * Waits until every question of a project is finished: completed, cancelled or expired.
   *
   * @throws TimeoutError at the deadline; NotFoundError when there is no such project
   * @see docs/service.md, Project question statuses
   */
  wait(id: number, options?: WaitOptions<Project>): Waiting<Project> {
    return projectWaits(this.#http).wait(id, options);
  }
}

const CREATE_PROJECT = 'projects.create';

const buildProjectPath = (id: number): Path => path`/api/v1/projects/${{ id }}`;

const projectWaits = shareWaits<Project>({
  name: 'projects.wait',
  createPoll: (http) => {
    const poller = new ListingPoller(
      PROJECTS,
      (signal, page, prefetch) => readQuestionPages(http, { signal, page, prefetch }),
      readForWait(
        http,
        makeGetProject,
        ['project.questions[].id', 'project.questions[].status'],
        // A lagging replica may show none yet.
        ({ questions }) => questions.length > 0 && questions.every(isFinished),
      ),
    );
    return (waiting, signal) => poller.poll(waiting, signal);
  },
  buildPath: buildProjectPath,
});

function makeCheckProject(json: Checked<CheckedProjectOrder>): Operation<ProjectQuoteAnswer, ProjectQuote> {
  return {
    name: 'projects.check',
    method: 'POST',
    path: path`/api/v1/projects/check`,
    json,
    inspect: inspectProjectQuote,
    data: (answer) => answer.project,
    isRead: true,
  };
}

function makeCreateProject(json: Checked<CheckedProjectOrder>): Operation<ProjectAnswer, Project> {
  return {
    name: CREATE_PROJECT,
    method: 'POST',
    path: path`/api/v1/projects`,
    json,
    creates: 'project',
    inspect: inspectProject,
    data: takeProject,
  };
}

function makeGetProject(id: number): Operation<ProjectAnswer, Project> {
  return {
    name: 'projects.get',
    method: 'GET',
    path: buildProjectPath(id),
    inspect: inspectProject,
    data: takeProject,
  };
}

/** What `once` uses of a project that it finds: its id, its key, and what it compares. */
const FOUND_PROJECT_FIELDS = [
  'id',
  'language_id',
  'translated_language_id',
  'organization_id',
  'individual',
  ...[
    'id',
    'custom_field',
    'title',
    'letter_count',
    'description',
    'file_type',
    'question_source_id',
    'escape_text',
    'double_check',
    'individual',
  ].map(nameInEach),
].map((field) => `project.${field}`);

function nameInEach(field: string): string {
  return `questions[].${field}`;
}

/** Whether a quote shows each question, for the comparison with an order. */
function showsQuestions({ questions }: ProjectQuote): boolean {
  const shown = toArray(questions).filter(({ title }) => typeof title === 'string');
  return shown.length > 0 && shown.length === questions.length;
}

/** How projects are ordered and searched for: among the account's questions. */
export function createProjectKind(http: Http): OrderKinds['project'] {
  const calls = makeOrderCalls(http, {
    create: makeCreateProject,
    check: makeCheckProject,
    get: (id) => ({ ...makeGetProject(id), uses: FOUND_PROJECT_FIELDS }),
    key: ['project.id', 'project.questions[].custom_field'],
  });
  return {
    ...calls,
    name: 'project',
    operation: CREATE_PROJECT,
    request: toRequestFacts('POST', path`/api/v1/projects`),
    keyPath: 'order.questions[0].custom_field',
    finder: makeFinders(
      (signal, search) => readListedProjects(http, signal, search),
      () => http.now(),
    ),
    getKey: (order) => order.questions[0]?.custom_field,
    getId: (project) => project.id,
    // An answer that was let through can lack the object, too.
    getPrice: (priced) => readPrice(readFields(priced).point),
    readKeys: ({ questions }) => toArray(questions).map(({ custom_field }) => custom_field),
    describe: (project) => [
      readSecond(project.created_at),
      project.language_id,
      project.translated_language_id,
      toArray(project.questions).map(({ id, title, letter_count }) => [id, title, letter_count]),
    ],
    compare: async (order, project, options) => {
      const shown = compareProject(order, project, undefined);
      if (shown.length > 0) return shown;
      // The service may refuse a quote now, since the points are spent. The order is then compared without one.
      const quote = await calls.quote(order, options).catch((error: unknown) => {
        if (!isRequesterError(error) || error.outcome !== 'rejected') throw error;
      });
      return quote && showsQuestions(quote) ? compareProject(order, project, quote) : shown;
    },
  };
}

/** What a search uses of a listed question. Without it, the question could belong to the order that is searched for. */
const LISTED_QUESTION_FIELDS = ['id', 'project_id', 'created_at', 'custom_field'].map(nameInEach);

async function* readListedProjects(
  http: Http,
  signal: AbortSignal,
  search: ListingSearch,
): AsyncGenerator<readonly ListedOrder[]> {
  for await (const { items } of readQuestionPages(http, { signal, uses: LISTED_QUESTION_FIELDS, search }))
    yield items.map(({ id, created_at, custom_field, project_id }) => ({
      id,
      createdAt: Date.parse(created_at),
      key: custom_field,
      orderId: project_id,
    }));
}
