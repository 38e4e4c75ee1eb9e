import type { GetTextTranslation } from 'gettext-parser';
import { isSameTongue, spellWithUnderscores } from '../../../base/language-code.js';
import type { Block, LocaleFormat, Part, ReadContext, Slot } from '../document.js';
import { MAX_TEXT } from '../limits.js';
import { detectLineEnding } from '../line-ending.js';
import { joinNotes } from '../plurals.js';
import { gettext } from './parsers.js';
import { MAX_FORMS, type PoEntry, splitEntries, splitLines } from './po-entries.js';
import {
  describeForm,
  findRule,
  isOfTemplate,
  listNumbers,
  type NumbersByForm,
  readCount,
  readRule,
} from './po-plurals.js';

/** Separates the context from the text of a message, as in gettext's own catalogs. */
const CONTEXT_GLUE = '\u0004';
const WIDTH = 79;

/**
 * Gettext PO files and their templates. A text's key is its `msgid`; with a context, `msgctxt`, U+0004, `msgid`; for
 * plural forms, `msgid[0]`, `msgid[1]` …. A fuzzy message counts as not translated; a new translation removes the flag, and
 * the previous text (`#|`) that it stands for.
 */
export const po: LocaleFormat = {
  name: 'po',
  extensions: ['.po', '.pot'],
  isBilingual: true,
  protect: 'printf',
  read(text, context) {
    const separator = detectLineEnding(text);
    // The white space at the end belongs to no message.
    const end = text.slice(text.trimEnd().length);
    const lines = splitLines(text.trimEnd(), separator, context);
    const pieces = splitEntries(lines, separator, context);
    if (!pieces.some(({ msgstrLines: strings }) => strings.length > 0))
      context.fail(0, 'is not gettext PO: it has no message');
    const { to: language, ...header } = readHeaders(pieces, context);
    // What a file of the texts' own language declares says nothing of another language, as in a template.
    const isOfTexts =
      isSameTongue(language || undefined, context.from) && !isSameTongue(language, context.to);
    const headers = { ...header, to: isOfTexts && context.to !== undefined ? '' : language };
    const forms = context.pluralForms ?? decideForms(headers, context);
    const setting = {
      separator,
      forms,
      getsRule: isRuleOpen(headers),
      singular: Math.max(
        0,
        forms.findIndex((numbers) => numbers.includes(1)),
      ),
      notes: forms.map((_, at) => describeForm(forms, at)),
    };
    const blocks = pieces.map((piece) =>
      piece.isObsolete ? readObsolete(piece, separator) : { block: readBlock(piece, setting, context) },
    );
    const list = { separator, blocks: blocks.map(({ block }) => block) };
    const obsolete = new Map(blocks.flatMap(({ obsolete = [] }) => obsolete));
    const hasHeader = blocks.some(({ block }) => block.id === '');
    return {
      to: language || undefined,
      pluralForms: forms,
      obsolete,
      root: { id: '', parts: [...(hasHeader ? [] : [writeNewHeader(setting)]), list, end] },
    };
  },
};

interface PoSettings {
  readonly separator: string;
  readonly forms: NumbersByForm;
  /** The form for 1. */
  readonly singular: number;
  /** The note of each form. */
  readonly notes: readonly (string | undefined)[];
  /** Whether a new file gets the rule of its language. */
  readonly getsRule: boolean;
}

type Headers = ReturnType<typeof readHeaders>;

/** The plural forms of a file: those that its header declares, or else those of the language. */
function decideForms(headers: Headers, context: ReadContext): NumbersByForm {
  const { to, plurals, start } = headers;
  const own = listNumbers(context.to ?? to);
  if (own.length > 0 && isRuleOpen(headers)) return own;
  const declared = readCount(plurals);
  const count = Number(declared ?? 2);
  if (count < 1 || count > MAX_FORMS)
    context.fail(start, `declares nplurals=${declared?.slice(0, 20)}; it must be 1 to ${MAX_FORMS}`);
  const unknown = Array.from({ length: count }, () => []);
  return readRule(plurals, count) ?? (own.length === count ? own : unknown);
}

/** Whether a file declares no rule, or without a language, as in a template, that of English. */
const isRuleOpen = ({ to, plurals }: Headers): boolean =>
  readCount(plurals) === undefined || (to === '' && isOfTemplate(plurals));

function parseMessage({ lines, start }: PoEntry, { fail }: ReadContext): GetTextTranslation | undefined {
  const { translations } = gettext.parse(lines.join('\n'));
  const found = Object.values(translations).flatMap((messages) => Object.values(messages));
  if (found.length > 1) fail(start, 'has two messages without a blank line between them');
  return found[0];
}

