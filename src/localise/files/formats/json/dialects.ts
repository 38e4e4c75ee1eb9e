import { type Fields, isFields } from '../../../../base/kinds.js';
import { fitsLanguage, isKnownLanguage, spellWithUnderscores } from '../../../../base/language-code.js';
import type { Apostrophes, LocaleFormat, ReadContext, Target } from '../../document.js';
import { describeShape, JSON_SHAPES, type JsonShape } from '../../json-shapes.js';
import { addNote, joinNotes } from '../../plurals.js';
import { isGoFile, isGoMember } from '../go-entries.js';

/** A text, or an object or list with texts in it. */
interface TextMember {
  readonly key: string;
  readonly note?: string | undefined;
}

/** A member that is not a text. */
export interface KeptMember {
  /** Whether a file for another language gets it too. */
  readonly isCopied: boolean;
  /** What it is in a new file for another language. @default what it is here */
  readonly valueFor?: ((target: Target) => string) | undefined;
  /** A comment is about the text after it. An object can have several of one name. */
  readonly isComment?: boolean | undefined;
  /** The name of the text that it describes. */
  readonly about?: string | undefined;
}

/** The object with all texts, under its language. */
interface LanguageMember {
  readonly language: string;
}

/** What a member of an object or list is. */
type Member = TextMember | KeptMember | LanguageMember;

/** An object or list. */
export interface Holder {
  /** Undefined for the whole file. */
  readonly key: string | undefined;
  /** What the keys of its members begin with: its own key and a dot. Empty for the whole file. */
  readonly path: string;
  readonly parsed: unknown;
  /** Whether it is an entry of go-i18n. @default false */
  readonly isGoEntry?: boolean;
}

/** How a JSON file holds its texts. */
export interface Dialect {
  readonly shape: JsonShape;
  /** Names a dialect whose files don't fit those of others. */
  readonly name?: string | undefined;
  /** The language of the file, if it says it. */
  readonly language?: string | undefined;
  /** The placeholders that its texts usually have, where that is certain. */
  readonly protect?: LocaleFormat['protect'];
  /** What apostrophes do in its texts, where that is certain. */
  readonly apostrophes?: Apostrophes;
  /** Whether it has plural forms: i18next's, or an object of them. */
  readonly hasPlurals: boolean;
  readMember(holder: Holder, name: string, value: unknown): Member;
}

/** A parsed file. */
interface ParsedFile {
  readonly value: unknown;
  /** The names of its members. */
  readonly names: readonly string[];
  readonly text: string;
}

/**
 * Finds the dialect of a parsed file.
 *
 * @param names those of its members
 * @param context a person may have decided on the shape
 * @throws InputError when the file does not have that shape, or has several languages
 */
export function detectDialect(
  value: unknown,
  names: readonly string[],
  text: string,
  context: ReadContext,
): Dialect {
  const file = { value, names, text };
  const { shape, fail } = context;
  if (shape !== undefined)
    return (
      makeDialect(shape, file, undefined) ??
      fail(0, `is not what "shape": "${shape}" says: ${describeShape(shape)}`)
    );
  const language = context.isTarget ? context.to : context.from;
  const isNested = hasObjects(value, names);
  if (isNested) refuseSeveralLanguages(file, language, context);
  const shapes: readonly JsonShape[] = isNested ? NESTED_SHAPES : ['arb'];
  for (const each of shapes) {
    const dialect = makeDialect(each, file, language);
    if (dialect !== undefined) return dialect;
  }
  return makePlainDialect(file);
}

/** The shapes that files with objects in them are compared with, in this order. */
const NESTED_SHAPES = JSON_SHAPES.filter((shape) => shape !== 'plain');

