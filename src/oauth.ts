export type { TokenAnswer } from './client/contract/types.js';
export type { CallOptions } from './client/core/http/settings.js';
export { OAuthClient, type OAuthClientOptions } from './client/oauth/client.js';
export { AuthorizationDeniedError, OAuthError, StateMismatchError } from './client/oauth/errors.js';
export { createState, type SignIn } from './client/oauth/sign-in.js';
