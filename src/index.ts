export type { EndsWithScope } from './base/ends-with-scope.js';
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
} from './contract/inputs.js';
export type * from './contract/public-types.js';
export { FileStatus, isFinished, QuestionStatus, SimpleQuestionStatus } from './contract/statuses.js';
export {
  ApiError,
  AuthenticationError,
  MalformedRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ValidationError,
} from './core/errors/api-errors.js';
export type { ConnectionPhase, ErrorFacts, Issue, Outcome, RequestFacts } from './core/errors/errors.js';
export {
  ConnectionError,
  InputError,
  RedirectError,
  RequesterError,
  ServerError,
  TimeoutError,
  UnexpectedAnswerError,
} from './core/errors/errors.js';
export type { AccessToken } from './core/http/address.js';
export type { AnyRequest } from './core/http/any-request.js';
export type { Call, WithResponse } from './core/http/call.js';
export { fakeCall } from './core/http/call.js';
export type { DownloadOptions } from './core/http/download.js';
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
} from './core/http/settings.js';
export type { UploadProgress } from './core/http/upload.js';
export type { ListOptions } from './core/paging/listing.js';
export { Listing } from './core/paging/listing.js';
export type { PageQuery, PageTotals, UnexpectedItem } from './core/paging/page.js';
export { Page } from './core/paging/page.js';
export type { AnyRequesterError } from './errors.js';
export { isRequesterError } from './errors.js';
export type { Checkpoint, CheckpointStore } from './following/checkpoint.js';
export { CheckpointConflictError, CheckpointError, FileAnalysisError } from './following/errors.js';
export type { WatchedQuestion } from './following/event-poller.js';
export type { FollowOptions, StreamHealth } from './following/follow.js';
export { EventStream } from './following/follow.js';
export type { Waiting } from './following/wait.js';
export type { QuestionWaitOptions, WaitOptions } from './following/wait-options.js';
export { Wake } from './following/wake.js';
export type { BudgetOptions, Spend } from './ordering/budget.js';
export type { Difference } from './ordering/errors.js';
export { BudgetError, OrderConflictError, OutcomeUnknownError } from './ordering/errors.js';
export type { OrderOptions } from './ordering/options.js';
export type { Placement } from './ordering/order-kind.js';
export type { CopyOptions, RequesterOptions } from './requester.js';
export { Requester } from './requester.js';
export type { AccountResource } from './resources/account.js';
export type { Comments } from './resources/comments.js';
export type { Events } from './resources/events.js';
export type { Files, Uploadable, UploadOptions } from './resources/files.js';
export type { Languages } from './resources/languages.js';
export type { OpenOrder, Orders, Settlement } from './resources/orders.js';
export type { Organizations } from './resources/organizations.js';
export type { Projects } from './resources/projects.js';
export type { Questions } from './resources/questions.js';
export type { Revisions } from './resources/revisions.js';
export type { Simple, SimpleQuestions } from './resources/simple.js';
export type {
  SimpleTranslationCommentsResource,
  SimpleTranslations,
} from './resources/simple-translations.js';
export type { CheckStoreOptions } from './stores/check-store.js';
export { checkStore } from './stores/check-store.js';
export { memoryStore } from './stores/memory-store.js';
export type { Store } from './stores/store.js';
export { StoreError } from './stores/store-error.js';
