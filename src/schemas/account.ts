import * as z from 'zod/mini';
import { AnswerSchema } from './answer.js';
import { OrganizationSchema } from './organization.js';
import { UserSchema } from './user.js';

/** @see docs/service.md, Account */
export const AccountSchema = z.extend(AnswerSchema, {
  ...UserSchema.shape,
  email: z.string(),
  default_organization_id: z.int(),
  default_organization: OrganizationSchema,
});
