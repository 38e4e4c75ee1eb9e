const MASK = '[redacted]';
const SNIPPET_LENGTH = 200;
const RECOGNISED_LENGTH = 8;
const PIECE_LENGTH = 64;
/** A longer text is cut: people read no more, and an expression over megabytes exhausts the stack. */
const LONGEST_TEXT = 16_384;

// What a secret parameter looks like in addresses, forms and JSON, should a service echo one that is not ours.
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

// Escapes of escapes, a bounded number of them: a run of backslashes must not take quadratic time.
const BACKSLASHES = '\\\\{1,8}';

/** Every usual way to write one character: itself, percent-encoded (also twice), JSON and HTML escapes. */
function spellings(character: string): string {
  if (character === '\\') return `(?:\\\\{1,4}|%(?:25)*5c|${BACKSLASHES}u005c|&(?:amp;)*#(?:x0*5c|0*92);)`;
  const code = character.codePointAt(0) ?? 0;
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

/** Matches the secret and any beginning of it that is long enough to matter: an answer may be cut within it. */
function patternOf(secret: string): RegExp {
  const characters = [...secret].map(spellings);
  const head = characters.slice(0, RECOGNISED_LENGTH).join('');
  const tail = characters.slice(RECOGNISED_LENGTH).reduceRight((rest, next) => `(?:${next}${rest})?`, '');
  return new RegExp(head + tail, 'gi');
}

/** A long secret in pieces, since the pattern of one nests as deep as it is long. */
function piecesOf(secret: string): string[] {
  const characters = [...secret];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += PIECE_LENGTH) {
    pieces.push(characters.slice(at, at + PIECE_LENGTH).join(''));
  }
  // A piece that is too short to be recognised would match everywhere.
  const short = pieces.length > 1 && (pieces.at(-1) ?? '').length < RECOGNISED_LENGTH;
  return short ? [...pieces.slice(0, -2), pieces.slice(-2).join('')] : pieces;
}

/** A function that hides the given secrets in a text, however they are escaped there. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  // Longer ones first: a secret can begin like another.
  const longest = secrets.flatMap(piecesOf).sort((a, b) => b.length - a.length);
  const patterns = longest.map(patternOf);
  return (text) =>
    patterns
      .reduce((shown, pattern) => shown.replace(pattern, MASK), text.slice(0, LONGEST_TEXT))
      .replace(NAMED, `$1${MASK}`);
}

/** The beginning of an answer in one line, for people; redacted before it is cut, so that no secret is halved. */
export function snippetOf(text: string, redact: (text: string) => string): string {
  const line = redact(text).replace(/\s+/g, ' ').trim();
  return line.length > SNIPPET_LENGTH ? `${line.slice(0, SNIPPET_LENGTH - 1)}…` : line;
}
