import { cutText } from '../../../base/texts.js';
import { isShortSecret, listForms, lowerCase, markSecrets, type Span, WINDOW } from './secret-window.js';

const MASK = '[redacted]';
const SNIPPET_LENGTH = 200;
/** No more of a text is shown, so no more is read. */
const LONGEST_REDACTED = 16_384;

/** Up to a value that is secret. A `code` is so in a sign-in alone; elsewhere it can be a harmless number. */
const PARAMETER = /(access_token|refresh_token|secret|code)["']?[\s+]{0,8}[=:][\s+]{0,8}["']?/gi;
const VALUE = /[^\s"'&,;}<\\]*/y;

/** What is secret, beside the given secrets. */
interface SecretValues {
  /** Whether long values of secret parameters are secret, whatever they are: an answer can show a secret that is not known here. */
  readonly anyValue: boolean;
}

/**
 * A function that marks the characters of a text that belong to a secret, in all usual spellings. A secret of fewer than 8
 * characters is found only as the value of a secret parameter: `t` is in most words.
 */
export function makeSecretMarker(
  secrets: readonly string[],
  { anyValue }: SecretValues,
): (text: string) => Uint8Array {
  const long = secrets.filter((secret) => !isShortSecret(secret)).flatMap(listForms);
  const short = secrets.filter((secret) => secret !== '' && isShortSecret(secret)).map(lowerCase);
  function* findValues(text: string): Generator<Span> {
    let end = 0;
    for (const match of text.matchAll(PARAMETER)) {
      const [all, name] = match;
      const at = match.index + all.length;
      const isCode = name?.toLowerCase() === 'code';
      if (at < end || (isCode && !anyValue)) continue;
      const isHere = (secret: string): boolean =>
        lowerCase(text.slice(at, at + secret.length)) === secret &&
        !/\w/.test(text.charAt(at + secret.length));
      const lengths = short.filter(isHere).map(({ length }) => length);
      if (anyValue) {
        VALUE.lastIndex = at;
        const { length } = VALUE.exec(text)?.[0] ?? '';
        // A short one may be cut where it stands.
        if (length >= WINDOW || (short.length > 0 && !isCode)) lengths.push(length);
      }
      end = at + Math.max(0, ...lengths);
      if (end > at) yield [at, end];
    }
  }
  return (text) => markSecrets(text, long, findValues);
}

/** A function that hides the given secrets in a text, and others by the names of their parameters, however they are escaped there. */
export function makeRedactor(secrets: readonly string[]): (text: string) => string {
  // Most calls have nothing to hide.
  let findSecrets: ReturnType<typeof makeSecretMarker> | undefined;
  return (text) => {
    findSecrets ??= makeSecretMarker(secrets, { anyValue: true });
    const read = text.slice(0, LONGEST_REDACTED);
    const marks = findSecrets(read);
    let shown = '';
    for (let at = 0; at < read.length; at += 1) {
      if (marks[at] === 0) shown += read[at];
      else if (marks[at - 1] !== 1) shown += MASK;
    }
    return shown;
  };
}

/** The beginning of an answer in one line, for people. It is redacted before it is cut, so that no part of a secret stays. */
export function makeSnippet(text: string, redact: (text: string) => string): string {
  const line = redact(text).replace(/\s+/g, ' ').trim();
  return cutText(line, SNIPPET_LENGTH);
}
