import { fitsLanguage, isKnownLanguage, spellWithUnderscores } from '../../../../base/language-code.js';
import type { Apostrophes, LocaleFormat, ReadContext, Target } from '../../document.js';
import { describeShape, JSON_SHAPES, type JsonShape } from '../../json-shapes.js';
import { addNote, joinNotes } from '../../plurals.js';
import { isGoFile, isGoMember } from '../go-entries.js';
import {
  isList,
  type JsonNode,
  JsonObject,
  type JsonValue,
  listInside,
  readOwn,
  readString,
} from './tree.js';

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
  readonly valueFor?: ((target: Target) => string | undefined) | undefined;
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
  readonly value: JsonValue;
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
  readMember(holder: Holder, member: JsonNode): Member;
}

/** A file that was parsed. */
interface ParsedFile {
  readonly value: JsonValue;
  readonly text: string;
}

/**
 * Finds the dialect of a parsed file.
 *
 * @param context a person may have decided on the shape
 * @throws InputError when the file does not have that shape, or has several languages
 */
export function detectDialect(value: JsonValue, text: string, context: ReadContext): Dialect {
  const file = { value, text };
  const { shape, fail } = context;
  if (shape !== undefined)
    return (
      makeDialect(shape, file, undefined) ??
      fail(0, `is not what "shape": "${shape}" says: ${describeShape(shape)}`)
    );
  const language = context.isTarget ? context.to : context.from;
  const isNested = hasObjects(value);
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
  const { value, text } = file;
  switch (shape) {
    case 'plain':
      return makePlainDialect(file);
    case 'language-key':
      return makeLanguageDialect(file, language);
    case 'angular':
      return makeAngularDialect(value);
    case 'go-i18n':
      return makeGoDialect(value);
    case 'arb':
      return isArb(value) ? makeArbDialect(value, text) : undefined;
    default:
      return hasEntries(file, ENTRIES[shape]) ? makeEntriesDialect(shape, ENTRIES[shape]) : undefined;
  }
}

/** A file of all languages would be ordered whole, as if all of it were in one. */
function refuseSeveralLanguages(
  { value }: ParsedFile,
  language: string | undefined,
  { fail }: ReadContext,
): void {
  if (!(value instanceof JsonObject)) return;
  const { members } = value;
  if (
    members.length < 2 ||
    !members.every(({ name, value: inner }) => isKnownLanguage(name) && inner instanceof JsonObject)
  )
    return;
  const { names } = value;
  if (!names.some((name) => fitsLanguage(name, language ?? 'en'))) return;
  fail(
    0,
    `has several languages: ${names.slice(0, 5).join(', ')}. Give each a file of its own; or if they are no languages, set "shape" to "plain"`,
  );
}

/** Texts under their language, such as `{ "en": { … } }`. */
function makeLanguageDialect(file: ParsedFile, language: string | undefined): Dialect | undefined {
  const { value } = file;
  if (!(value instanceof JsonObject)) return undefined;
  const [member, second] = value.members;
  if (member === undefined || second !== undefined || !(member.value instanceof JsonObject)) return undefined;
  const { name } = member;
  if (!isKnownLanguage(name)) return undefined;
  if (language !== undefined && !fitsLanguage(name, language)) return undefined;
  const plain = makePlainDialect(file);
  return {
    ...plain,
    shape: 'language-key',
    name: 'texts under their language',
    language: name,
    readMember: (holder, inner) =>
      holder.value === value ? { language: name } : plain.readMember(holder, inner),
  };
}

/** Whether some member is an object, and no comment: most files are flat. */
const hasObjects = (value: JsonValue): boolean =>
  listInside(value).some(
    (member) => member.value instanceof JsonObject && (isList(value) || !isCommentIn(value, member)),
  );

const isCommentIn = (value: JsonValue, member: JsonNode): boolean =>
  findComment({ key: undefined, value }, member) !== undefined;

/** What the names of comments begin with. */
const SPECIAL = new Set(['/', '_', '$']);
/** Names that people give to comments, since JSON has none. */
const COMMENT = /^(?:\/\/|_+comment|\$comment)/i;
/** A comment that names its text. */
const COMMENT_ON = /^_(.+)\.comment$/s;

/** A member that holds no text, whatever the dialect: a comment, or what is for editors. */
function findComment(
  { key, value }: Pick<Holder, 'key' | 'value'>,
  { name }: JsonNode,
): KeptMember | undefined {
  if (!SPECIAL.has(name.charAt(0)) || !(value instanceof JsonObject)) return undefined;
  if (name === '$schema' && key === undefined) return { isCopied: true };
  if (COMMENT.test(name)) return { isCopied: false, isComment: true };
  const text = COMMENT_ON.exec(name)?.[1];
  return text !== undefined && value.find(text) !== undefined ? { isCopied: false, about: text } : undefined;
}

