import * as z from 'zod/mini';
import { extended } from './extended.js';
import { onFirstUse } from './on-first-use.js';
import { timestampSchema } from './values.js';

/** @see docs/service.md, User */
export const userSchema = onFirstUse(() =>
  z.looseObject({
    id: z.int(),
    login: z.string(),
    created_at: timestampSchema(),
    updated_at: timestampSchema(),
    locale: z.string(),
    picture_url: z.string(),
    translator: z.boolean(),
  }),
);

/** @see docs/service.md, User */
export const translatorUserSchema = onFirstUse(() =>
  extended(userSchema(), {
    native_language: z.unknown(),
    last_accessed_at: timestampSchema(),
    online_status: z.int(),
    online_status_text: z.string(),
  }),
);

/** A translator inside an object that does not promise the grade. @see docs/service.md, User */
export const simpleTranslatorSchema = onFirstUse(() =>
  extended(translatorUserSchema(), {
    grade_text: z.exactOptional(z.string()),
    rate: z.exactOptional(z.int()),
  }),
);

/** A translator as the answer about one simple translation shows it. @see docs/service.md, User */
export const gradedTranslatorSchema = onFirstUse(() =>
  extended(translatorUserSchema(), {
    grade_text: z.string(),
    rate: z.int(),
  }),
);
