import * as z from 'zod/mini';
import { answerSchema } from './answer.js';
import { extended } from './extended.js';
import { onFirstUse } from './on-first-use.js';
import { organizationSchema } from './organization.js';
import { userSchema } from './user.js';

/** @see docs/service.md, Account */
export const accountSchema = onFirstUse(() =>
  extended(answerSchema(), {
    ...userSchema().shape,
    email: z.string(),
    default_organization_id: z.int(),
    default_organization: organizationSchema(),
  }),
);
