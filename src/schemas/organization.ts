import * as z from 'zod/mini';
import { AnswerSchema, PageSchema } from './answer.js';
import { extended } from './extended.js';
import type { UserSchema } from './user.js';
import { TimestampSchema, unpinned } from './values.js';

/** @see docs/service.md, Organization */
export const OrganizationSchema = z.looseObject({
  id: z.int(),
  name: z.string(),
  plan_id: z.int(),
  user_id: z.int(),
  default: z.literal([0, 1]),
  description: z.nullable(z.string()),
  created_at: TimestampSchema,
  updated_at: TimestampSchema,
  url: z.string(),
  html_url: z.string(),
  point: z.int(),
  available_point: z.int(),
  available_plan_id: unpinned<number | null>(),
  user: unpinned<z.output<typeof UserSchema>>(),
});

/** @see docs/service.md, Account and organizations */
export const OrganizationAnswerSchema = extended(AnswerSchema, { organization: OrganizationSchema });

/** @see docs/service.md, Account and organizations */
export const OrganizationPageSchema = extended(PageSchema, { organizations: z.array(OrganizationSchema) });
