import { ERROR_KIND, USUAL_FACTS } from '../../../base/kinds.js';
import { type ErrorFacts, RequesterError, type UsualFacts } from './errors.js';

/** What the service said when it refused. */
export interface ApiErrorFacts extends ErrorFacts {
  /** The service's own `error_code`, where it gives one. */
  readonly code?: number | undefined;
  /** The service's own `message`, redacted. */
  readonly serverMessage?: string | undefined;
  /** The beginning of an answer that is not the service's own JSON, redacted. */
  readonly snippet?: string | undefined;
}

/**
 * The call was refused: any 4xx that has no class of its own, or `success: false` in a 2xx. `outcome` is `unknown` when it was a
 * write, and the refusal may not be the service's.
 * The base of the six classes below.
 *
 * @see docs/service.md, Errors
 */
export class ApiError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND]: string = 'ApiError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'rejected',
    advice: { code: 'correct-request' },
  };
  declare readonly name:
    | 'ApiError'
    | 'AuthenticationError'
    | 'MalformedRequestError'
    | 'PermissionError'
    | 'NotFoundError'
    | 'ValidationError'
    | 'RateLimitError';
  readonly code: number | undefined;
  readonly serverMessage: string | undefined;
  readonly snippet: string | undefined;

  constructor(what: string, facts: Partial<ApiErrorFacts> = {}) {
    super(what, facts);
    this.code = facts.code;
    this.serverMessage = facts.serverMessage;
    this.snippet = facts.snippet;
  }
}

/** 401: the token is missing, wrong or withdrawn. Not for an account that lacks a permission: see PermissionError. */
export class AuthenticationError extends ApiError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'AuthenticationError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'rejected',
    status: 401,
    advice: { code: 'sign-in-again' },
  };
  declare readonly name: 'AuthenticationError';
}

/** 403 `Problems parsing JSON`: the service could not read the request's body. */
export class MalformedRequestError extends ApiError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'MalformedRequestError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'rejected',
    status: 403,
    advice: { code: 'correct-request' },
  };
  declare readonly name: 'MalformedRequestError';
}

/** Any other 403: the account may not do this. */
export class PermissionError extends ApiError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'PermissionError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'rejected',
    status: 403,
    advice: { code: 'use-other-account' },
  };
  declare readonly name: 'PermissionError';
}

/** 404: no such resource, or none that this account can see. */
export class NotFoundError extends ApiError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'NotFoundError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'rejected',
    status: 404,
    advice: { code: 'check-id' },
  };
  declare readonly name: 'NotFoundError';
}

/** 422: the service refused the data. Not for what is checked before sending: see InputError. */
export class ValidationError extends ApiError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'ValidationError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'rejected',
    status: 422,
    advice: { code: 'correct-request' },
  };
  declare readonly name: 'ValidationError';
  /** Field name to the service's text for it, such as `can't be blank`. */
  readonly errors: Readonly<Record<string, string>>;

  constructor(
    what: string,
    facts: Partial<ApiErrorFacts> & { errors?: Readonly<Record<string, string>> } = {},
  ) {
    super(what, facts);
    this.errors = facts.errors ?? {};
  }
}

/** 429: too many requests; `retryAfter` says how long to wait, where the service does. */
export class RateLimitError extends ApiError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'RateLimitError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'rejected',
    status: 429,
    advice: { code: 'call-later', ms: undefined },
  };
  declare readonly name: 'RateLimitError';
}