function readHeaders(pieces: readonly PoEntry[], context: ReadContext) {
  const header = pieces.find(({ msgstrLines: strings }) => strings.length > 0);
  const message = header && parseMessage(header, context);
  const text = message?.msgid === '' && message.msgctxt === undefined ? (message.msgstr[0] ?? '') : '';
  const charset = /charset=([^\s;]+)/i.exec(text)?.[1] ?? 'utf-8';
  if (!/^(utf-?8|us-ascii|ascii|charset)$/i.test(charset))
    context.fail(header?.start ?? 0, `declares the charset ${charset}; save it as UTF-8 and declare that`);
  return {
    to: /^Language:(.*)$/im.exec(text)?.[1]?.trim() ?? '',
    plurals: /^Plural-Forms:(.*)$/im.exec(text)?.[1] ?? '',
    start: header?.start ?? 0,
  };
}

function readBlock(piece: PoEntry, setting: PoSettings, context: ReadContext): Block {
  const { lines, msgstrLines: strings } = piece;
  const { separator } = setting;
  const message = strings.length === 0 ? undefined : parseMessage(piece, context);
  if (message === undefined) return { id: undefined, parts: [lines.join(separator)] };
  const id = joinId(message);
  if (id === '') return { id, parts: readHeader(lines, setting) };
  const begin = strings[0] ?? 0;
  const comments = lines.slice(0, piece.commentCount);
  const isUnfinished =
    comments.some(isFuzzy) || (comments.some(isPrevious) && message.msgstr.every((form) => form === ''));
  const rows = strings.map((start, at) =>
    lines.slice(start, strings[at + 1] ?? lines.length).join(separator),
  );
  const more = message.msgid_plural === undefined ? 0 : Math.max(0, setting.forms.length - rows.length);
  const parts = (above: readonly string[], raws: readonly string[], isFinal: boolean): readonly Part[] => [
    above.map((line) => line + separator).join(''),
    ...[...raws, ...Array.from({ length: more }, () => '')].flatMap((raw, at): Part[] => {
      return [...cutForm(makeSlot({ id, at, raw, message, isFinal }, setting), at, separator, setting)];
    }),
  ];
  const above = lines.slice(0, begin);
  if (!isUnfinished) return { id, parts: parts(above, rows, true) };
  const empty = rows.map((_, at) => quoteLines(nameKeyword(message, at), '', separator));
  return {
    id,
    parts: parts(above, rows, false),
    translated: parts(
      [
        ...comments.filter((line) => !isPrevious(line)).flatMap(removeFuzzy),
        ...above.slice(piece.commentCount),
      ],
      empty,
      false,
    ),
  };
}

interface ObsoleteEntry {
  readonly block: Block;
  /** Its translations, by the keys of their texts. */
  readonly obsolete?: readonly (readonly [key: string, value: string])[];
}

/** A message that was put out of use. It stays as it is, until its text comes back. */
function readObsolete({ lines, length }: PoEntry, separator: string): ObsoleteEntry {
  const block = { id: undefined, parts: [lines.join(separator)] };
  if (length > MAX_TEXT || lines.some(isFuzzy)) return { block };
  const message = parseObsolete(lines);
  if (message === undefined || message.msgid === '') return { block };
  const id = joinId(message);
  const { msgid_plural: plural, msgstr } = message;
  const obsolete = msgstr.flatMap((value, at) =>
    value === '' ? [] : [[plural === undefined ? id : `${id}[${at}]`, value] as const],
  );
  return { block: { ...block, obsolete: id }, obsolete };
}

/** Nothing has checked its lines: what is no message is a comment like any other. */
function parseObsolete(lines: readonly string[]): GetTextTranslation | undefined {
  try {
    const { obsolete = {} } = gettext.parse(lines.join('\n'));
    return Object.values(obsolete).flatMap((messages) => Object.values(messages))[0];
  } catch {
    return undefined;
  }
}

const joinId = ({ msgctxt, msgid }: GetTextTranslation): string =>
  msgctxt === undefined ? msgid : `${msgctxt}${CONTEXT_GLUE}${msgid}`;

const isFuzzy = (line: string): boolean => /^\s*#,.*\bfuzzy\b/.test(line);
/** What the message was when somebody translated it. */
const isPrevious = (line: string): boolean => /^\s*#\|/.test(line);

/** The parts of one form. A new file leaves out a form beyond the language's count. */
function cutForm(slot: Slot, at: number, separator: string, { forms }: PoSettings): readonly Part[] {
  const before = at === 0 || slot.raw === '' ? '' : separator;
  if (at < forms.length) return [before, slot];
  return [({ isNew }) => (isNew ? '' : before + slot.raw)];
}