/** The dialect of a shape; undefined when the file does not have it. @param language that of the file, if it is known */
function makeDialect(shape: JsonShape, file: ParsedFile, language: string | undefined): Dialect | undefined {
  const { value, names, text } = file;
  switch (shape) {
    case 'plain':
      return makePlainDialect(file);
    case 'language-key':
      return makeLanguageDialect(file, language);
    case 'angular':
      return makeAngularDialect(value, names);
    case 'go-i18n':
      return makeGoDialect(value, names);
    case 'arb':
      return isArb(value, names) ? makeArbDialect(value, text) : undefined;
    default:
      return hasEntries(file, ENTRIES[shape]) ? makeEntriesDialect(shape, ENTRIES[shape]) : undefined;
  }
}

/** A file of all languages would be ordered whole, as if all of it were in one. */
function refuseSeveralLanguages(
  { value, names }: ParsedFile,
  language: string | undefined,
  { fail }: ReadContext,
): void {
  const isOfLanguage = (name: string): boolean => isKnownLanguage(name) && isFields(readOwn(value, name));
  if (names.length < 2 || !names.every(isOfLanguage)) return;
  if (!names.some((name) => fitsLanguage(name, language ?? 'en'))) return;
  fail(
    0,
    `has several languages: ${names.slice(0, 5).join(', ')}. Give each a file of its own; or if they are no languages, set "shape" to "plain"`,
  );
}

/** Texts under their language, such as `{ "en": { … } }`. */
function makeLanguageDialect(file: ParsedFile, language: string | undefined): Dialect | undefined {
  const { value, names } = file;
  const [name = ''] = names;
  const texts = readOwn(value, name);
  if (names.length !== 1 || !isFields(texts) || !isKnownLanguage(name)) return undefined;
  if (language !== undefined && !fitsLanguage(name, language)) return undefined;
  const plain = makePlainDialect(file);
  return {
    ...plain,
    shape: 'language-key',
    name: 'texts under their language',
    language: name,
    readMember: (holder, member, inner) =>
      holder.parsed === value ? { language: name } : plain.readMember(holder, member, inner),
  };
}

/** Whether some member is an object, and no comment: most files are flat. */
const hasObjects = (value: unknown, names: readonly string[]): boolean =>
  Array.isArray(value)
    ? value.some(isFields)
    : isFields(value) && names.some((name) => isFields(value[name]) && !isCommentIn(value, name));

const isCommentIn = (file: unknown, name: string): boolean =>
  findComment({ key: undefined, parsed: file }, name) !== undefined;

/** What the names of comments begin with. */
const SPECIAL = new Set(['/', '_', '$']);
/** Names that people give to comments, since JSON has none. */
const COMMENT = /^(?:\/\/|_+comment|\$comment)/i;
/** A comment that names its text. */
const COMMENT_ON = /^_(.+)\.comment$/s;

/** A member that holds no text, whatever the dialect: a comment, or what is for editors. */
function findComment({ key, parsed }: Omit<Holder, 'path'>, name: string): KeptMember | undefined {
  if (!isFields(parsed) || !SPECIAL.has(name.charAt(0))) return undefined;
  if (name === '$schema' && key === undefined) return { isCopied: true };
  if (COMMENT.test(name)) return { isCopied: false, isComment: true };
  const text = COMMENT_ON.exec(name)?.[1];
  return text !== undefined && Object.hasOwn(parsed, text) ? { isCopied: false, about: text } : undefined;
}

function makePlainDialect({ text }: ParsedFile): Dialect {
  // Whether some text may have a comment that names it.
  const hasComments = text.includes('.comment"');
  return {
    shape: 'plain',
    hasPlurals: true,
    readMember(holder, name, value) {
      // Nextcloud's rule for the plural forms of the file.
      if (holder.key === undefined && name === 'pluralForm' && String(value).startsWith('nplurals='))
        return { isCopied: true };
      if (holder.isGoEntry === true) return readGoMember(holder, name);
      return (
        findComment(holder, name) ?? {
          key: holder.path + name,
          note: hasComments
            ? addNote(undefined, describeValue(readOwn(holder.parsed, `_${name}.comment`)))
            : undefined,
        }
      );
    },
  };
}

