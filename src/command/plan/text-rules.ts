import { runInNewContext } from 'node:vm';
import * as z from 'zod/mini';
import { readFields } from '../../base/kinds.js';
import type { LocaleText } from '../../locale-files.js';
import { UsageError } from '../terminal/failures.js';
import { PROTECT_RULE, parseProtect } from './protect.js';

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

/** Milliseconds for all texts of a file. */
const LIMIT = 5_000;
/**
 * Runs where it can be stopped, which no other place in JavaScript offers: some expressions that people need, such as `/%.*?%/`, take quadratic
 * time for texts that nobody writes, so no rule about expressions can stand in for a limit of time.
 */
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
  const parts = texts.flatMap((text) => [text, ...(text.includes('{{{') ? splitAtBraces(text) : [])]);
  try {
    runInNewContext(SEARCH, { texts: parts, source, flags: `${flags}g` }, { timeout });
  } catch (error) {
    if (readFields(error).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new UsageError(
      `The expression /${source}/${flags} takes more than ${timeout / 1_000} s for the texts of ${file}. Avoid repetitions within repetitions, such as (a+)+.`,
    );
  }
}

/** What a text has between its ranges in triple braces. It is read once, however many braces have no end. */
function splitAtBraces(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; ; ) {
    const from = text.indexOf('{{{', at);
    const end = from < 0 ? -1 : text.indexOf('}}}', from + 3);
    if (end < 0) return [...parts, text.slice(at)];
    parts.push(text.slice(at, from));
    at = end + 3;
  }
}

/** A text without its note. */
export const removeNote = (text: LocaleText): string => (typeof text === 'string' ? text : text.text);
