import { findCertainParts, toRanges } from './placeholders/message.js';
import { removeRanges } from './placeholders/ranges.js';
import { isReference } from './reference.js';
import { readSourceText, type SourceTexts } from './source-text.js';

/** A value that is probably not text. */
export interface NonText {
  readonly key: string;
  readonly text: string;
  /** What it seems to be, such as `a colour`. */
  readonly reason: string;
}

/** What values of a kind look like. */
interface Sign {
  readonly reason: string;
  /** Matches the whole value. Each takes time that grows with the value alone. */
  readonly pattern: RegExp;
  /** What must be true too. */
  readonly test?: (text: string) => boolean;
}

/** A longer value with letters is a text. */
const LONGEST = 300;

const UNITS = 'ch|dp|dv[hw]|em|ex|lv[hw]|pt|px|rem|sp|sv[hw]|v(?:h|w|max|min)';
const DOMAINS = 'app|biz|ch|co|com|de|dev|edu|eu|example|fr|gov|info|io|jp|local|net|org|test|uk|us';
const ENDINGS =
  'avif|bmp|css|csv|docx?|eot|gif|html?|ico|jpe?g|json|map|md|mp[34]|otf|pdf|php|png|pptx?|s[ac]ss|svg|tsx?|ttf|txt|wasm|wav|web[mp]|woff2?|xlsx?|xml|ya?ml|zip';
/** The parts of a date pattern of Unicode, moment and the like, and of strftime. */
const DATE =
  '(?:y{1,4}|Y{2,4}|M{1,4}|L{3,4}|d{1,4}|D{1,2}|E{1,4}|H{1,2}|h{1,2}|mm?|ss?|S{3}|a|A|tt|xxx|Z{1,2})';
const CALENDAR = '%[-_^#0]?[aAbBcdeFHIjmMpPRSTuUwWxXyYZ]';

/** Whether it has a day and a month, a month and a year, or hours and minutes. `mm/s` is a unit. */
const isDatePattern = (text: string): boolean =>
  /[Hh]{1,2}[:.]mm|mm:ss/.test(text) ||
  (/M|LLL/.test(text) && /[dDyY]/.test(text) && /yy|YY|MM|dd|DD/.test(text));

/** Whether a part is more than one letter repeated, as in the German date pattern `tt.mm.jjjj`, which is a text. */
const hasName = (text: string): boolean => text.split('.').some((part) => !/^(.)\1*$/.test(part));

/** Whether letters of both cases and digits alternate, as no word has them. */
const isRandom = (text: string): boolean =>
  /[a-z]/.test(text) && /[A-Z]/.test(text) && (text.match(/\d+/g)?.length ?? 0) > 2;

