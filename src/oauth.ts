import { equalInConstantTime } from './constant-time.js';
import { InputError, type RequesterError } from './core/errors/errors.js';
import { type AnswerFacts, fieldsOf } from './core/errors/from-answer.js';
import { redactor } from './core/errors/redact.js';
import { path } from './core/http/address.js';
import type { Call } from './core/http/call.js';
import { Http } from './core/http/http.js';
import { checkOptions, flag, type Rule, type Rules, required, rule, text } from './core/http/options.js';
import {
  type CallOptions,
  HTTP_OPTIONS,
  type HttpOptions,
  type Settings,
  settingsFrom,
} from './core/http/settings.js';
import { AuthorizationDeniedError, OAuthError, StateMismatchError } from './oauth/errors.js';
import type { TokenAnswer } from './openapi/objects.js';
import { TokenAnswerSchema } from './schemas/token.js';
import { validator } from './schemas/validator.js';

export type { CallOptions, TokenAnswer };
export { AuthorizationDeniedError, OAuthError, StateMismatchError };

/** Settings of an OAuthClient. */
export interface OAuthClientOptions
  extends Pick<HttpOptions, 'baseUrl' | 'allowInsecureHttp' | 'fetch' | 'timeout'> {
  /** The application id that was issued at registration. */
  readonly clientId: string;
  /** The secret that was issued with it. Keep it on a server. */
  readonly clientSecret: string;
  /** The callback address that was registered. */
  readonly redirectUri: string;
  /** Accepts the secret in a browser page, where everyone can read it. @default false */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

const clientSecret: Rule = {
  check(value, path, options) {
    const isSafe = !('document' in globalThis) || Reflect.get(options, 'dangerouslyAllowBrowser') === true;
    if (isSafe) return text.check(value, path, options);
    const message = 'must not be in a browser page, where everyone can read it; exchange codes on a server';
    return [{ path, message: `${message} (dangerouslyAllowBrowser: true opts out)` }];
  },
};

const OAUTH_OPTIONS: Rules<OAuthClientOptions> = {
  baseUrl: HTTP_OPTIONS.baseUrl,
  allowInsecureHttp: HTTP_OPTIONS.allowInsecureHttp,
  fetch: HTTP_OPTIONS.fetch,
  timeout: HTTP_OPTIONS.timeout,
  clientId: required(text),
  clientSecret: required(clientSecret),
  redirectUri: required(
    rule(
      (value) => typeof value === 'string' && URL.canParse(value),
      'must be the absolute address that was registered',
    ),
  ),
  dangerouslyAllowBrowser: flag,
};

/** What belongs to one sign-in. */
interface SignIn {
  readonly state: string;
}

// An empty state on both sides would compare equal and protect nothing.
const SIGN_IN: Rules<SignIn> = { state: required(text) };

const validate = validator(TokenAnswerSchema);
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
    this.#settings = settingsFrom(options, OAUTH_OPTIONS);
    const { clientId, clientSecret, redirectUri } = options;
    this.#http = new Http(this.#settings);
    this.#application = { clientId, clientSecret, redirectUri };
  }

  /**
   * The address to send the person's browser to.
   *
   * @param authorization.state an unguessable value, see `createState`; keep it with the person's session
   */
  authorizationUrl(authorization: { readonly state: string }): string {
    const state = stateFrom('authorization', authorization);
    const { clientId, redirectUri } = this.#application;
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      state,
    });
    return `${this.#settings.baseUrl}/oauth/authorize?${query}`;
  }

  /**
   * Exchanges an authorization code for an access token. A code serves once, so this is never repeated unless
   * it provably was not carried out.
   *
   * @returns the token; it neither expires nor can be refreshed, so `expires_in` and `refresh_token` are null
   * @throws OAuthError when the service refuses the code or the application
   */
  exchangeCode(code: string, options?: CallOptions): Call<TokenAnswer, TokenAnswer> {
    const { clientId, clientSecret, redirectUri } = this.#application;
    const form = (): URLSearchParams =>
      new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
        grant_type: 'authorization_code',
        code,
      });
    const issues = text.check(code, 'code', {});
    return this.#http.call(
      {
        method: 'POST',
        path: tokenPath,
        content: issues.length > 0 ? { issues } : { value: () => ({ body: form() }) },
        authenticated: false,
        confidential: true,
        secrets: [clientSecret, code],
        validate,
        data: (answer: TokenAnswer) => answer,
        refusal,
      },
      options,
    );
  }

  /**
   * Takes the request that the browser was redirected to: compares the state, reads the code or the error, and
   * exchanges the code.
   *
   * @param requestUrl the address of that request, whole or from its path on
   * @throws StateMismatchError when the state is missing or another; AuthorizationDeniedError when the person
   *   denied; OAuthError for any other error
   */
  async exchangeRedirect(
    requestUrl: string | URL,
    begun: { readonly state: string },
    options?: CallOptions,
  ): Promise<TokenAnswer> {
    const state = stateFrom('begun', begun);
    const { redirectUri, clientSecret } = this.#application;
    const isAddress = typeof requestUrl === 'string' || requestUrl instanceof URL;
    if (!isAddress || !URL.canParse(String(requestUrl), redirectUri)) {
      throw new InputError([
        { path: 'requestUrl', message: 'must be the address of the redirected request' },
      ]);
    }
    const query = new URL(requestUrl, redirectUri).searchParams;
    const code = codeFrom(query, state, redactor([clientSecret, ...query.getAll('code')]));
    return this.exchangeCode(code, options);
  }

  /** What `console.log` shows: the address, and nothing of the application. @internal */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `OAuthClient { baseUrl: '${this.#settings.baseUrl}' }`;
  }
}

