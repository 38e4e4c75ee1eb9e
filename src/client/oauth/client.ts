import { isBrowser } from '#runtime';
import type { Inspect } from '../../base/checked.js';
import { toFields } from '../../base/kinds.js';
import { copyOwn, type Rule, type Rules, readOption } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { tokenAnswerSchema } from '../contract/answers.js';
import { makeStrictInspector } from '../contract/strict-inspector.js';
import type { TokenAnswer } from '../contract/types.js';
import { InputError, type RequesterError } from '../core/errors/errors.js';
import type { AnswerFacts } from '../core/errors/from-answer.js';
import { makeRedactor } from '../core/errors/redact.js';
import { isPrivate, path } from '../core/http/address.js';
import type { Call } from '../core/http/call.js';
import { Http } from '../core/http/http.js';
import type { RequestContent } from '../core/http/operation.js';
import {
  type CallOptions,
  HTTP_OPTIONS,
  type HttpOptions,
  makeSettings,
  type Settings,
} from '../core/http/settings.js';
import { BEGIN_SIGN_IN, makeOAuthError } from './errors.js';
import { readCode, readState, type SignIn } from './sign-in.js';

/** Settings of an OAuthClient. */
export interface OAuthClientOptions
  extends Pick<HttpOptions, 'baseUrl' | 'allowInsecureHttp' | 'fetch' | 'timeout' | 'headers'> {
  /** The application id that was issued at registration. */
  readonly clientId: string;
  /** The secret that was issued with it. Keep it on a server. */
  readonly clientSecret: string;
  /** The callback address that was registered: https, or http on a loopback host. */
  readonly redirectUri: string;
  /** Accepts the secret in a page or a worker of a browser, where everyone can read it. @default false */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

const clientSecretRule: Rule = {
  check(value, path, options) {
    const isSafe = !isBrowser() || readOption(options, 'dangerouslyAllowBrowser') === true;
    if (isSafe) return rules.text.check(value, path, options);
    const message = 'must not be in a browser page, where everyone can read it; exchange codes on a server';
    return [{ path, message: `${message} (dangerouslyAllowBrowser: true opts out)` }];
  },
};

/** The code comes to this address, so nobody else must be able to read it there. */
const redirectUriRule: Rule = {
  check(value, path, options) {
    const allowInsecureHttp = readOption(options, 'allowInsecureHttp') === true;
    const address = typeof value === 'string' && URL.canParse(value) && new URL(value);
    if (address && (isPrivate(address) || (allowInsecureHttp && address.protocol === 'http:'))) return [];
    const message = 'must be the absolute address that was registered: https, or http on a loopback host';
    return [{ path, message }];
  },
};

const OAUTH_OPTIONS: Rules<OAuthClientOptions> = {
  baseUrl: HTTP_OPTIONS.baseUrl,
  allowInsecureHttp: HTTP_OPTIONS.allowInsecureHttp,
  fetch: HTTP_OPTIONS.fetch,
  timeout: HTTP_OPTIONS.timeout,
  headers: HTTP_OPTIONS.headers,
  clientId: rules.required(rules.text),
  clientSecret: rules.required(clientSecretRule),
  redirectUri: rules.required(redirectUriRule),
  dangerouslyAllowBrowser: rules.flag,
};

const inspectFields = makeStrictInspector(tokenAnswerSchema);

/** Refuses tokens of another type, which are sent in another way. @see RFC 6749, section 7.1 */
const inspectToken: Inspect<TokenAnswer> = (answer) => {
  const inspected = inspectFields(answer);
  if (inspected.mismatches.length > 0 || inspected.value.token_type.toLowerCase() === 'bearer')
    return inspected;
  const at = { path: 'token_type', place: 'token_type', index: undefined };
  return { ...inspected, mismatches: [{ ...at, message: 'must be bearer', refuses: true }] };
};

const tokenPath = path`/oauth/token`;

/**
 * Signs an account in: OAuth 2.0 with the authorization-code grant. Works without a Requester.
 *
 * @see docs/service.md, Authentication
 */
export class OAuthClient {
  readonly #http: Http;
  readonly #settings: Settings;
  readonly #application: Pick<OAuthClientOptions, 'clientId' | 'clientSecret' | 'redirectUri'>;

  /** @throws InputError when an option is missing or wrong, or when the secret would be in a browser page */
  constructor(options: OAuthClientOptions) {
    this.#settings = makeSettings(options, OAUTH_OPTIONS);
    const { clientId, clientSecret, redirectUri } = copyOwn(options);
    this.#http = new Http(this.#settings);
    this.#application = { clientId, clientSecret, redirectUri };
  }

  /**
   * The address to send the person's browser to.
   *
   * @throws InputError when `state` is neither a non-empty string nor false
   */
  authorizationUrl(authorization: SignIn): string {
    const state = readState('authorization', authorization);
    const { clientId, redirectUri } = this.#application;
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      ...(state !== false && { state }),
    });
    return `${this.#settings.baseUrl}/oauth/authorize?${query}`;
  }

  /**
   * Exchanges an authorization code for an access token. A code works only once, so this is retried only
   * if it was certainly not carried out. After an error whose outcome is `unknown` or `done`, begin the sign-in again.
   *
   * @returns the token; it neither expires nor can be refreshed, so `expires_in` and `refresh_token` are null
   * @throws OAuthError when the service refuses the code or the application
   */
  exchangeCode(code: string, options?: CallOptions): Call<TokenAnswer, TokenAnswer> {
    const { clientId, clientSecret, redirectUri } = this.#application;
    const form = (): RequestContent => ({
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
        grant_type: 'authorization_code',
        code,
      }),
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
    });
    const issues = rules.text.check(code, 'code', {});
    return this.#http.call(
      {
        name: 'oauth.token',
        method: 'POST',
        path: tokenPath,
        content: issues.length > 0 ? { issues } : { value: form },
        authenticated: false,
        confidential: true,
        secrets: [clientSecret, code],
        inspect: inspectToken,
        data: (answer: TokenAnswer) => answer,
        refusal: parseRefusal,
        // Not to look what became of it, as for other writes: nothing shows whether a code is used up.
        advice: { code: BEGIN_SIGN_IN.code, text: `A code works only once. ${BEGIN_SIGN_IN.text}` },
      },
      options,
    );
  }

  /**
   * Handles the redirect back from the service: compares the state, reads the code or the error, and exchanges the
   * code.
   *
   * @param requestUrl the URL of the redirected request, absolute or from its path on
   * @param begun the `state` that the sign-in began with
   * @throws StateMismatchError when the state is missing or different, or when `iss` names another service than
   *   `baseUrl`; AuthorizationDeniedError when the person denied; OAuthError for any other error; InputError when there is
   *   no code, or more than one
   */
  async exchangeRedirect(
    requestUrl: string | URL,
    begun: SignIn,
    options?: CallOptions,
  ): Promise<TokenAnswer> {
    const state = readState('begun', begun);
    const { redirectUri, clientSecret } = this.#application;
    const isAddress = typeof requestUrl === 'string' || requestUrl instanceof URL;
    if (!isAddress || !URL.canParse(String(requestUrl), redirectUri)) {
      throw new InputError([
        { path: 'requestUrl', message: 'must be the address of the redirected request' },
      ]);
    }
    const query = new URL(requestUrl, redirectUri).searchParams;
    const redact = makeRedactor([clientSecret, ...query.getAll('code')]);
    const code = readCode(query, { state }, this.#settings.baseUrl, redact);
    return this.exchangeCode(code, options);
  }

  /** By this, `reactive` of Vue leaves it as it is: a Proxy has no private fields. */
  get [Symbol.toStringTag](): string {
    return 'OAuthClient';
  }

  /** What `console.log` shows: the base URL, but no secret. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `OAuthClient { baseUrl: '${this.#settings.baseUrl}' }`;
  }
}

/** An error answer of the token endpoint in the standard form. @see RFC 6749, section 5.2 */
function parseRefusal(facts: AnswerFacts, answer: unknown): RequesterError | undefined {
  const { error, error_description: description } = toFields(answer);
  if (typeof error !== 'string') return undefined;
  const { redact, request, status, requestId, retryAfter, attempts } = facts;
  const said = typeof description === 'string' ? redact(description) : null;
  const call = { request, status, requestId, retryAfter, attempts };
  return makeOAuthError(redact(error), said, { ...call, outcome: 'rejected' });
}
