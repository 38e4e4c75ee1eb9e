import * as z from 'zod/mini';
import { AnswerSchema } from './answer.js';
import { extended } from './extended.js';
import { OrganizationSchema } from './organization.js';
import { UserSchema } from './user.js';

/** @see docs/service.md, Account */
export const AccountSchema = extended(AnswerSchema, {
  ...UserSchema.shape,
  email: z.string(),
  default_organization_id: z.int(),
  default_organization: OrganizationSchema,
});