/** A dialect in which each text is in an object of its own, with what is known of it. */
interface Entries {
  readonly name: Dialect['name'];
  /** The member that is the text. */
  readonly text: string;
  /** Members that describe the text. */
  readonly notes: readonly string[];
  /** Other members that programs need in each language. */
  readonly copied: readonly string[];
  /** Whether an entry can have further members. */
  readonly isOpen: boolean;
  /** Whether a text without notes stands alone. The notes of the others are lists, which no text is. */
  readonly isMixed?: boolean;
  readonly protect?: LocaleFormat['protect'];
  readonly apostrophes?: Apostrophes;
}

const ENTRIES: Readonly<Record<'vscode' | 'chrome' | 'formatjs' | 'transifex' | 'lokalise', Entries>> = {
  // VS Code and its extensions. Their translations are often plain texts alone.
  vscode: {
    name: undefined,
    text: 'message',
    notes: ['comment'],
    copied: ['comment'],
    isOpen: false,
    isMixed: true,
    protect: /\{\w+\}/g,
  },
  chrome: {
    name: "Chrome's messages",
    text: 'message',
    notes: ['description', 'comment'],
    copied: ['placeholders'],
    isOpen: false,
    protect: /\$[\w@]+\$|\$[1-9]/g,
  },
  formatjs: {
    name: 'messages of FormatJS',
    text: 'defaultMessage',
    notes: ['description'],
    copied: ['id'],
    isOpen: true,
    protect: 'icu',
    apostrophes: 'quote before braces',
  },
  transifex: {
    name: 'structured JSON of Transifex',
    text: 'string',
    notes: ['developer_comment', 'context'],
    copied: ['character_limit'],
    isOpen: false,
  },
  lokalise: {
    name: 'JSON of Lokalise',
    text: 'translation',
    notes: ['notes', 'context'],
    copied: ['limit'],
    isOpen: false,
  },
};

/** Whether a file has nothing but entries. Any other file mostly differs in its first object. */
const hasEntries = ({ value, names }: ParsedFile, entries: Entries): boolean =>
  Array.isArray(value)
    ? value.every((entry) => isEntry(entry, entries, true))
    : names.every((name) => isEntry(readOwn(value, name), entries, false) || isCommentIn(value, name));

function isEntry(value: unknown, kind: Entries, isListed: boolean): boolean {
  const { text, notes, copied, isOpen, isMixed = false } = kind;
  if (isMixed && !isListed && typeof value === 'string') return true;
  if (!isFields(value) || typeof readOwn(value, text) !== 'string') return false;
  if (isMixed && !notes.every((note) => Array.isArray(readOwn(value, note)))) return false;
  if (isListed) return isOpen && typeof readOwn(value, 'id') === 'string';
  return (
    isOpen ||
    Object.keys(value).every((name) => name === text || notes.includes(name) || copied.includes(name))
  );
}

function makeEntriesDialect(
  shape: JsonShape,
  { name: kind, text, notes, copied, protect, apostrophes }: Entries,
): Dialect {
  return {
    shape,
    name: kind,
    protect,
    ...(apostrophes && { apostrophes }),
    hasPlurals: false,
    readMember(holder, name, value) {
      const { key, parsed } = holder;
      // In a list, entries say their names themselves.
      if (key === undefined)
        return (
          findComment(holder, name) ?? { key: Array.isArray(parsed) ? String(readOwn(value, 'id')) : name }
        );
      if (name !== text || !isFields(parsed)) return { isCopied: copied.includes(name) };
      return { key, note: readNote(parsed, notes) };
    },
  };
}

