import { isKnownLanguage } from '../../base/known-language.js';
import { findPlaceholderRanges } from './placeholders/message.js';
import { removeRanges } from './placeholders/ranges.js';
import { isReference } from './reference.js';
import { readSourceText, type SourceTexts } from './source-text.js';

/** What a text seems to be that no translator should get. */
export type DoubtfulKind =
  | 'placeholders'
  | 'colour'
  | 'size'
  | 'style'
  | 'icon'
  | 'email'
  | 'address'
  | 'path'
  | 'language'
  | 'date'
  | 'identifier'
  | 'hash'
  | 'version';

/** A text that is probably not to be translated. */
export interface DoubtfulText {
  readonly key: string;
  readonly text: string;
  readonly kind: DoubtfulKind;
  /** What it seems to be, such as `a colour`. */
  readonly reason: string;
}

/** What texts of a kind look like. */
interface Sign {
  readonly kind: DoubtfulKind;
  readonly reason: string;
  /** Matches the whole text. Each takes time that grows with the text alone. */
  readonly pattern: RegExp;
  /** What must be true too. */
  readonly test?: (text: string) => boolean;
}

/** Letters of a longer text are words. */
const LONGEST = 300;

const FUNCTIONS =
  'calc|clamp|cubic-bezier|(?:repeating-)?(?:conic|linear|radial)-gradient|rotate|scale|translate[XYZ]?|url|var';
const UNITS = 'ch|dp|dv[hw]|em|ex|lv[hw]|pt|px|rem|sp|sv[hw]|v(?:h|w|max|min)';
/** Beginnings of the names of icons. Others, such as `bi` and `ti`, begin words too, and count beside their own name alone. */
const ICONS = 'fa[bdlrs]?|glyphicon|heroicons?|icon|lucide|material-icons|mdi';
const ICONS_TWICE = 'bi|feather|ion|las?|pi|ri|tabler|ti';
const SIDES = '(?:xs|sm|md|lg|xl|xxl|2xl)';
const COLOURS =
  '(?:primary|secondary|success|danger|warning|info|light|dark|muted|white|black|body|transparent)';
/** Names of classes of Bootstrap, Tailwind and the like, and of BEM. */
const CLASSES = [
  `(?:alert|badge|bg|border|btn|btn-outline|link|list-group-item|table|text)-${COLOURS}`,
  String.raw`(?:bg|border|fill|from|ring|stroke|text|to|via)-[a-z]+-\d{2,3}`,
  `(?:btn|modal|text|rounded|shadow|container|navbar-expand)-${SIDES}`,
  String.raw`(?:btn|col|row-cols|nav|navbar|card|form|input|dropdown|modal)-(?:[a-z]+-)*(?:\d+|auto|block|body|brand|check|close|control|dismiss|fluid|footer|fullscreen|group|header|icon|item|label|link|menu|select|text|title|toggle|toggler)`,
  String.raw`(?:[mp][trblxyse]?|gap|space-[xy]|[wh]|z|grid-cols|col-span)-(?:\d+(?:\.5)?|auto|full|px|screen)`,
  String.raw`(?:d|float|text|align|justify|items|self|flex|position|overflow|font|float|object)-(?:none|block|flex|grid|inline|inline-block|start|end|center|left|right|top|bottom|middle|around|between|evenly|row|column|col|wrap|nowrap|grow|shrink|relative|absolute|fixed|hidden|auto|bold|semibold|medium|light|justify-center|justify-content-\w+|items-center|cover|contain|content-\w+)`,
  `(?:justify-content|align-items|align-self)-[a-z]+`,
  String.raw`(?:hover|focus|active|disabled|dark|${SIDES}):[a-z][\w:/.-]*`,
  String.raw`[a-z][a-z\d]*(?:-[a-z\d]+)*__[a-z][a-z\d]*(?:-[a-z\d]+)*(?:--[a-z\d-]+)?`,
].join('|');
const CLASS = new RegExp(`^(?:${CLASSES})$`);
const ICON = new RegExp(`^(?:(?:${ICONS})(?:-[a-z\\d]+)+|ri(?:-[a-z\\d]+)+-(?:fill|line))$`);
const ICON_SET = new RegExp(`^(?:${ICONS}|${ICONS_TWICE})$`);
/** The prefixes of Iconify's most used sets, as in `mdi:home`. */
const ICONIFY =
  /^(?:bi|bxs?|carbon|fa\d?(?:-(?:brands|regular|solid))?|feather|fluent|heroicons(?:-(?:outline|solid))?|ic|ion|lucide|material-symbols|mdi|octicon|ph|ri|simple-icons|tabler):/;
