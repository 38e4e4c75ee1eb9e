import * as z from 'zod/mini';
import { answerSchema, pageSchema } from './answer.js';
import { extended } from './extended.js';
import { onFirstUse } from './on-first-use.js';
import type { userSchema } from './user.js';
import { timestampSchema, unpinned } from './values.js';

/** @see docs/service.md, Organization */
export const organizationSchema = onFirstUse(() =>
  z.looseObject({
    id: z.int(),
    name: z.string(),
    plan_id: z.int(),
    user_id: z.int(),
    default: z.literal([0, 1]),
    description: z.nullable(z.string()),
    created_at: timestampSchema(),
    updated_at: timestampSchema(),
    url: z.string(),
    html_url: z.string(),
    point: z.int(),
    available_point: z.int(),
    available_plan_id: unpinned<number | null>(),
    user: unpinned<z.output<ReturnType<typeof userSchema>>>(),
  }),
);

/** @see docs/service.md, Account and organizations */
export const organizationAnswerSchema = onFirstUse(() =>
  extended(answerSchema(), { organization: organizationSchema() }),
);

/** @see docs/service.md, Account and organizations */
export const organizationPageSchema = onFirstUse(() =>
  extended(pageSchema(), { organizations: z.array(organizationSchema()) }),
);