/** What Angular extracts: `locale` names the language of the texts in `translations`. */
function makeAngularDialect(value: unknown, names: readonly string[]): Dialect | undefined {
  const locale = readOwn(value, 'locale');
  const texts = readOwn(value, 'translations');
  if (names.length !== 2 || typeof locale !== 'string' || !isFields(texts)) return undefined;
  if (!Object.values(texts).every((text) => typeof text === 'string')) return undefined;
  return {
    shape: 'angular',
    name: 'translations of Angular',
    language: readLanguage(locale),
    protect: /\{\$\w+\}/g,
    apostrophes: 'are text',
    hasPlurals: false,
    readMember: ({ key }, name) =>
      key === undefined && name === 'locale'
        ? { isCopied: true, valueFor: ({ to }) => JSON.stringify(to ?? locale) }
        : { key: name },
  };
}

/** go-i18n's: an entry has the plural forms of a text. Without `description` or `hash`, it is like any object of them. */
function makeGoDialect(value: unknown, names: readonly string[]): Dialect | undefined {
  if (!isFields(value)) return undefined;
  if (!isGoFile(names.map((name) => value[name]))) return undefined;
  return {
    shape: 'go-i18n',
    hasPlurals: true,
    readMember: (holder, name) =>
      holder.isGoEntry === true ? readGoMember(holder, name) : { key: holder.path + name },
  };
}

/** A member of an entry of go-i18n. */
const readGoMember = ({ path, parsed }: Holder, name: string): Member =>
  isGoMember(name)
    ? { isCopied: name !== 'description' }
    : { key: path + name, note: readNote(parsed, ['description']) };

const readLanguage = (locale: unknown): string | undefined =>
  typeof locale === 'string' && locale !== '' ? locale : undefined;

/** Flutter's resources: `@key` describes the text `key`, and `@@locale` names the language. */
function isArb(value: unknown, names: readonly string[]): value is Fields {
  return (
    isFields(value) &&
    names.some((name) => name.startsWith('@') && (name.startsWith('@@') || isFields(readOwn(value, name))))
  );
}

function makeArbDialect(file: Fields, text: string): Dialect {
  return {
    shape: 'arb',
    language: readLanguage(readOwn(file, '@@locale')),
    protect: 'icu',
    // To Flutter an apostrophe is text, unless it is told to escape.
    apostrophes: /'['{}]/.test(text) ? 'quote before braces' : 'are text',
    hasPlurals: false,
    readMember(holder, name, value) {
      const { key } = holder;
      // Flutter writes the region after an underscore.
      if (key === undefined && name === '@@locale')
        return {
          isCopied: true,
          valueFor: ({ to }) => JSON.stringify(to === undefined ? value : spellWithUnderscores(to)),
        };
      // Flutter needs what describes a text in the template alone.
      if (key === undefined && name.startsWith('@'))
        return { isCopied: name.startsWith('@@'), about: name.slice(1) };
      const note = readNote(readOwn(file, `@${name}`), ['description', 'context']);
      return findComment(holder, name) ?? { key: holder.path + name, note };
    },
  };
}

/** What an object says of a text: in the members with these names, and of its placeholders. */
function readNote(about: unknown, names: readonly string[]): string | undefined {
  if (!isFields(about)) return undefined;
  let note: string | undefined;
  for (const name of names) note = addNote(note, describeValue(readOwn(about, name)));
  return addNote(note, readExamples(about));
}

/** What `placeholders` says of each, such as `{ "name": { "example": "Ada" } }`. */
function readExamples(about: unknown): string | undefined {
  const placeholders = readOwn(about, 'placeholders');
  if (!isFields(placeholders)) return undefined;
  return joinNotes(
    Object.entries(placeholders).map(([name, placeholder]) => {
      const example = describeValue(readOwn(placeholder, 'example'));
      return example === undefined ? undefined : `${name}: for example ${example}`;
    }),
  );
}

/** A value of any kind as a note. */
export function describeValue(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return joinNotes(value.map(describeValue));
  if (isFields(value))
    return joinNotes(
      Object.entries(value).map(([name, nested]) => {
        const text = describeValue(nested);
        return text === undefined ? undefined : `${name}: ${text}`;
      }),
    );
  return typeof value === 'number' ? String(value) : undefined;
}

function readOwn(value: unknown, name: string): unknown {
  return isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
