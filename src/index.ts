export type { EndsWithScope } from './base/concurrency.js';
export type {
  CommentInput,
  EventOf,
  EventPageQuery,
  EventType,
  FlagInput,
  OrganizationInput,
  ProjectOrderFileInput,
  ProjectOrderHtmlInput,
  ProjectOrderInput,
  ProjectOrderQuestionInput,
  ProjectOrderTextInput,
  Rejection,
  SimpleQuestionOrderInput,
  WidenedProjectOrderInput,
  WidenedProjectOrderQuestionInput,
} from './client/contract/inputs.js';
export type * from './client/contract/public-types.js';
export { FileStatus, isFinished, QuestionStatus, SimpleQuestionStatus } from './client/contract/statuses.js';
export {
  ApiError,
  AuthenticationError,
  MalformedRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ValidationError,
} from './client/core/errors/api-errors.js';
export type {
  Advice,
  ConnectionPhase,
  ErrorFacts,
  Issue,
  Outcome,
  RequestFacts,
} from './client/core/errors/errors.js';
export {
  ConnectionError,
  InputError,
  RedirectError,
  RequesterError,
  ServerError,
  TimeoutError,
  UnexpectedAnswerError,
} from './client/core/errors/errors.js';
export type { AccessToken } from './client/core/http/address.js';
export type { AnyRequest } from './client/core/http/any-request.js';
export type { Call, WithResponse } from './client/core/http/call.js';
export type { DownloadOptions } from './client/core/http/download.js';
export type {
  CallEndObservation,
  CallObservation,
  CallOptions,
  Fetch,
  Hooks,
  HttpOptions,
  Logger,
  LogLevel,
  RequestObservation,
  ResponseObservation,
} from './client/core/http/settings.js';
export type { UploadProgress } from './client/core/http/upload.js';
export type { ListOptions } from './client/core/paging/listing.js';
export { Listing } from './client/core/paging/listing.js';
export type { PageQuery, PageTotals, UnexpectedItem } from './client/core/paging/page.js';
export { Page } from './client/core/paging/page.js';
export type { Checkpoint, CheckpointStore } from './client/following/checkpoint.js';
export { CheckpointConflictError, CheckpointError, FileAnalysisError } from './client/following/errors.js';
export type { WatchedQuestion } from './client/following/event-poller.js';
export type { FollowOptions, StreamHealth } from './client/following/follow.js';
export { EventStream } from './client/following/follow.js';
export type { Waiting } from './client/following/wait.js';
export type { QuestionWaitOptions, WaitOptions } from './client/following/wait-options.js';
export { Wake } from './client/following/wake.js';
export type { Affordability, BudgetOptions, Spend } from './client/ordering/budget.js';
export type { Difference } from './client/ordering/errors.js';
export { BudgetError, OrderConflictError, OutcomeUnknownError } from './client/ordering/errors.js';
export type { OrderOptions } from './client/ordering/options.js';
export type { Placement } from './client/ordering/order-kind.js';
export type { RequesterOptions } from './client/requester.js';
export { Requester } from './client/requester.js';
export type { Accounts } from './client/resources/account.js';
export type { Comments } from './client/resources/comments.js';
export type { Events } from './client/resources/events.js';
export type { Files, Uploadable, UploadOptions } from './client/resources/files.js';
export type { Languages } from './client/resources/languages.js';
export type { OpenOrder, Orders, Resolution } from './client/resources/orders.js';
export type { Organizations } from './client/resources/organizations.js';
export type { Projects, ProjectText } from './client/resources/projects.js';
export type { Questions } from './client/resources/questions.js';
export type { Revisions } from './client/resources/revisions.js';
export type { Simple, SimpleQuestions, SimpleQuestionText } from './client/resources/simple.js';
export type {
  SimpleComments,
  SimpleTranslations,
} from './client/resources/simple-translations.js';
export { memoryStore } from './client/stores/memory-store.js';
export type { Store } from './client/stores/store.js';
export { StoreError } from './client/stores/store-error.js';
export type { AnyRequesterError } from './errors.js';
export { isRequesterError } from './errors.js';