function makePlainDialect({ text }: ParsedFile): Dialect {
  // Whether some text may have a comment that names it.
  const hasComments = text.includes('.comment"');
  return {
    shape: 'plain',
    hasPlurals: true,
    readMember(holder, member) {
      const { name } = member;
      // Nextcloud's rule for the plural forms of the file.
      if (holder.key === undefined && name === 'pluralForm' && readString(member)?.startsWith('nplurals='))
        return { isCopied: true };
      if (holder.isGoEntry === true) return readGoMember(holder, member);
      return (
        findComment(holder, member) ?? {
          key: holder.path + name,
          note: hasComments
            ? addNote(undefined, describeValue(readOwn(holder.value, `_${name}.comment`)))
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
const hasEntries = ({ value }: ParsedFile, entries: Entries): boolean =>
  listInside(value).every(
    (member) =>
      isEntry(member.value, entries, isList(value)) || (!isList(value) && isCommentIn(value, member)),
  );

function isEntry(value: JsonValue, kind: Entries, isListed: boolean): boolean {
  const { text, notes, copied, isOpen, isMixed = false } = kind;
  if (isMixed && !isListed && typeof value === 'string') return true;
  if (!(value instanceof JsonObject) || typeof readOwn(value, text) !== 'string') return false;
  if (isMixed && !notes.every((note) => isList(readOwn(value, note)))) return false;
  if (isListed) return isOpen && typeof readOwn(value, 'id') === 'string';
  const isKnown = ({ name }: JsonNode): boolean =>
    name === text || notes.includes(name) || copied.includes(name);
  return isOpen || value.members.every(isKnown);
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
    readMember(holder, member) {
      const { key, value } = holder;
      const { name } = member;
      // In a list, entries say their names themselves.
      if (key === undefined)
        return (
          findComment(holder, member) ?? { key: isList(value) ? String(readOwn(member.value, 'id')) : name }
        );
      if (name !== text || !(value instanceof JsonObject)) return { isCopied: copied.includes(name) };
      return { key, note: readNote(value, notes) };
    },
  };
}

/** What Angular extracts: `locale` names the language of the texts in `translations`. */
function makeAngularDialect(value: JsonValue): Dialect | undefined {
  const locale = readOwn(value, 'locale');
  const texts = readOwn(value, 'translations');
  if (listInside(value).length !== 2 || typeof locale !== 'string' || !(texts instanceof JsonObject))
    return undefined;
  if (!texts.values.every((text) => typeof text === 'string')) return undefined;
  return {
    shape: 'angular',
    name: 'translations of Angular',
    language: readLanguage(locale),
    protect: /\{\$\w+\}/g,
    apostrophes: 'are text',
    hasPlurals: false,
    readMember: ({ key }, { name }) =>
      key === undefined && name === 'locale'
        ? { isCopied: true, valueFor: ({ to }) => to && JSON.stringify(to) }
        : { key: name },
  };
}

/** go-i18n's: an entry has the plural forms of a text. Without `description` or `hash`, it is like any object of them. */
function makeGoDialect(value: JsonValue): Dialect | undefined {
  if (!(value instanceof JsonObject) || !isGoFile(value.values)) return undefined;
  return {
    shape: 'go-i18n',
    hasPlurals: true,
    readMember: (holder, member) =>
      holder.isGoEntry === true ? readGoMember(holder, member) : { key: holder.path + member.name },
  };
}

/** A member of an entry of go-i18n. */
const readGoMember = ({ path, value }: Holder, { name }: JsonNode): Member =>
  isGoMember(name)
    ? { isCopied: name !== 'description' }
    : { key: path + name, note: readNote(value, ['description']) };

const readLanguage = (locale: JsonValue | undefined): string | undefined =>
  typeof locale === 'string' && locale !== '' ? locale : undefined;

/** Flutter's resources: `@key` describes the text `key`, and `@@locale` names the language. */
function isArb(value: JsonValue): value is JsonObject {
  const isAbout = ({ name, value: about }: JsonNode): boolean =>
    name.startsWith('@') && (name.startsWith('@@') || about instanceof JsonObject);
  return value instanceof JsonObject && value.members.some(isAbout);
}

function makeArbDialect(file: JsonObject, text: string): Dialect {
  return {
    shape: 'arb',
    language: readLanguage(readOwn(file, '@@locale')),
    protect: 'icu',
    // To Flutter an apostrophe is text, unless it is told to escape.
    apostrophes: /'['{}]/.test(text) ? 'quote before braces' : 'are text',
    hasPlurals: false,
    readMember(holder, member) {
      const { key } = holder;
      const { name } = member;
      // Flutter writes the region after an underscore.
      if (key === undefined && name === '@@locale')
        return {
          isCopied: true,
          valueFor: ({ to }) => to && JSON.stringify(spellWithUnderscores(to)),
        };
      // Flutter needs what describes a text in the template alone.
      if (key === undefined && name.startsWith('@'))
        return { isCopied: name.startsWith('@@'), about: name.slice(1) };
      const note = readNote(readOwn(file, `@${name}`), ['description', 'context']);
      return findComment(holder, member) ?? { key: holder.path + name, note };
    },
  };
}

/** What an object says of a text: in the members with these names, and of its placeholders. */
function readNote(about: JsonValue | undefined, names: readonly string[]): string | undefined {
  if (!(about instanceof JsonObject)) return undefined;
  let note: string | undefined;
  for (const name of names) note = addNote(note, describeValue(readOwn(about, name)));
  return addNote(note, readExamples(about));
}

/** What `placeholders` says of each, such as `{ "name": { "example": "Ada" } }`. */
function readExamples(about: JsonObject): string | undefined {
  const placeholders = readOwn(about, 'placeholders');
  if (!(placeholders instanceof JsonObject)) return undefined;
  return joinNotes(
    placeholders.members.map(({ name, value }) => {
      const example = describeValue(readOwn(value, 'example'));
      return example === undefined ? undefined : `${name}: for example ${example}`;
    }),
  );
}

/** A value of any kind as a note. */
export function describeValue(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (isList(value)) return joinNotes(value.map((item) => describeValue(item.value)));
  if (value instanceof JsonObject)
    return joinNotes(
      value.members.map(({ name, value: nested }) => {
        const text = describeValue(nested);
        return text === undefined ? undefined : `${name}: ${text}`;
      }),
    );
  return typeof value === 'number' ? String(value) : undefined;
}