/** Classes that are words too: beside another class alone. */
const PLAIN_CLASS =
  /^(?:absolute|active|alert|badge|block|border|btn|capitalize|card|clearfix|col|collapse|container|disabled|fade|fixed|flex|form|grid|hidden|inline|italic|lead|lowercase|modal|nav|navbar|pull-left|pull-right|relative|rounded|row|shadow|show|small|spinner|sr-only|sticky|table|transition|truncate|underline|uppercase|visually-hidden)$/;

const splitWords = (text: string): readonly string[] => text.split(' ');
const isIcon = (word: string): boolean => ICON.test(word);
const isClass = (word: string): boolean => CLASS.test(word);

/** Whether words are the name of an icon with its set, such as `fas fa-check` or `bi bi-x`, and classes. */
function areIcons(text: string): boolean {
  const words = splitWords(text);
  const sets = words.filter((word) => ICON_SET.test(word));
  const isOne = (word: string): boolean => isIcon(word) || sets.some((set) => word.startsWith(`${set}-`));
  return words.some(isOne) && words.every((word) => isOne(word) || isClass(word) || ICON_SET.test(word));
}

function areClasses(text: string): boolean {
  const words = splitWords(text);
  return (
    words.some(isClass) && words.every((word) => isClass(word) || isIcon(word) || PLAIN_CLASS.test(word))
  );
}

const ENDINGS =
  'avif|bmp|css|csv|docx?|eot|gif|html?|ico|jpe?g|json|map|md|mp[34]|otf|pdf|php|png|pptx?|s[ac]ss|svg|tsx?|ttf|txt|wasm|wav|web[mp]|woff2?|xlsx?|xml|ya?ml|zip';
/** Beginnings of the types of files. */
const MEDIA =
  'application/[a-z\\d][a-z\\d.+-]*|(?:audio|font|image|video)/(?:\\*|[a-z]*\\d*(?:avif|bmp|gif|jpe?g|mp[34]|mpeg|ogg|png|svg\\+xml|wav|web[mp]|woff2?))|multipart/form-data|text/(?:css|csv|html|javascript|plain|xml)';
const DOMAINS = 'app|biz|ch|co|com|de|dev|edu|eu|example|fr|gov|info|io|jp|local|net|org|test|uk|us';
/** What stands behind a price: `/month`, `/user/month`. */
const PER =
  /\/(?:day|hour|hr|item|license|member|min|minute|mo|month|night|person|piece|seat|sec|second|unit|user|week|wk|year|yr)s?$/i;

/** The parts of a date pattern of Unicode, moment and the like. */
const DATE =
  '(?:y{1,4}|Y{2,4}|M{1,4}|L{3,4}|d{1,4}|D{1,2}|E{1,4}|H{1,2}|h{1,2}|mm?|ss?|S{3}|a|A|tt|xxx|Z{1,2})';
const CALENDAR = '%[-_^#0]?[aAbBcdeFHIjmMpPRSTuUwWxXyYZ]';

/** Whether it has a day and a month or a month and a year, or hours and minutes. `mm/s` is a unit. */
const isDatePattern = (text: string): boolean =>
  /[Hh]{1,2}[:.]mm|mm:ss/.test(text) ||
  (/M|LLL/.test(text) && /[dDyY]/.test(text) && /yy|YY|MM|dd|DD/.test(text));

/** Whether a part is more than one letter repeated, as in the German date pattern `tt.mm.jjjj`, which is a text. */
const hasName = (text: string): boolean => text.split('.').some((part) => !/^(.)\1*$/.test(part));

/** Whether letters of both cases and digits alternate, as no word has them. */
const isRandom = (text: string): boolean =>
  /[a-z]/.test(text) && /[A-Z]/.test(text) && (text.match(/\d+/g)?.length ?? 0) > 2;

