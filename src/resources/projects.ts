import { argument, type Checked } from '../base/checked.js';
import { foundProjectSchema } from '../contract/schemas/found-order.js';
import { type CheckedProjectOrder, projectOrderSchema } from '../contract/schemas/inputs.js';
import { projectAnswerSchema, projectQuoteAnswerSchema } from '../contract/schemas/project.js';
import { isFinished } from '../contract/schemas/statuses.js';
import { inputValidator, validator } from '../contract/schemas/validator.js';
import type {
  Project,
  ProjectAnswer,
  ProjectOrderInput,
  ProjectQuote,
  ProjectQuoteAnswer,
  Question,
} from '../contract/types.js';
import { type Path, path } from '../core/http/address.js';
import { type Call, callOf } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import type { CallOptions } from '../core/http/settings.js';
import { ProjectRound } from '../following/project-round.js';
import type { WaitOptions } from '../following/wait-options.js';
import type { OrderContext } from '../ordering/context.js';
import type { OrderOptions } from '../ordering/options.js';
import type { OrderKind, Placement } from '../ordering/order-kind.js';
import { placeOrder } from '../ordering/place.js';
import { orderCalls } from './order-calls.js';
import { projectKind } from './project-orders.js';
import { questionPages } from './questions.js';
import { latestOperation } from './revisions.js';
import { hasStatus, readForWait, sharedWaits } from './waits.js';

const validate = validator(projectAnswerSchema);
const validateQuote = validator(projectQuoteAnswerSchema);
const validateFound = validator(foundProjectSchema);
const checkOrder = inputValidator(projectOrderSchema);

const project = (answer: ProjectAnswer): Project => answer.project;

/** Projects: orders of one or more texts and files. */
export class Projects {
  readonly #http: Http;
  readonly #context: OrderContext;
  readonly #kind: OrderKind<CheckedProjectOrder, Project, ProjectAnswer, ProjectQuote>;

  /** @internal */
  constructor(http: Http, context: OrderContext) {
    this.#http = http;
    this.#context = context;
    this.#kind = projectKind(
      http,
      orderCalls(http, { placing: createOperation, checking: checkOperation, reading: getOrderOperation }),
    );
  }

  /**
   * Asks what an order would be and cost; nothing is registered.
   *
   * @throws InputError when the order is wrong in itself; ValidationError when the service refuses it
   * @see docs/service.md, Projects
   */
  check(order: ProjectOrderInput, options?: CallOptions): Call<ProjectQuote, ProjectQuoteAnswer> {
    return this.#http.call(checkOperation(argument('order', checkOrder, order)), options);
  }

  /**
   * Places an order. It spends points, so it is repeated only where it provably was not carried out.
   *
   * With `once`, the `custom_field` of the first question is the order's key: an order that has it already is
   * returned (`withResponse()` then has `placed: false`), and an unknown outcome is looked into: docs/paid-orders.md
   * has the conditions. With `maxPoints`, the service is asked for the price first.
   *
   * @throws InputError when the order is wrong in itself; ValidationError when the service refuses it;
   *   BudgetError when it costs more than allowed; OrderConflictError when a different order has the key;
   *   OutcomeUnknownError when `once` could not find out in time; JournalError when the journal fails
   * @see docs/service.md, Projects
   */
  create(order: ProjectOrderInput, options?: OrderOptions): Call<Project, ProjectAnswer, Placement> {
    const checked = argument('order', checkOrder, order);
    return callOf(placeOrder(this.#kind, checked, options, this.#context));
  }

  /**
   * Reads a project with its questions.
   *
   * @throws NotFoundError when there is none with that id, or not for this account
   * @see docs/service.md, Projects
   */
  get(id: number, options?: CallOptions): Call<Project, ProjectAnswer> {
    return this.#http.call(getOperation(id), options);
  }

  /**
   * Reads the translations of a project: by the id of each question that has one, the text of its newest revision, a
   * line for each paragraph. One request for the project, and one for each translation.
   *
   * @throws NotFoundError when there is none with that id, or not for this account
   * @see docs/service.md, Revisions
   */
  async texts(id: number, options?: CallOptions): Promise<Map<number, string>> {
    const { questions } = await this.get(id, options);
    const translated = questions.filter(({ translated_at }) => translated_at !== null);
    const read = async ({ id: questionId }: Question): Promise<[number, string]> => {
      const { data } = await this.#http.request(latestOperation(questionId), options);
      const inOrder = data.paragraphs.sort((one, other) => one.display_order - other.display_order);
      return [questionId, inOrder.map(({ translated_text }) => translated_text).join('\n')];
    };
    return new Map(await Promise.all(translated.map(read)));
  }

  /**
   * Waits until every question of a project is finished: completed, cancelled or expired.
   *
   * @throws TimeoutError at the deadline; NotFoundError when there is no such project
   * @see docs/service.md, Project question statuses
   */
  wait(id: number, options?: WaitOptions<Project>): Promise<Project> {
    return waits(this.#http).wait(id, options);
  }
}

const hasQuestionStatuses = ({ questions }: Project): boolean =>
  Array.isArray(questions) && questions.every((question) => hasStatus(Object(question)));

const pathOf = (id: number): Path => path`/api/v1/projects/${{ id }}`;

const waits = sharedWaits<Project>((http) => {
  const round = new ProjectRound(
    (signal, page, prefetch) => questionPages(http, { signal, page, prefetch }),
    async (id, signal) => {
      const item = await readForWait(http, getOperation(id), hasQuestionStatuses, signal);
      return { item, finished: item.questions.every(isFinished) };
    },
  );
  return (waiting, signal) => round.look(waiting, signal);
}, pathOf);

function checkOperation(json: Checked<CheckedProjectOrder>): Operation<ProjectQuoteAnswer, ProjectQuote> {
  return {
    method: 'POST',
    path: path`/api/v1/projects/check`,
    json,
    validate: validateQuote,
    data: (answer) => answer.project,
    isRead: true,
  };
}

function createOperation(json: Checked<CheckedProjectOrder>): Operation<ProjectAnswer, Project> {
  return { method: 'POST', path: path`/api/v1/projects`, json, creates: 'project', validate, data: project };
}

function getOperation(id: number): Operation<ProjectAnswer, Project> {
  return { method: 'GET', path: pathOf(id), validate, data: project };
}

/** Of an order that is found again, no more is needed than what finding it uses. */
function getOrderOperation(id: number): Operation<ProjectAnswer, Project> {
  return { ...getOperation(id), isUsable: (answer) => 'value' in validateFound(answer) };
}