/** An unguessable value for `authorizationUrl` and `exchangeRedirect`: 32 random bytes, safe in an address. */
export function createState(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function codeFrom(query: URLSearchParams, state: string, redact: (text: string) => string): string {
  const states = query.getAll('state');
  if (states.length !== 1 || !equalInConstantTime(states[0] ?? '', state)) {
    throw new StateMismatchError(
      'the redirect does not carry the state that this sign-in began with. Nothing was exchanged; begin again.',
      { outcome: 'not_sent' },
    );
  }
  const [error, code] = [query.get('error'), query.get('code')];
  if (error === 'access_denied') {
    throw new AuthorizationDeniedError('the person did not authorize the application. Offer to try again.', {
      outcome: 'not_sent',
    });
  }
  if (error !== null) {
    const description = query.get('error_description');
    throw oauthError(redact(error), description && redact(description), { outcome: 'not_sent' });
  }
  if (code === null || code === '') {
    throw new InputError([{ path: 'requestUrl', message: 'must carry a code or an error' }]);
  }
  return code;
}

/** An error answer of the token endpoint in the standard form. @see RFC 6749, section 5.2 */
function refusal(facts: AnswerFacts, answer: unknown): RequesterError | undefined {
  const { error, error_description: description } = fieldsOf(answer);
  if (typeof error !== 'string') return undefined;
  const { request, status, requestId, retryAfter, redact } = facts;
  const refused = { outcome: 'rejected', request, status, requestId, retryAfter } as const;
  return oauthError(redact(error), typeof description === 'string' ? redact(description) : null, refused);
}

function oauthError(
  error: string,
  description: string | null,
  facts: ConstructorParameters<typeof StateMismatchError>[1],
): OAuthError {
  const explained = description === null ? '' : ` (${description})`;
  return new OAuthError(`the service refused the sign-in: ${error}${explained}. Begin the sign-in again.`, {
    ...facts,
    error,
    description: description ?? undefined,
  });
}

function stateFrom(path: string, signIn: SignIn): string {
  const issues = checkOptions(path, signIn, SIGN_IN);
  if (issues.length > 0) throw new InputError(issues);
  return signIn.state;
}
