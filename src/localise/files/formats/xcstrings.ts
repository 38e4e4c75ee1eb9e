import { isSameLanguage, matchLanguages, spellWithHyphens } from '../../../base/language-code.js';
import type { Block, List, LocaleDocument, LocaleFormat, Part, ReadContext, Slot } from '../document.js';
import {
  findGeneralForm,
  isForOne,
  isZeroSpecial,
  joinNotes,
  listCompleteForms,
  type PluralForm,
  withZero,
} from '../plurals.js';
import { cutParts } from './cut-parts.js';
import { encodeWithoutLanguage } from './entries.js';
import { parseJson } from './json/text.js';
import { findMember, type JsonMember, type JsonNode, parseTree } from './json/tree.js';

/**
 * Apple's string catalogs, which hold all languages. A text's key is its own; `key[other]` in a plural. A translation that
 * is new or needs a review counts as none.
 */
export const xcstrings: LocaleFormat = {
  name: 'xcstrings',
  extensions: ['.xcstrings'],
  isBilingual: false,
  isMultilingual: true,
  protect: 'printf',
  read(text, context) {
    parseJson(text, context);
    return new CatalogReader(text, context).read();
  },
};

/** The block of the language: another catalog can spell it in another way. */
const LANGUAGE_ID = 'the language';

/** What is to be translated of an entry. */
interface Wanted {
  readonly key: string;
  readonly note: string | undefined;
  /** The text; or the texts of the plural forms, by category. */
  readonly source: string | ReadonlyMap<string, string>;
}

/** Blocks for an object that may lack them: before the first name behind `before`, or at the end. */
interface AddedBlocks {
  readonly blocks: readonly Block[];
  readonly before?: string;
  /** Of the object. */
  readonly indentation: string;
}

class CatalogReader {
  readonly #text: string;
  readonly #context: ReadContext;
  readonly #colon: string;
  readonly #forms: readonly PluralForm[];
  #from: string | undefined;
  /** The language to translate to, as the catalog spells it. */
  #to: string | undefined;

  constructor(text: string, context: ReadContext) {
    this.#text = text;
    this.#context = context;
    this.#colon = /"\s+:/.test(text) ? ' : ' : ': ';
    this.#forms = listCompleteForms(context.to);
  }

  read(): LocaleDocument {
    const root = parseTree(this.#text);
    const language = findMember(root, 'sourceLanguage')?.text;
    const strings = findMember(root, 'strings');
    this.#from = language;
    if (language === undefined || strings?.members === undefined)
      return this.#context.fail(0, 'is not a string catalog: it must have "sourceLanguage" and "strings"');
    this.#to = this.#findTarget(strings, language);
    const list = this.#readList(strings, (member) => this.#readEntry(member, language));
    const parts = [this.#text.slice(0, strings.start), ...list, this.#text.slice(strings.end)];
    const shape = 'the texts of a string catalog';
    return {
      ...(!this.#context.isTarget && { language }),
      toInFile: this.#to,
      shape,
      root: { id: '', parts },
    };
  }

  /** Finds the language to translate to among those of all entries: a second spelling of it would be a second language. */
  #findTarget(strings: JsonNode, from: string): string | undefined {
    const { to } = this.#context;
    if (to === undefined) return undefined;
    if (isSameLanguage(to, from)) return from;
    const places = new Map<string, number>();
    for (const { value } of strings.members ?? [])
      for (const { name, begin } of findMember(value, 'localizations')?.members ?? [])
        places.set(name, begin);
    if (places.has(to)) return to;
    const names = [...places.keys()].filter((name) => !isSameLanguage(name, from));
    const [found, second] = matchLanguages(to, names);
    if (second !== undefined)
      this.#context.fail(
        places.get(second) ?? 0,
        `could have ${to} in ${JSON.stringify(found)} or ${JSON.stringify(second)}; name the one that is meant (to)`,
      );
    return found ?? spellWithHyphens(to);
  }

  /** The parts of an object whose members are blocks. @param add blocks that it gets if it lacks them */
  #readList(
    { members = [], start, end }: JsonNode,
    toBlock: (member: JsonMember) => Block,
    add?: AddedBlocks,
  ): readonly Part[] {
    const blocks = members.map(toBlock);
    const names = new Set<string>();
    for (const { name, value } of members) {
      if (names.has(name)) this.#context.fail(value.start, `has ${JSON.stringify(name)} twice in one object`);
      names.add(name);
    }
    const last = members.at(-1)?.end;
    const close = last === undefined ? `\n${add?.indentation ?? ''}}` : this.#text.slice(last, end);
    if (last === undefined && add === undefined)
      return [
        this.#text.slice(start, start + 1),
        { separator: ',', blocks },
        this.#text.slice(start + 1, end),
      ];
    if (add !== undefined) {
      const { before } = add;
      const at = before === undefined ? -1 : members.findIndex(({ name }) => name > before);
      const missing = add.blocks.filter(({ id = '' }) => !names.has(id));
      blocks.splice(at === -1 ? members.length : at, 0, ...missing);
    }
    return ['{', { separator: ',', blocks } satisfies List, close];
  }

