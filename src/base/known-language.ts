let names: Intl.DisplayNames | undefined;

/** Whether a code of two or three lower-case letters is that of a language. */
export function isKnownLanguage(code: string): boolean {
  // Made at its first use: making it is slow, and most programs do not need it.
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return names.of(code) !== undefined;
}
