import { checkOptions, copyOwn, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { equalsInConstantTime } from '../../base/texts.js';
import { InputError } from '../core/errors/errors.js';
import { checkBaseUrl } from '../core/http/address.js';
import { AuthorizationDeniedError, BEGIN_SIGN_IN, makeOAuthError, StateMismatchError } from './errors.js';

/** What belongs to one sign-in. */
export interface SignIn {
  /**
   * An unguessable value, see `createState`. Keep it in the person's session. False for a service that does not return
   * it. Then nothing shows who began the sign-in, and an attacker's link can sign the person in to the attacker's
   * account (login CSRF). Use false only where your own session protects the redirect.
   */
  readonly state: string | false;
}

const SIGN_IN: Rules<SignIn> = {
  // An empty state on both sides would compare equal and protect nothing.
  state: rules.required(rules.textOrFalse),
};

/** An unguessable value for `authorizationUrl` and `exchangeRedirect`: 32 random bytes, safe in an address. */
export function createState(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** @throws InputError when it is neither a non-empty string nor false */
export function readState(path: string, signIn: SignIn): SignIn['state'] {
  const issues = checkOptions(path, signIn, SIGN_IN);
  if (issues.length > 0) throw new InputError(issues);
  return copyOwn(signIn).state;
}

const makeMismatchError = (what: string): StateMismatchError =>
  new StateMismatchError(`the redirect ${what}. Nothing was exchanged`, {
    outcome: 'not_sent',
    advice: BEGIN_SIGN_IN,
  });

/**
 * The code that a redirect carries.
 *
 * @param issuer the address of the service, which `iss` names where the redirect has one. @see RFC 9207
 * @throws the errors of `exchangeRedirect`
 */
export function readCode(
  query: URLSearchParams,
  { state }: SignIn,
  issuer: string,
  redact: (text: string) => string,
): string {
  const states = query.getAll('state');
  if (state !== false && (states.length !== 1 || !equalsInConstantTime(states[0] ?? '', state))) {
    throw makeMismatchError('does not carry the state that this sign-in began with');
  }
  if (query.getAll('iss').some((iss) => checkBaseUrl(iss, true).value !== issuer)) {
    throw makeMismatchError('comes from another service (iss) than this sign-in went to');
  }
  const error = query.get('error');
  if (error === 'access_denied') {
    throw new AuthorizationDeniedError('the person did not authorize the application', {
      outcome: 'not_sent',
      advice: { code: 'offer-again', text: 'Offer to try again.' },
    });
  }
  if (error !== null) {
    const description = query.get('error_description');
    throw makeOAuthError(redact(error), description && redact(description), { outcome: 'not_sent' });
  }
  const [code, another] = query.getAll('code');
  if (!code || another !== undefined) {
    const issue = { path: 'requestUrl', message: 'must carry one code or an error' };
    throw new InputError([issue], { advice: BEGIN_SIGN_IN });
  }
  return code;
}