  #readEntry(member: JsonMember, language: string): Block {
    const { name, begin, end, value } = member;
    const wanted = this.#findWanted(name, value, language);
    const to = this.#to;
    const indentation = this.#measureIndentation(begin);
    if (wanted === undefined || to === undefined || to === language || value.members === undefined) {
      const slots = wanted === undefined || to === language ? [] : this.#makeSlotsWithoutLanguage(wanted);
      return { id: name, parts: [this.#text.slice(begin, end), ...slots] };
    }
    const localizations = this.#makeObject('localizations', `${indentation}  `, [
      this.#makeLanguage(wanted, to, indentation),
    ]);
    const add = { blocks: [localizations], before: 'localizations', indentation };
    const list = this.#readList(
      value,
      (member) =>
        member.name === 'localizations'
          ? this.#readLocalizations(member, wanted, to, indentation)
          : this.#keep(member),
      this.#context.isTarget ? undefined : add,
    );
    return { id: name, parts: [this.#text.slice(begin, value.start), ...list] };
  }

  #readLocalizations(member: JsonMember, wanted: Wanted, to: string, indentation: string): Block {
    const { name, begin, value } = member;
    const isThere = value.members?.some((member) => member.name === to) === true;
    const blocks = isThere ? [] : [this.#makeLanguage(wanted, to, indentation)];
    const list = this.#readList(
      value,
      (member) =>
        member.name === to
          ? { ...this.#readLanguage(member, wanted, indentation), id: LANGUAGE_ID }
          : this.#keep(member),
      this.#context.isTarget ? undefined : { blocks, before: to, indentation: `${indentation}  ` },
    );
    return { id: name, parts: [this.#text.slice(begin, value.start), ...list] };
  }

  #keep = ({ name, begin, end }: JsonMember): Block => ({
    id: name,
    parts: [this.#text.slice(begin, end)],
  });

  /** The language of a text that has it already. */
  #readLanguage(member: JsonMember, wanted: Wanted, indentation: string): Block {
    const { name, begin, end, value } = member;
    const unit = findMember(value, 'stringUnit');
    const plural = findMember(findMember(value, 'variations'), 'plural');
    if (typeof wanted.source === 'string' && unit !== undefined)
      return {
        id: name,
        ...this.#readUnit(begin, unit, end, this.#makeSlot(wanted.key, wanted.source, wanted.note)),
      };
    if (typeof wanted.source === 'string' || plural === undefined)
      return this.#context.isTarget ? this.#keep(member) : this.#makeLanguage(wanted, name, indentation);
    const slots = this.#makeFormSlots(wanted);
    const inner = this.#measureIndentation(plural.start, 2);
    const units = slots.map((slot) => this.#makeUnit(slot.category, slot, inner));
    const list = this.#readList(
      plural,
      (member) => {
        const own = findMember(member.value, 'stringUnit');
        const slot = slots.find(({ category }) => category === member.name);
        if (own === undefined || slot === undefined) return this.#keep(member);
        return { id: member.name, ...this.#readUnit(member.begin, own, member.end, slot) };
      },
      this.#context.isTarget ? undefined : { blocks: units, indentation: inner.slice(2) },
    );
    const parts = [this.#text.slice(begin, plural.start), ...list, this.#text.slice(plural.end, end)];
    return { id: name, parts };
  }

  /** A string unit of the file, with its state. */
  #readUnit(begin: number, unit: JsonNode, end: number, slot: Slot): Pick<Block, 'parts' | 'translated'> {
    const value = findMember(unit, 'value');
    const state = findMember(unit, 'state');
    if (value?.text === undefined) return { parts: [this.#text.slice(begin, end)] };
    const isFinal = state?.text === undefined || state.text === 'translated';
    const raw = this.#text.slice(value.start, value.end);
    const own: Slot = {
      ...slot,
      raw,
      value: isFinal && value.text !== '' ? value.text : undefined,
      encode: (wanted) => JSON.stringify(wanted),
    };
    const place = { start: value.start, end: value.end, part: own };
    const parts = cutParts(this.#text, begin, end, [place]);
    if (isFinal) return { parts };
    const mark = { start: state.start, end: state.end, part: '"translated"' };
    const both = state.start < value.start ? [mark, place] : [place, mark];
    return { parts, translated: cutParts(this.#text, begin, end, both) };
  }

  #makeLanguage(wanted: Wanted, to: string, entry: string): Block {
    const indentation = `${entry}    `;
    if (typeof wanted.source === 'string') {
      const slot = this.#makeSlot(wanted.key, wanted.source, wanted.note);
      return { ...this.#makeUnit(to, slot, indentation), id: LANGUAGE_ID };
    }
    const inner = `${indentation}    `;
    const units = this.#makeFormSlots(wanted).map((slot) =>
      this.#makeUnit(slot.category, slot, `${inner}  `),
    );
    const plural = this.#makeObject('plural', inner, units);
    const variations = this.#makeObject('variations', `${indentation}  `, [plural]);
    return { ...this.#makeObject(to, indentation, [variations]), id: LANGUAGE_ID };
  }

  #makeUnit(name: string, slot: Slot, indentation: string): Block {
    const inner = `\n${indentation}    `;
    const state = `${inner}"state"${this.#colon}"translated",${inner}"value"${this.#colon}`;
    const unit = `{\n${indentation}  "stringUnit"${this.#colon}{${state}`;
    const close = `\n${indentation}  }\n${indentation}}`;
    return { id: name, parts: [this.#writeName(name, indentation), unit, slot, close] };
  }

  #makeObject(name: string, indentation: string, blocks: readonly Block[]): Block {
    const list: List = { separator: ',', blocks };
    return { id: name, parts: [this.#writeName(name, indentation), '{', list, `\n${indentation}}`] };
  }

  #writeName = (name: string, indentation: string): string =>
    `\n${indentation}${JSON.stringify(name)}${this.#colon}`;

  #makeSlot(key: string, text: string, note: string | undefined): Slot {
    return { key, text, value: undefined, note, raw: '""', encode: (wanted) => JSON.stringify(wanted) };
  }

  #makeFormSlots({ key, source, note }: Wanted): readonly (Slot & { readonly category: string })[] {
    if (typeof source === 'string') return [];
    const forms = source.has('zero') && isZeroSpecial(this.#from) ? withZero(this.#forms) : this.#forms;
    const known = forms.map(({ category }) => category);
    const categories = known.length === 0 ? [...source.keys()] : known;
    const general = findGeneralForm([...source.keys()]) ?? 'other';
    return categories.map((category) => {
      const form = forms.find((candidate) => candidate.category === category);
      const text = source.get(category) ?? source.get(general) ?? '';
      const notes = joinNotes([note, form?.note]);
      return { ...this.#makeSlot(`${key}[${category}]`, text, notes), category, isForOne: isForOne(form) };
    });
  }

  /** Without a language, no place can take a translation. */
  #makeSlotsWithoutLanguage(wanted: Wanted): readonly Slot[] {
    const slots =
      typeof wanted.source === 'string'
        ? [this.#makeSlot(wanted.key, wanted.source, wanted.note)]
        : [...wanted.source].map(([form, text]) =>
            this.#makeSlot(`${wanted.key}[${form}]`, text, wanted.note),
          );
    return slots.map((slot) => ({ ...slot, raw: '', encode: encodeWithoutLanguage }));
  }

  /** Finds what of an entry is to be translated; undefined for nothing. */
  #findWanted(key: string, entry: JsonNode, language: string): Wanted | undefined {
    const isStale = findMember(entry, 'extractionState')?.text === 'stale';
    const should = findMember(entry, 'shouldTranslate');
    if (isStale || (should !== undefined && this.#text.slice(should.start, should.end) === 'false'))
      return undefined;
    const note = joinNotes([findMember(entry, 'comment')?.text]);
    const own = findMember(findMember(entry, 'localizations'), language);
    const plural = findMember(findMember(own, 'variations'), 'plural');
    if (plural?.members === undefined) {
      const text = findMember(findMember(own, 'stringUnit'), 'value')?.text;
      // Variations by device, and substitutions, are several texts of a kind of their own.
      return own !== undefined && text === undefined ? undefined : { key, note, source: text ?? key };
    }
    const forms = plural.members.map(({ name, value }): [string, string] => {
      return [name, findMember(findMember(value, 'stringUnit'), 'value')?.text ?? ''];
    });
    return { key, note, source: new Map(forms) };
  }

  /** The white space before what begins here, or is in a line that begins so. */
  #measureIndentation(offset: number, more = 0): string {
    const start = more === 0 ? offset : this.#text.lastIndexOf('\n', offset);
    const [, spaces = '    '] = /^\s*?\n?([ \t]*)\S/.exec(this.#text.slice(start, start + 200)) ?? [];
    return spaces + ' '.repeat(more);
  }
}
