/** So many characters at the beginning or the end of a secret are recognised. Fewer would be found in other words. */
export const WINDOW = 8;
/** How many escapings within each other are undone. */
const DEEPEST = 6;

/** Escapes of addresses, JSON, JavaScript and HTML. Each repetition has a bound, so that the time is linear. */
const ESCAPE =
  /%(?:u([\da-f]{4})|([\da-f]{2}))|\\{1,8}(?:u([\da-f]{4})|u\{0{0,8}([\da-f]{1,6})\}|x([\da-f]{2})|([nrt])|([^\w\s\\]))|&#(?:x0{0,8}([\da-f]{1,6})|0{0,8}(\d{1,7}));|&(amp|lt|gt|quot|apos|period|lowbar|sol|plus|equals|colon);/gi;
/** The last six are written by PHP, where it writes HTML 5. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  period: '.',
  lowbar: '_',
  sol: '/',
  plus: '+',
  equals: '=',
  colon: ':',
};
/** What may stand within a secret: line breaks, backslashes, and what is invisible, which messages show as spaces. */
const IGNORED = /[\s\\\p{C}]+/gu;
/** In the bytes of UTF-16, there is one beside each character of ASCII. */
const ZEROS = /\0+/g;

/** A part of a text, from its first character to the one after its last. */
export type Span = readonly [from: number, to: number];

/** Where each character of a text begins and ends in the text as it came. */
interface Places {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** A text from which something was left out. */
interface Reading {
  readonly text: string;
  /** Takes its time, so it is asked only where there is something to mark. */
  findPlaces(): Places;
}

function undoEscape(_: string, ...groups: string[]): string {
  const [percentUnit, percent, unit, point, byte, space, sign, hex, decimal, entity] = groups;
  const digits = percentUnit ?? percent ?? unit ?? point ?? byte ?? hex;
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  if (!Number.isNaN(code)) return String.fromCodePoint(Math.min(code, 0x10_ffff));
  return sign ?? ENTITIES[entity?.toLowerCase() ?? ''] ?? (space === undefined ? '' : ' ');
}

/** Leaves out what a pattern matches, or writes something shorter. */
function shorten(source: Reading, pattern: RegExp, write?: (...match: string[]) => string): Reading {
  const findPlaces = (): Places => {
    const { from, to } = source.findPlaces();
    const places: { from: number[]; to: number[] } = { from: [], to: [] };
    let read = 0;
    const keepUntil = (end: number): void => {
      for (; read < end; read += 1) {
        places.from.push(from[read] ?? 0);
        places.to.push(to[read] ?? 0);
      }
    };
    for (const match of source.text.matchAll(pattern)) {
      keepUntil(match.index);
      read += match[0].length;
      for (const _ of write?.(...match).split('') ?? []) {
        places.from.push(from[match.index] ?? 0);
        places.to.push(to[read - 1] ?? 0);
      }
    }
    keepUntil(source.text.length);
    return places;
  };
  // Without a function, it is much faster.
  const text = write ? source.text.replace(pattern, write) : source.text.replace(pattern, '');
  return { text, findPlaces };
}

/** Whether a secret is too short to be searched for everywhere. */
export const isShortSecret = (secret: string): boolean => [...secret].length < WINDOW;

/** In lower case, with as many characters: beyond ASCII, there can be more, or others at the end of a word. */
export const lowerCase = (text: string): string =>
  /[\u0080-\uffff]/.test(text)
    ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    : text.toLowerCase();

/** One form of a secret, with the parts of which one is enough to recognise it. */
export interface Form {
  readonly secret: string;
  readonly head: string;
  readonly tail: string;
}

/** Of a form that has lost characters, less would be found in other words. */
const SHORTEST_FORM = WINDOW / 2;
/** Words of the service, which stand in its addresses and answers. */
const WORDS =
  'access_token refresh_token client_secret redirect_uri application description languages organizations paragraphs projects questions revisions translations translators translated';

/**
 * The form of a text without what may stand within it. Of a head or a tail that is a word of the service, twice as many
 * characters are needed: else a header such as `translation-portal/2.1` would hide each translation.
 */
function makeForm(text: string, window: number): Form[] {
  const secret = lowerCase(text.replace(IGNORED, ''));
  if (secret.length < SHORTEST_FORM) return [];
  const [head, tail] = [secret.slice(0, window), secret.slice(-window)];
  return [
    {
      secret,
      head: WORDS.includes(head) ? secret.slice(0, 2 * window) : head,
      tail: WORDS.includes(tail) ? secret.slice(-2 * window) : tail,
    },
  ];
}

/** The bytes of a text in UTF-8. Some test environments and apps have no TextEncoder. */
function encodeText(text: string): readonly number[] {
  const escaped = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  const bytes = escaped.match(/%..|[^%]/g) ?? [];
  return bytes.map((byte) => (byte.length === 1 ? byte.charCodeAt(0) : Number.parseInt(byte.slice(1), 16)));
}

/** The forms in which a secret is searched for: its characters, its bytes, their base64 wherever it begins, their hexadecimal digits. */
export function listForms(secret: string): Form[] {
  const codes = encodeText(secret);
  const bytes = codes.map((code) => String.fromCharCode(code)).join('');
  // React Native has no `btoa` before 2024.
  const base64 = (globalThis.btoa === undefined ? [] : [0, 1, 2]).map((before) => {
    // Without the characters that depend on what stands beside the secret, too.
    const [begin, end] = [Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)];
    return btoa('\0'.repeat(before) + bytes).slice(begin, end);
  });
  const inAddresses = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const hex = codes.map((code) => code.toString(16).padStart(2, '0')).join('');
  const unescaped = secret.replace(ESCAPE, undoEscape);
  const windows = [
    [WINDOW, [secret, bytes, bytes.replaceAll(' ', '+'), unescaped]],
    [Math.floor((WINDOW * 8) / 6), [...base64, ...inAddresses]],
    [2 * WINDOW, [hex]],
  ] as const;
  return windows.flatMap(([window, texts]) => [...new Set(texts)].flatMap((text) => makeForm(text, window)));
}

