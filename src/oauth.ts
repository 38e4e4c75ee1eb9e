export type { TokenAnswer } from './contract/types.js';
export type { CallOptions } from './core/http/settings.js';
export { OAuthClient, type OAuthClientOptions } from './oauth/client.js';
export { AuthorizationDeniedError, OAuthError, StateMismatchError } from './oauth/errors.js';
export { createState, type SignIn } from './oauth/sign-in.js';
