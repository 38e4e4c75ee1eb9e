const MASK = '[redacted]';
const SNIPPET_LENGTH = 200;
const RECOGNISED_LENGTH = 8;
const PIECE_LENGTH = 64;
/** A longer text is cut: nobody reads more, and a regular expression over megabytes overflows the stack. */
const LONGEST_TEXT = 16_384;

// Secret parameters in addresses, forms and JSON, in case a service shows one whose value is not known here.
const NAMED =
  /((?:access_token|refresh_token|client_secret|code)(?:"|%22|\\"|&quot;)?\s*(?:=|:|%3D|%3A)\s*(?:"|%22|\\"|&quot;)?)[^\s"'&,;}<\\]{8,}/gi;

const SPECIAL = /[.*+?^${}()|[\]\\/-]/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

// The backslashes of nested escapes. Their number is limited, since a long run of them would take quadratic time.
const BACKSLASHES = '\\\\{1,8}';

/** Every usual way to write one character: itself, percent-encoded (also twice), JSON and HTML escapes. */
function spellings(character: string): string {
  if (character === '\\') return `(?:\\\\{1,4}|%(?:25)*5c|${BACKSLASHES}u005c|&(?:amp;)*#(?:x0*5c|0*92);)`;
  const code = Number(character.codePointAt(0));
  const bytes = [...new TextEncoder().encode(character)].map((byte) => byte.toString(16).padStart(2, '0'));
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  const entity = ENTITIES[character];
  const forms = [
    character.replace(SPECIAL, '\\$&'),
    bytes.map((byte) => `%(?:25)*${byte}`).join(''),
    `&(?:amp;)*#(?:x0*${code.toString(16)}|0*${code});`,
  ];
  if (entity !== undefined) forms.push(`&(?:amp;)*${entity};`);
  if (character === ' ') forms.push('\\+');
  // JSON puts a backslash before a quote, and may put one before a slash.
  const before = /\w/.test(character) ? '' : `(?:${BACKSLASHES})?`;
  return `(?:${before}(?:${forms.join('|')})|${units.map((unit) => `${BACKSLASHES}u${unit}`).join('')})`;
}

/** Matches the secret and any long enough beginning of it, since an answer may be cut within the secret. */
function patternOf(secret: string): RegExp {
  const characters = [...secret].map(spellings);
  const head = characters.slice(0, RECOGNISED_LENGTH).join('');
  const tail = characters.slice(RECOGNISED_LENGTH).reduceRight((rest, next) => `(?:${next}${rest})?`, '');
  return new RegExp(head + tail, 'gi');
}

/** Cuts a long secret into pieces, since a pattern nests as deep as its secret is long. */
function piecesOf(secret: string): string[] {
  const characters = [...secret];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += PIECE_LENGTH) {
    pieces.push(characters.slice(at, at + PIECE_LENGTH).join(''));
  }
  // A very short piece would match everywhere.
  const short = pieces.length > 1 && (pieces.at(-1) ?? '').length < RECOGNISED_LENGTH;
  return short ? [...pieces.slice(0, -2), pieces.slice(-2).join('')] : pieces;
}

/** A function that hides the given secrets in a text, however they are escaped there. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  // Longer ones first, since one secret can begin with another.
  const longest = secrets.flatMap(piecesOf).sort((a, b) => b.length - a.length);
  const patterns = longest.map(patternOf);
  return (text) =>
    patterns
      .reduce((shown, pattern) => shown.replace(pattern, MASK), text.slice(0, LONGEST_TEXT))
      .replace(NAMED, `$1${MASK}`);
}

/** The beginning of an answer in one line, for people. It is redacted before it is cut, so that no part of a secret stays. */
export function snippetOf(text: string, redact: (text: string) => string): string {
  const line = redact(text).replace(/\s+/g, ' ').trim();
  return line.length > SNIPPET_LENGTH ? `${line.slice(0, SNIPPET_LENGTH - 1)}…` : line;
}
