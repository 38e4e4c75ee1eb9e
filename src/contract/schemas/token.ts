import * as z from 'zod/mini';
import { notEmpty, nullableInteger } from './checks.js';
import { onFirstUse } from './on-first-use.js';

/** The service issues tokens without expiry; other OAuth 2.0 answers are accepted. @see docs/service.md, Authentication */
export const tokenAnswerSchema = onFirstUse(() =>
  z.looseObject({
    access_token: z.string().check(notEmpty),
    token_type: z.string(),
    expires_in: z.exactOptional(nullableInteger()),
    refresh_token: z.exactOptional(z.nullable(z.string())),
    scope: z.exactOptional(z.nullable(z.string())),
  }),
);

/** The standard error body of OAuth 2.0. @see docs/service.md, Authentication */
export const tokenFailureSchema = onFirstUse(() =>
  z.looseObject({
    error: z.string(),
    error_description: z.exactOptional(z.string()),
  }),
);
