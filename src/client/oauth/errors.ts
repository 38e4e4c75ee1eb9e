import { ERROR_KIND, USUAL_FACTS } from '../../base/kinds.js';
import type { AdviceWithText } from '../core/errors/advice.js';
import { type ErrorFacts, RequesterError, type UsualFacts } from '../core/errors/errors.js';

/** The person chose not to authorize the application. Not a failure of the service: offer to try again. */
export class AuthorizationDeniedError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'AuthorizationDeniedError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'not_sent',
    advice: { code: 'offer-again' },
  };
  declare readonly name: 'AuthorizationDeniedError';
}

/**
 * The redirect does not carry the state that the authorization began with, or its `iss` names another service: it may be
 * forged. The code in it was not exchanged. Not for a denial: see AuthorizationDeniedError.
 */
export class StateMismatchError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'StateMismatchError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'not_sent',
    advice: { code: 'begin-sign-in' },
  };
  declare readonly name: 'StateMismatchError';
}

/** The service answered with an OAuth 2.0 error, such as `invalid_grant`. @see RFC 6749, section 5.2 */
export class OAuthError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'OAuthError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'rejected',
    advice: { code: 'begin-sign-in' },
  };
  declare readonly name: 'OAuthError';
  /** The error code of OAuth 2.0. */
  readonly error: string;
  /** The service's explanation, redacted, where it gives one. */
  readonly description: string | undefined;

  constructor(
    what: string,
    facts: Partial<ErrorFacts> & { error?: string; description?: string | undefined } = {},
  ) {
    super(what, facts);
    this.error = facts.error ?? 'invalid_grant';
    this.description = facts.description;
  }
}

export const BEGIN_SIGN_IN = {
  code: 'begin-sign-in',
  text: 'Begin the sign-in again.',
} as const satisfies AdviceWithText;

/** The error for an OAuth 2.0 error, in a redirect or in an answer. */
export function makeOAuthError(
  error: string,
  description: string | null,
  facts: Omit<ErrorFacts, 'advice'>,
): OAuthError {
  const explained = description === null ? '' : ` (${description})`;
  return new OAuthError(`the service refused the sign-in: ${error}${explained}`, {
    ...facts,
    error,
    description: description ?? undefined,
    advice: BEGIN_SIGN_IN,
  });
}
