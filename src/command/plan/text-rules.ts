import { runInNewContext } from 'node:vm';
import * as z from 'zod/mini';
import { readFields } from '../../base/kinds.js';
import type { LocaleText } from '../../locale-files.js';
import type { OrderTextsOptions } from '../../texts.js';
import { UsageError } from '../terminal/failures.js';

/** The kinds of placeholders that `protect` takes. */
const PROTECT_NAMES = ['icu', 'i18next', 'printf', 'all'] as const;
const REGEXP_LITERAL = /^\/(.+)\/([imsu]*)$/s;

type ProtectOption = NonNullable<OrderTextsOptions['protect']>;

/** What `protect` takes, for messages. */
export const PROTECT_RULE = `must be ${PROTECT_NAMES.join(', ')}, or a regular expression such as /%\\w+%/`;

export const filledText = z.string().check(z.minLength(1));
const textList = z.array(filledText);

/** Fields of the project file that decide what of a file is translated: of all its files, or of one. */
export const textRules = {
  protect: z.optional(z.string().check(z.refine((value) => parseProtect(value) !== undefined, PROTECT_RULE))),
  terms: z.optional(textList),
  ignore: z.optional(textList),
  notes: z.optional(
    z.custom<readonly string[] | false>(
      (value) => value === false || textList.safeParse(value).success,
      'must be a list of patterns such as *_comment, or false',
    ),
  ),
};

const RulesSchema = z.object(textRules);

/** What of a file is translated, as the command line, the project file or the memory says it. */
export type TextRules = Readonly<z.infer<typeof RulesSchema>>;

/** The rules in something that was stored; none when they are not valid. */
export function parseStoredRules(value: unknown): TextRules {
  return RulesSchema.safeParse(value).data ?? {};
}

/** Parses a kind of placeholders, or a regular expression between slashes; undefined if it is neither. */
export function parseProtect(value: string): ProtectOption | undefined {
  const kind = PROTECT_NAMES.find((name) => name === value);
  const [, source, flags] = REGEXP_LITERAL.exec(value) ?? [];
  if (source === undefined) return kind;
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** Milliseconds for all texts of a file. */
const LIMIT = 5_000;
const BRACED_TEXT = /\{\{\{.*?\}\}\}/s;
/** Runs where it can be stopped. */
const SEARCH =
  'for (const text of texts) for (const match of text.matchAll(new RegExp(source, flags))) void match;';

/**
 * Tries a regular expression on texts. One from a project file can be anybody's, and some take years.
 *
 * @throws UsageError when it takes too long
 */
export function tryExpression(
  { source, flags }: RegExp,
  texts: readonly string[],
  file: string,
  timeout = LIMIT,
): void {
  // What is in triple braces is protected already, so the expression also gets what is between them.
  const parts = texts.flatMap((text) => [text, ...(text.includes('{{{') ? text.split(BRACED_TEXT) : [])]);
  try {
    runInNewContext(SEARCH, { texts: parts, source, flags: `${flags}g` }, { timeout });
  } catch (error) {
    if (readFields(error).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new UsageError(
      `The expression /${source}/${flags} takes more than ${timeout / 1_000} s for the texts of ${file}. Avoid repetitions within repetitions, such as (a+)+.`,
    );
  }
}

/** A text without its note. */
export const removeNote = (text: LocaleText): string => (typeof text === 'string' ? text : text.text);
