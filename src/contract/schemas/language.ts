import * as z from 'zod/mini';
import { onFirstUse } from './on-first-use.js';

/** @see docs/service.md, Language */
export const languageSchema = onFirstUse(() =>
  z.looseObject({
    id: z.string(),
    localized_name: z.string(),
  }),
);

/** @see docs/service.md, Language pair */
export const languagePairSchema = onFirstUse(() =>
  z.looseObject({
    language_id: z.string(),
    translated_language_id: z.string(),
    language: languageSchema(),
    translated_language: languageSchema(),
    point: z.int(),
    extra_point: z.int(),
    extra_letter: z.int(),
  }),
);

/** The one answer without `success` and `message`. @see docs/service.md, Account and organizations */
export const languagePairsAnswerSchema = onFirstUse(() =>
  z.looseObject({ language_pairs: z.array(languagePairSchema()) }),
);