/** What is no text, by its whole. The first that fits names it. */
const SIGNS: readonly Sign[] = [
  { kind: 'colour', reason: 'a colour', pattern: /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i },
  { kind: 'colour', reason: 'a colour', pattern: /^0x[\da-f]{6}(?:[\da-f]{2})?$/i },
  {
    kind: 'colour',
    reason: 'a colour',
    pattern: /^(?:color|hsla?|hwb|lab|lch|okl(?:ab|ch)|rgba?)\([\d\s,.%/a-z-]*\)$/,
  },
  {
    kind: 'size',
    reason: 'a size',
    pattern: new RegExp(`^-?(?:\\d+|\\d*\\.\\d+)(?:${UNITS})(?: -?(?:\\d+|\\d*\\.\\d+)(?:${UNITS})?)*$`),
  },
  {
    kind: 'style',
    reason: 'a style',
    pattern: new RegExp(`^(?:${FUNCTIONS})\\([^()]*(?:\\([^()]*\\)[^()]*)*\\)$`),
  },
  { kind: 'style', reason: 'a style', pattern: /^--[a-z][a-z\d]*(?:-[a-z\d]+)*$/ },
  { kind: 'icon', reason: 'the name of an icon', pattern: /^[a-z\d-]+(?: [a-z\d:.-]+)*$/, test: areIcons },
  {
    kind: 'icon',
    reason: 'the name of an icon',
    pattern: /^[a-z\d-]+:[a-z\d]+(?:-[a-z\d]+)*$/,
    test: (text) => ICONIFY.test(text),
  },
  { kind: 'icon', reason: 'the name of an icon', pattern: /^:[a-z][a-z\d]*(?:[_-][a-z\d]+)*:$/ },
  {
    kind: 'style',
    reason: 'names of classes',
    pattern: /^[a-z\d][\w:/.-]*(?: [a-z\d][\w:/.-]*)*$/,
    test: areClasses,
  },
  {
    kind: 'email',
    reason: 'an e-mail address',
    pattern: /^[\w.!#$&'*+/=?^`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i,
  },
  {
    kind: 'address',
    reason: 'an address',
    pattern: /^(?:[a-z][a-z\d+.-]*:\/\/|\/\/[a-z\d-]+\.|(?:data|mailto|sms|tel|urn):)[!-~]+$/i,
  },
  {
    kind: 'address',
    reason: 'an address',
    pattern: new RegExp(`^(?:[a-z\\d-]+\\.)+(?:${DOMAINS})(?::\\d+)?(?:[/?#][!-~]*)?$`),
  },
  { kind: 'address', reason: 'an address', pattern: /^(?:localhost|\d+\.\d+\.\d+\.\d+)(?::\d+)?\/[!-~]*$/ },
  { kind: 'path', reason: 'a type of file', pattern: new RegExp(`^(?:${MEDIA})$`) },
  { kind: 'path', reason: 'a path', pattern: /^(?:~|\.{1,2})(?:\/[^\s/]+)+\/?$/ },
  { kind: 'path', reason: 'a path', pattern: /^[a-z]:\\[^\s]*$/i },
  {
    kind: 'path',
    reason: 'a path',
    pattern: /^\/[\w.~@:{}*$-]+(?:\/[\w.~@:{}*$-]+)*\/?$/,
    test: (text) => !PER.test(text) && (/^\/.+\//.test(text) || /[\d._:{@*-]/.test(text)),
  },
  {
    kind: 'path',
    reason: 'a path',
    pattern: new RegExp(`^(?:[\\w.@-]+/)+[\\w.@-]+\\.(?:${ENDINGS}|jsx?)$`, 'i'),
  },
  {
    kind: 'path',
    reason: 'the name of a file',
    pattern: new RegExp(`^\\.?[a-z\\d][\\w@-]*(?:\\.[\\w-]+)*\\.(?:${ENDINGS})$`),
  },
  {
    kind: 'language',
    reason: 'the code of a language',
    pattern: /^(?:[a-z]{2}|fil)[-_](?:[A-Z][a-z]{3}(?:[-_][A-Z]{2})?|[A-Z]{2}|419)(?:\.UTF-8)?$/,
    test: (text) => isKnownLanguage(text.split(/[-_]/)[0] ?? ''),
  },
  {
    kind: 'date',
    reason: 'a date pattern',
    pattern: new RegExp(`^${DATE}(?:(?:[-/.:,]\\s?|\\s|'[^']{1,10}'|[年月日])${DATE})+[.日]?$`),
    test: isDatePattern,
  },
  {
    kind: 'date',
    reason: 'a date pattern',
    pattern: /^(?:yyyy|YYYY)MM(?:dd|DD)(?:['T-]{0,3}HHmm(?:ss)?)?$|^HHmm(?:ss)?$/,
  },
  {
    kind: 'date',
    reason: 'a date pattern',
    pattern: new RegExp(`^${CALENDAR}(?:[-/.:, ]{0,2}${CALENDAR})+$`),
    test: (text) => /%[-_^#0]?[bBFHIjmMpTyY]/.test(text),
  },
  {
    kind: 'hash',
    reason: 'an id',
    pattern: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
  },
  {
    kind: 'hash',
    reason: 'a hash',
    pattern:
      /^(?:sha(?:256|384|512)-[\w+/=]{40,}|[\da-f]{32}|[\da-f]{40}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})$/i,
  },
  { kind: 'hash', reason: 'a key', pattern: /^[\w+/]{24,}={0,2}$/, test: isRandom },
  { kind: 'identifier', reason: 'an identifier', pattern: /^_{0,2}[A-Za-z][A-Za-z\d]*(?:_+[A-Za-z\d]+)+$/ },
  {
    kind: 'identifier',
    reason: 'an identifier',
    pattern: /^_(?:blank|parent|self|top)$|^(?:G|GTM|UA)-[A-Z\d]{5,}(?:-\d+)?$/,
  },
  {
    kind: 'identifier',
    reason: 'an identifier',
    pattern: /^[a-z][A-Za-z\d]+(?:\.[a-z][\w-]+){2,}$/,
    test: hasName,
  },
  { kind: 'version', reason: 'a version', pattern: /^v\d+(?:\.\d+)+(?:-[a-z]+(?:\.\d+)*)?$/ },
];

const LETTER = /\p{L}/u;
const PLACEHOLDERS = { kind: 'placeholders', reason: 'placeholders without words' } as const;
/** What every placeholder and web address has: most texts have none, and need not be read for them. */
const MAY_HAVE_PLACEHOLDERS = /[{%$<@]|:\/\//;
/** Tags without attributes, which can have words. */
const PLAIN_TAG = /<\/?[a-z][a-z\d]*\s*\/?>/gi;
/** The keys of plural forms: a message is translated in whole. */
const FORM = /\[(?:=\d+|zero|one|two|few|many|other)(?:, [^\]]*)?\]$/;

/**
 * Finds texts that are probably not to be translated: colours, sizes, styles and icons, addresses and paths, codes of languages,
 * date patterns, identifiers, hashes, and placeholders without words. Nobody has decided what they are: `orderTexts` orders them
 * as they are. What it never orders, such as a web address, is not among them.
 *
 * @throws InputError when a text is not a string, or an object with a text
 * @example findDoubtfulTexts({ save: 'Save', theme: '#ff0000' }) // [{ key: 'theme', text: '#ff0000', kind: 'colour', reason: 'a colour' }]
 */
export function findDoubtfulTexts(texts: SourceTexts): readonly DoubtfulText[] {
  return Object.entries(texts).flatMap(([key, source]) => {
    const text = readSourceText(key, source);
    const sign = FORM.test(key) ? undefined : findSign(text.trim());
    return sign === undefined ? [] : [{ key, text, kind: sign.kind, reason: sign.reason }];
  });
}

function findSign(text: string): Pick<Sign, 'kind' | 'reason'> | undefined {
  if (text.length > LONGEST || !LETTER.test(text)) return undefined;
  if (MAY_HAVE_PLACEHOLDERS.test(text)) {
    if (isReference(text)) return undefined;
    if (!hasWords(text)) return PLACEHOLDERS;
  }
  return SIGNS.find(({ pattern, test }) => pattern.test(text) && test?.(text) !== false);
}

/** Whether there are letters besides placeholders and tags. */
function hasWords(text: string): boolean {
  const ranges = findPlaceholderRanges(text).filter(([from]) => text[from] !== '<');
  return LETTER.test(removeRanges(ranges, text).replace(PLAIN_TAG, ''));
}