interface FormSource {
  readonly id: string;
  readonly at: number;
  readonly raw: string;
  readonly message: GetTextTranslation;
  /** Whether its translation counts; that of a fuzzy message does not. */
  readonly isFinal: boolean;
}

const nameKeyword = ({ msgid_plural: plural }: GetTextTranslation, at: number): string =>
  plural === undefined ? 'msgstr' : `msgstr[${at}]`;

function makeSlot({ id, at, raw, message, isFinal }: FormSource, setting: PoSettings): Slot {
  const { separator, forms, singular, notes } = setting;
  const { msgid, msgid_plural: plural, msgctxt, comments } = message;
  const isSingular = plural === undefined || (forms.length > 1 && at === singular);
  const value = message.msgstr[at];
  return {
    key: plural === undefined ? id : `${id}[${at}]`,
    text: isSingular ? msgid : plural,
    value: isFinal && value !== '' ? value : undefined,
    // As for gettext itself, a message is its context and its text: extracted comments are about it.
    note: joinNotes([msgctxt, plural === undefined ? undefined : notes[at]]),
    remark: joinNotes([comments?.extracted]),
    isForOne: plural !== undefined && forms[at]?.length === 1,
    raw,
    encode: (wanted) =>
      `${raw === '' ? separator : ''}${quoteLines(nameKeyword(message, at), wanted, separator)}`,
  };
}

function removeFuzzy(line: string): readonly string[] {
  if (!isFuzzy(line)) return [line];
  const flags = line.replace(/,\s*fuzzy\b/, '');
  return /^\s*#\s*$/.test(flags) ? [] : [flags];
}

/** A value, folded and escaped by gettext-parser's own writer. */
function quoteLines(keyword: string, value: string, separator: string): string {
  const messages = { '': { x: { msgid: 'x', msgstr: [value] } } };
  const table = { charset: 'utf-8', headers: {}, translations: messages };
  const text = gettext.compile(table, { foldLength: WIDTH - 1 }).toString('utf8');
  return text
    .slice(text.indexOf('msgid "x"\n') + 'msgid "x"\n'.length)
    .trimEnd()
    .replace(/^msgstr/, keyword)
    .replaceAll('\n', separator);
}

/** The header. A new file gets its language, its charset and the rule of its plural forms where the template leaves them open. */
function readHeader(lines: readonly string[], { separator, getsRule }: PoSettings): readonly Part[] {
  const text = lines.join(separator);
  return [
    ({ to, isNew }) => {
      if (to === undefined || !isNew) return text;
      const rule = getsRule ? findRule(to) : undefined;
      const needed = listHeaders(to, rule);
      const has = (name: string): boolean => new RegExp(`^"${name}:`, 'im').test(text);
      // Several headers in one line are left to people.
      const isOpen = /(?:\\n|^[ \t]*msgstr[ \t]*")"\s*$/.test(lines.at(-1) ?? '');
      const missing = needed.filter(([name]) => isOpen && !has(name));
      // A template is marked as unfinished, which some tools take to be true of the whole file.
      return [...lines.flatMap(removeFuzzy), ...missing.map(([, line]) => line)]
        .join(separator)
        .replace(/^"Language:.*"(\r?)$/im, (_, end: string) => new Map(needed).get('Language') + end)
        .replace(/\bcharset=CHARSET\b/i, 'charset=UTF-8')
        .replace(PLURAL_RULE, (own) => rule ?? own);
    },
  ];
}

/** The headers that programs need, by name: without a charset, gettext reads letters as ASCII. */
const listHeaders = (
  to: string,
  rule: string | undefined,
): readonly (readonly [name: string, line: string])[] => [
  ['Content-Type', '"Content-Type: text/plain; charset=UTF-8\\n"'],
  ['Language', `"Language: ${spellWithUnderscores(to)}\\n"`],
  ...(rule === undefined ? [] : [['Plural-Forms', `"Plural-Forms: ${rule}\\n"`] as const]),
];

/** The header of a new file that is made from a template without one. */
const writeNewHeader =
  ({ separator }: PoSettings): Part =>
  ({ to, isNew }) => {
    if (to === undefined || !isNew) return '';
    const lines = ['msgid ""', 'msgstr ""', ...listHeaders(to, findRule(to)).map(([, line]) => line)];
    return lines.map((line) => line + separator).join('') + separator;
  };

// Each number ends where the next rule could begin, so that many beginnings are not read to the end of the text each.
const PLURAL_RULE = /nplurals\s*=[^";=]*; *plural\s*=[^";\\]*;?/;
