import { cutText } from '../../../base/texts.js';

const MASK = '[redacted]';
const SNIPPET_LENGTH = 200;
const RECOGNISED_LENGTH = 8;
const PIECE_LENGTH = 64;
/** Longer texts are cut: a regular expression over megabytes overflows the stack. */
const LONGEST_REDACTED = 16_384;

/** Parameters whose values are secret. */
const SECRET_NAMES = ['access_token', 'refresh_token', 'secret'];
/** A parameter that is secret in a sign-in only. Elsewhere it can be a harmless number. */
const CODE = 'code';
const VALUE = '[^\\s"\'&,;}<\\\\]';

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
function spellCharacter(character: string): string {
  if (character === '\\') return `(?:\\\\{1,4}|%(?:25)*5c|${BACKSLASHES}u005c|&(?:amp;)*#(?:x0*5c|0*92);)`;
  const code = Number(character.codePointAt(0));
  // Test environments can lack TextEncoder, and this is called while the package is imported.
  const codes = code < 128 ? [code] : [...new TextEncoder().encode(character)];
  const bytes = codes.map((byte) => byte.toString(16).padStart(2, '0'));
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

const spellText = (text: string): string => [...text].map(spellCharacter).join('');

/** Matches a parameter with one of these names, in an address, a form or JSON, up to its value. */
function matchParameter(names: readonly string[]): string {
  const quote = `(?:${spellCharacter('"')})?`;
  const gap = `(?:[\\t\\r\\n]|${spellCharacter(' ')}){0,8}`;
  const separator = `${gap}(?:${spellCharacter('=')}|${spellCharacter(':')})${gap}`;
  return `((?:${names.map(spellText).join('|')})${quote}${separator}${quote})`;
}

/**
 * Matches secret parameters with their values: long ones whatever they are, since an answer can show a secret that is not
 * known here.
 *
 * @param short secrets that are too short to be searched for everywhere: `t` would be found in most words
 */
function makeParameterPatterns(short: readonly string[]): RegExp[] {
  const known = short.map(spellText).join('|');
  const named = matchParameter([...SECRET_NAMES, CODE]);
  const patterns = [`${named}${VALUE}{${RECOGNISED_LENGTH},}`];
  if (known !== '') patterns.push(`${named}(?:${known})(?!\\w)`, `${matchParameter(SECRET_NAMES)}${VALUE}+`);
  return patterns.map((pattern) => new RegExp(pattern, 'gi'));
}

/** Matches the secret and any long enough beginning of it, since an answer may be cut within the secret. */
function makeSecretPattern(secret: string): RegExp {
  const characters = [...secret].map(spellCharacter);
  const head = characters.slice(0, RECOGNISED_LENGTH).join('');
  const tail = characters.slice(RECOGNISED_LENGTH).reduceRight((rest, next) => `(?:${next}${rest})?`, '');
  return new RegExp(head + tail, 'gi');
}

/** Cuts a long secret into pieces, since a pattern nests as deep as its secret is long. */
function splitSecret(secret: string): string[] {
  const characters = [...secret];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += PIECE_LENGTH) {
    pieces.push(characters.slice(at, at + PIECE_LENGTH).join(''));
  }
  // A very short piece would match everywhere.
  const short = pieces.length > 1 && (pieces.at(-1) ?? '').length < RECOGNISED_LENGTH;
  return short ? [...pieces.slice(0, -2), pieces.slice(-2).join('')] : pieces;
}

const isShortSecret = (secret: string): boolean => [...secret].length < RECOGNISED_LENGTH;

/**
 * Patterns that match a secret in all its spellings. A secret of fewer than 8 characters is matched only as the value of a
 * secret parameter; what stands before the value is the first group.
 */
export function makeSecretPatterns(secret: string): RegExp[] {
  if (!isShortSecret(secret)) return splitSecret(secret).map(makeSecretPattern);
  return [new RegExp(`${matchParameter(SECRET_NAMES)}(?:${spellText(secret)})(?!\\w)`, 'gi')];
}

/**
 * A function that hides the given secrets in a text, however they are escaped there. A secret of fewer than 8
 * characters is hidden only as the value of a secret parameter.
 */
export function makeRedactor(secrets: readonly string[]): (text: string) => string {
  const given = secrets.filter((secret) => secret !== '');
  // Longer ones first, since one secret can begin with another.
  const long = given.filter((secret) => !isShortSecret(secret)).flatMap(splitSecret);
  const patterns = long.sort((a, b) => b.length - a.length).map(makeSecretPattern);
  const parameters = makeParameterPatterns(given.filter(isShortSecret));
  return (text) => {
    const hidden = patterns.reduce(
      (shown, pattern) => shown.replace(pattern, MASK),
      text.slice(0, LONGEST_REDACTED),
    );
    return parameters.reduce((shown, pattern) => shown.replace(pattern, `$1${MASK}`), hidden);
  };
}

/** The beginning of an answer in one line, for people. It is redacted before it is cut, so that no part of a secret stays. */
export function makeSnippet(text: string, redact: (text: string) => string): string {
  const line = redact(text).replace(/\s+/g, ' ').trim();
  return cutText(line, SNIPPET_LENGTH);
}