/** What is plainly no text. The first that fits gives the reason. */
const SIGNS: readonly Sign[] = [
  { reason: 'a colour', pattern: /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i },
  { reason: 'a colour', pattern: /^0x[\da-f]{6}(?:[\da-f]{2})?$/i },
  { reason: 'a colour', pattern: /^(?:hsla?|rgba?)\([\d\s,.%/a-z-]*\)$/ },
  {
    reason: 'a number',
    pattern: new RegExp(`^-?(?:\\d+|\\d*\\.\\d+)(?:${UNITS})(?: -?(?:\\d+|\\d*\\.\\d+)(?:${UNITS})?)*$`),
  },
  { reason: 'a number', pattern: /^v\d+(?:\.\d+)+(?:-[a-z]+(?:\.\d+)*)?$/ },
  { reason: 'an address', pattern: /^[\w.!#$&'*+/=?^`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i },
  {
    reason: 'an address',
    pattern: /^(?:[a-z][a-z\d+.-]*:\/\/|\/\/[a-z\d-]+\.|(?:data|mailto|sms|tel|urn):)[!-~]+$/i,
  },
  {
    reason: 'an address',
    pattern: new RegExp(`^(?:[a-z\\d-]+\\.)+(?:${DOMAINS})(?::\\d+)?(?:[/?#][!-~]*)?$`),
  },
  { reason: 'an address', pattern: /^(?:localhost|\d+\.\d+\.\d+\.\d+)(?::\d+)?\/[!-~]*$/ },
  { reason: 'the name of a file', pattern: /^(?:~|\.{1,2})(?:\/[^\s/]+)+\/?$|^[a-z]:\\\S*$/i },
  // Words alone can say what a price is for: `/month`, `/user/month`.
  { reason: 'the name of a file', pattern: /^(?=.*[\d._:{@*-])(?:\/[\w.~@:{}*$-]+)+\/?$/ },
  {
    reason: 'the name of a file',
    pattern: new RegExp(`^(?:[\\w.@-]+/)+[\\w.@-]+\\.(?:${ENDINGS}|jsx?)$`, 'i'),
  },
  {
    reason: 'the name of a file',
    pattern: new RegExp(`^\\.?[a-z\\d][\\w@-]*(?:\\.[\\w-]+)*\\.(?:${ENDINGS})$`),
  },
  {
    reason: 'a date pattern',
    pattern: new RegExp(`^${DATE}(?:(?:[-/.:,]\\s?|\\s|'[^']{1,10}'|[年月日])${DATE})+[.日]?$`),
    test: isDatePattern,
  },
  {
    reason: 'a date pattern',
    pattern: /^(?:yyyy|YYYY)MM(?:dd|DD)(?:['T-]{0,3}HHmm(?:ss)?)?$|^HHmm(?:ss)?$/,
  },
  {
    reason: 'a date pattern',
    pattern: new RegExp(`^${CALENDAR}(?:[-/.:, ]{0,2}${CALENDAR})+$`),
    test: (text) => /%[-_^#0]?[bBFHIjmMpTyY]/.test(text),
  },
  // An id or a hash.
  { reason: 'an identifier', pattern: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i },
  { reason: 'an identifier', pattern: /^(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})$/i },
  { reason: 'an identifier', pattern: /^[\w+/]{24,}={0,2}$/, test: isRandom },
  { reason: 'an identifier', pattern: /^_{0,2}[A-Za-z][A-Za-z\d]*(?:_+[A-Za-z\d]+)+$/ },
  { reason: 'an identifier', pattern: /^[a-z][A-Za-z\d]+(?:\.[a-z][\w-]+){2,}$/, test: hasName },
];

const LETTER = /\p{L}/u;
/** What every placeholder and web address has: most texts have none, and need not be read for them. */
const MAY_HAVE_PLACEHOLDERS = /[{%$<@!:[]/;
/** Tags without attributes, which can have words. */
const PLAIN_TAG = /<\/?[a-z][a-z\d]*\s*\/?>/gi;
/** The end of a plural form's key, from its bracket on. */
const FORM = /\[(?:=\d+|zero|one|two|few|many|other)(?:, |\]$)/;

/**
 * Lists values that are probably not text. What `orderTexts` never orders, such as a web address or a single placeholder, is
 * not among them.
 *
 * @throws InputError when a text is not a string, or an object with a text
 * @example findNonTexts({ save: 'Save', theme: '#ff0000' }) // [{ key: 'theme', text: '#ff0000', reason: 'a colour' }]
 */
export function findNonTexts(texts: SourceTexts): readonly NonText[] {
  return Object.entries(texts).flatMap(([key, source]) => {
    const text = readSourceText(key, source);
    const reason = isFormKey(key) ? undefined : explainNonText(text.trim());
    return reason === undefined ? [] : [{ key, text, reason }];
  });
}

/** A name of parts, as keys of texts have it: `user.login`. A text can be one of these, such as `Node.js`, but no file is full of them. */
const NAME = /^[a-z][\w-]*(?:[.:][\w-]+)+$/i;
const MIN_KEYS = 2;
/** The least share of the texts. */
const SHARE_OF_KEYS = 3 / 4;

/** Whether texts look like keys of texts that are somewhere else, as those of a file whose originals are keys. */
export function lookLikeKeys(texts: SourceTexts): boolean {
  const all = Object.entries(texts).map(([key, source]) => readSourceText(key, source).trim());
  const isKey = (text: string): boolean => NAME.test(text) || explainNonText(text) === 'an identifier';
  const count = all.filter(isKey).length;
  return count >= MIN_KEYS && count >= SHARE_OF_KEYS * all.length;
}

/** Whether a key is that of a plural form, such as `items[one]` or `items[=0, other]`: a message is translated in whole. */
const isFormKey = (key: string): boolean =>
  key.endsWith(']') && FORM.test(key.slice(key.lastIndexOf(']', key.length - 2) + 1));

/** What the value seems to be; undefined when it is a text, or is never ordered. */
function explainNonText(text: string): string | undefined {
  if (text.length > LONGEST || !LETTER.test(text)) return undefined;
  if (MAY_HAVE_PLACEHOLDERS.test(text)) {
    if (isReference(text)) return undefined;
    const placeholders = toRanges(findCertainParts(text)).filter(([from]) => text[from] !== '<');
    const rest = removeRanges(placeholders, text).replace(PLAIN_TAG, '');
    if (!LETTER.test(rest)) return 'placeholders without words';
  }
  return SIGNS.find(({ pattern, test }) => pattern.test(text) && test?.(text) !== false)?.reason;
}