/** Where a secret stands in a text, or at least a window of it: its head with what follows, its tail with what is before. */
function* search(text: string, { secret, head, tail }: Form): Generator<Span> {
  for (let at = text.indexOf(head), end = 0; at !== -1; at = text.indexOf(head, end - head.length + 1)) {
    end = at + head.length;
    while (end - at < secret.length && text[end] === secret[end - at]) end += 1;
    yield [at, end];
  }
  for (let at = text.indexOf(tail), passed = 0; at !== -1; at = text.indexOf(tail, at + 1)) {
    const end = at + tail.length;
    let begin = at;
    // No further back than where the last one ended: the time stays linear.
    while (begin > passed && end - begin < secret.length && text[begin - 1] === secret.at(begin - 1 - end))
      begin -= 1;
    yield [begin, end];
    passed = end;
  }
}

/**
 * Marks each character of a text that belongs to a secret, in whichever of its escapings.
 *
 * @param findMore finds other secrets in the text, and in the text without its escapes
 * @returns 1 for each character of a secret, else 0
 */
export function markSecrets(
  text: string,
  forms: readonly Form[],
  findMore: (text: string) => Iterable<Span>,
): Uint8Array {
  const marks = new Uint8Array(text.length);
  const mark = ({ findPlaces }: Reading, spans: readonly Span[]): void => {
    if (spans.length === 0) return;
    const { from, to } = findPlaces();
    for (const [begin, end] of spans) marks.fill(1, from[begin], to[end - 1]);
  };
  const findOwnPlaces = (): Places => ({
    from: Array.from(marks, (_, at) => at),
    to: Array.from(marks, (_, at) => at + 1),
  });
  let reading = shorten({ text, findPlaces: findOwnPlaces }, ZEROS);
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    mark(reading, [...findMore(reading.text)]);
    const whole = shorten(reading, IGNORED);
    const letters = lowerCase(whole.text);
    const found = forms.flatMap((form) => [...search(letters, form)]);
    mark(whole, found);
    const next = shorten(reading, ESCAPE, undoEscape);
    if (next.text === reading.text) break;
    reading = next;
  }
  return marks;
}
