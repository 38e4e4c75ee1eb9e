import * as z from 'zod/mini';

/** @see docs/service.md, Language */
export const LanguageSchema = z.looseObject({
  id: z.string(),
  localized_name: z.string(),
});

/** @see docs/service.md, Language pair */
export const LanguagePairSchema = z.looseObject({
  language_id: z.string(),
  translated_language_id: z.string(),
  language: LanguageSchema,
  translated_language: LanguageSchema,
  point: z.int(),
  extra_point: z.int(),
  extra_letter: z.int(),
});

/** The one answer without `success` and `message`. @see docs/service.md, Account and organizations */
export const LanguagePairsAnswerSchema = z.looseObject({ language_pairs: z.array(LanguagePairSchema) });
