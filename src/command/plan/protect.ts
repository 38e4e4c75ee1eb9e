import type { OrderTextsOptions } from '../../texts.js';

/** The kinds of placeholders that `protect` takes. */
const PROTECT_NAMES = ['icu', 'i18next', 'printf', 'all'] as const;
const REGEXP_LITERAL = /^\/(.+)\/([imsu]*)$/s;

type ProtectOption = NonNullable<OrderTextsOptions['protect']>;

/** What `protect` takes, for messages. */
export const PROTECT_RULE = `must be ${PROTECT_NAMES.join(', ')}, or a regular expression such as /%\\w+%/`;

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
