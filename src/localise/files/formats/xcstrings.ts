import { isSameLanguage, matchLanguages, spellWithHyphens } from '../../../base/language-code.js';
import { cutText } from '../../../base/texts.js';
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
import { strictSyntax, toJsonFile } from './json/syntax.js';
import { findMember, type JsonNode, JsonObject, listMembers, parseTree, readString } from './json/tree.js';

/**
 * Apple's string catalogs, which hold all languages. A text's key is its own; `key[other]` in a plural, `key[mac]` for a device,
 * `key[files][other]` for what is put into it by the name `files`. A translation that is new or needs a review counts as none.
 */
export const xcstrings: LocaleFormat = {
  name: 'xcstrings',
  extensions: ['.xcstrings'],
  isBilingual: false,
  isMultilingual: true,
  protect: 'printf',
  read: (text, context) => new CatalogReader(text, context).read(),
};

/** Letters of a text in the notes of what is put into it. */
const MAX_SHOWN = 200;

/** The block of the language: another catalog can spell it in another way. */
const LANGUAGE_ID = 'the language';

/**
 * The texts of an entry, as the catalog nests them: one; or one for each plural form or device; and those that are put into it by
 * their names.
 */
interface Texts {
  readonly unit?: string | undefined;
  /** By `plural` or `device`, and by the name of the form or device. */
  readonly variations: ReadonlyMap<string, ReadonlyMap<string, Texts>>;
  readonly substitutions: ReadonlyMap<string, Substitution>;
}

interface Substitution {
  readonly texts: Texts;
  /** Its other members, such as the number of its argument: each as the catalog has it. */
  readonly members: readonly JsonNode[];
}

/** Where texts are, and what is known of them. */
interface TextsPlace {
  readonly key: string;
  readonly note: string | undefined;
  readonly texts: Texts;
  /** Before the name of their object. */
  readonly indentation: string;
  readonly isForOne?: boolean | undefined;
}

/** A member that an object gets if it lacks it. */
interface AddedMember {
  /** Its place is before the first name behind this one. */
  readonly name: string;
  readonly block: Block;
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
    const root = parseTree(toJsonFile(this.#text, strictSyntax), this.#context);
    const language = readString(findMember(root, 'sourceLanguage'));
    const strings = findMember(root, 'strings');
    this.#from = language;
    if (language === undefined || !(strings?.value instanceof JsonObject))
      return this.#context.fail(0, 'is not a string catalog: it must have "sourceLanguage" and "strings"');
    this.#to = this.#findTarget(strings, language);
    const list = this.#readMembers(strings, (member) => this.#readEntry(member, language));
    const parts = [this.#text.slice(0, strings.start), ...list, this.#text.slice(strings.end)];
    const layout = 'the texts of a string catalog';
    return {
      ...(!this.#context.isTarget && { language }),
      toInFile: this.#to,
      layout,
      root: { id: '', parts },
    };
  }

  /** Finds the language to translate to among those of all entries: a second spelling of it would be a second language. */
  #findTarget(strings: JsonNode, from: string): string | undefined {
    const { to } = this.#context;
    if (to === undefined) return undefined;
    if (isSameLanguage(to, from)) return from;
    const places = new Map<string, number>();
    for (const entry of listMembers(strings))
      for (const { name, begin } of listMembers(findMember(entry, 'localizations'))) places.set(name, begin);
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

  /**
   * The parts of an object whose members are blocks.
   *
   * @param listAdded lists members that it gets if it lacks them. A catalog that is read for its translations gets none
   */
  #readMembers(
    object: JsonNode,
    toBlock: (member: JsonNode) => Block,
    listAdded: () => readonly AddedMember[] = () => [],
    indentation = '',
  ): readonly Part[] {
    const { start, end } = object;
    const members = listMembers(object);
    const names = new Set<string>();
    const blocks = members.map((member) => {
      const { name } = member;
      if (names.has(name))
        this.#context.fail(member.start, `has ${JSON.stringify(name)} twice in one object`);
      names.add(name);
      return toBlock(member);
    });
    const ids = new Set(blocks.map(({ id }) => id));
    const added = this.#context.isTarget ? [] : listAdded();
    const missing = added.filter(({ block }) => !ids.has(block.id));
    for (const { name, block } of missing.toReversed()) {
      const at = members.findIndex((member) => member.name > name);
      blocks.splice(at === -1 ? members.length : at, 0, block);
    }
    const last = members.at(-1)?.end;
    const list: List = { separator: ',', blocks };
    if (last === undefined && missing.length === 0)
      return [this.#text.slice(start, start + 1), list, this.#text.slice(start + 1, end)];
    return ['{', list, last === undefined ? `\n${indentation}}` : this.#text.slice(last, end)];
  }

  #readEntry(member: JsonNode, language: string): Block {
    const { name, begin, end } = member;
    const texts = this.#findTexts(name, member, language);
    const to = this.#to;
    const indentation = this.#measureIndentation(begin);
    const note = joinNotes([readString(findMember(member, 'comment'))]);
    const isSource = to === language;
    if (texts === undefined || to === undefined || isSource || !(member.value instanceof JsonObject)) {
      const slots =
        texts === undefined || isSource
          ? []
          : this.#makeSlotsWithoutLanguage({ key: name, note, texts, indentation });
      return { id: name, parts: [this.#text.slice(begin, end), ...slots] };
    }
    const place: TextsPlace = { key: name, note, texts, indentation: `${indentation}    ` };
    const list = this.#readMembers(
      member,
      (inner) =>
        inner.name === 'localizations' ? this.#readLocalizations(inner, to, place) : this.#keep(inner),
      () => {
        const localizations = this.#makeObject('localizations', `${indentation}  `, [
          this.#makeLanguage(to, place),
        ]);
        return [{ name: 'localizations', block: localizations }];
      },
      indentation,
    );
    return { id: name, parts: [this.#text.slice(begin, member.start), ...list] };
  }

  #readLocalizations(member: JsonNode, to: string, place: TextsPlace): Block {
    const { name, begin, start } = member;
    const list = this.#readMembers(
      member,
      (inner) => (inner.name === to ? this.#readLanguage(inner, place) : this.#keep(inner)),
      () => [{ name: to, block: this.#makeLanguage(to, place) }],
      place.indentation.slice(2),
    );
    return { id: name, parts: [this.#text.slice(begin, start), ...list] };
  }

  #keep = ({ name, begin, end }: JsonNode): Block => ({
    id: name,
    parts: [this.#text.slice(begin, end)],
  });

  /** The language of an entry that has it already. What holds other texts than the source gives way to what does. */
  #readLanguage(member: JsonNode, place: TextsPlace): Block {
    if (hasSameShape(member, place.texts)) return { ...this.#readTexts(member, place), id: LANGUAGE_ID };
    return this.#context.isTarget
      ? { ...this.#keep(member), id: LANGUAGE_ID }
      : this.#makeLanguage(member.name, place);
  }

  /** An object with texts, filled up with what it lacks of the source's. */
  #readTexts(object: JsonNode, place: TextsPlace): Block {
    const { name, begin, start, end } = object;
    const { texts } = place;
    const unit = texts.unit === undefined ? undefined : findMember(object, 'stringUnit');
    // Most have nothing else.
    if (unit !== undefined && texts.variations.size + texts.substitutions.size === 0)
      return { id: name, ...this.#readUnit(begin, unit, end, this.#makeSlot(place, texts.unit)) };
    const inner = { ...place, indentation: `${place.indentation}  ` };
    const list = this.#readMembers(
      object,
      (member) => {
        if (member.name === 'stringUnit' && unit !== undefined)
          return {
            id: member.name,
            ...this.#readUnit(member.begin, unit, member.end, this.#makeSlot(place, texts.unit)),
          };
        if (member.name === 'variations') return this.#readVariations(member, inner);
        if (member.name === 'substitutions') return this.#readSubstitutions(member, inner);
        return this.#keep(member);
      },
      () => this.#makeMembers(place),
      place.indentation,
    );
    return { id: name, parts: [this.#text.slice(begin, start), ...list] };
  }

  #readVariations(member: JsonNode, place: TextsPlace): Block {
    const kinds = this.#listVariations(place);
    return this.#readObject(member, place, kinds, (inner, kind) =>
      this.#readObject(inner, kind, kind.places, (form, formPlace) => this.#readTexts(form, formPlace)),
    );
  }

  #readSubstitutions(member: JsonNode, place: TextsPlace): Block {
    return this.#readObject(member, place, this.#listSubstitutions(place), (inner, own) =>
      this.#readTexts(inner, own),
    );
  }

  /** An object whose members have places of their own. What else it has stays. */
  #readObject<Place extends NamedPlace>(
    object: JsonNode,
    { indentation }: TextsPlace,
    places: readonly Place[],
    read: (member: JsonNode, place: Place) => Block,
  ): Block {
    const { name, begin, start } = object;
    const list = this.#readMembers(
      object,
      (member) => {
        const own = places.find((place) => place.name === member.name);
        return own === undefined || !(member.value instanceof JsonObject)
          ? this.#keep(member)
          : read(member, own);
      },
      () => places.map((place) => ({ name: place.name, block: place.make() })),
      indentation,
    );
    return { id: name, parts: [this.#text.slice(begin, start), ...list] };
  }

  /** A string unit of the file, with its state. */
  #readUnit(begin: number, unit: JsonNode, end: number, slot: Slot): Pick<Block, 'parts' | 'translated'> {
    const value = findMember(unit, 'value');
    const state = findMember(unit, 'state');
    const text = readString(value);
    if (value === undefined || text === undefined) return { parts: [this.#text.slice(begin, end)] };
    const stateName = readString(state);
    const isFinal = stateName === undefined || stateName === 'translated';
    const raw = this.#text.slice(value.start, value.end);
    const own: Slot = {
      ...slot,
      raw,
      value: isFinal && text !== '' ? text : undefined,
      encode: (wanted) => JSON.stringify(wanted),
    };
    const place = { start: value.start, end: value.end, part: own };
    const parts = cutParts(this.#text, begin, end, [place]);
    if (isFinal || state === undefined) return { parts };
    const mark = { start: state.start, end: state.end, part: '"translated"' };
    const both = state.start < value.start ? [mark, place] : [place, mark];
    return { parts, translated: cutParts(this.#text, begin, end, both) };
  }

  #makeLanguage(to: string, place: TextsPlace): Block {
    // A text without one of its parts can't be shown.
    const isWhole = place.texts.substitutions.size > 0;
    return { ...this.#makeTexts(to, place), id: LANGUAGE_ID, ...(isWhole && { taken: 'when complete' }) };
  }

  /** @param members what the object has beside its texts */
  #makeTexts(name: string, place: TextsPlace, members: readonly Block[] = []): Block {
    const { texts, indentation } = place;
    // Most have one text. Without lists in it, it is filled in wherever the catalog has it.
    if (texts.unit !== undefined && texts.variations.size + texts.substitutions.size + members.length === 0) {
      const { parts } = this.#makeUnit(place, texts.unit);
      return { id: name, parts: [this.#writeName(name, indentation), '{', ...parts, `\n${indentation}}`] };
    }
    return this.#makeObject(name, indentation, [
      ...members,
      ...this.#makeMembers(place).map(({ block }) => block),
    ]);
  }

  /** What an object has for its texts, in the order of Xcode. */
  #makeMembers(place: TextsPlace): readonly AddedMember[] {
    const { texts } = place;
    const inner = { ...place, indentation: `${place.indentation}  ` };
    const made: Block[] = [];
    if (texts.unit !== undefined) made.push(this.#makeUnit(place, texts.unit));
    const substitutions = this.#listSubstitutions(inner);
    if (substitutions.length > 0) made.push(this.#makePlaces('substitutions', inner, substitutions));
    const variations = this.#listVariations(inner);
    if (variations.length > 0) made.push(this.#makePlaces('variations', inner, variations));
    return made.map((block) => ({ name: block.id ?? '', block }));
  }

  /** The kinds of variations, with the places of their forms. */
  #listVariations(place: TextsPlace): readonly VariationPlace[] {
    const indentation = `${place.indentation}  `;
    return [...place.texts.variations].map(([kind, forms]) => {
      const outer = { ...place, indentation };
      const places = kind === 'plural' ? this.#listForms(forms, outer) : this.#listDevices(forms, outer);
      return { ...outer, name: kind, places, make: () => this.#makePlaces(kind, outer, places) };
    });
  }

  #listSubstitutions(place: TextsPlace): readonly NamedPlace[] {
    const indentation = `${place.indentation}  `;
    return [...place.texts.substitutions].map(([name, { texts, members }]) => {
      // Each form repeats it, and a hostile text is long.
      const around = cutText(place.texts.unit ?? '', MAX_SHOWN);
      const note = joinNotes([place.note, `Stands for %#@${name}@ in "${around}".`]);
      const own = { key: `${place.key}[${name}]`, note, texts, indentation };
      const kept = members.map(({ name: member, start, end }) => ({
        id: member,
        parts: [this.#writeName(member, `${indentation}  `), this.#text.slice(start, end)],
      }));
      return { ...own, name, make: () => this.#makeTexts(name, own, kept) };
    });
  }

  #listDevices(devices: ReadonlyMap<string, Texts>, place: TextsPlace): readonly NamedPlace[] {
    const indentation = `${place.indentation}  `;
    return [...devices].map(([name, texts]) => {
      const note = joinNotes([place.note, name === 'other' ? undefined : `For the device ${name}.`]);
      const own = { key: `${place.key}[${name}]`, note, texts, indentation };
      return { ...own, name, make: () => this.#makeTexts(name, own) };
    });
  }

  /** The plural forms of the language, in the order of Xcode. */
  #listForms(source: ReadonlyMap<string, Texts>, place: TextsPlace): readonly NamedPlace[] {
    const indentation = `${place.indentation}  `;
    const forms = source.has('zero') && isZeroSpecial(this.#from) ? withZero(this.#forms) : this.#forms;
    const known = forms.map(({ category }) => category);
    const categories = known.length === 0 ? [...source.keys()] : known;
    const general = findGeneralForm([...source.keys()]) ?? 'other';
    return categories.toSorted().flatMap((name) => {
      const form = forms.find(({ category }) => category === name);
      const texts = source.get(name) ?? source.get(general);
      if (texts === undefined) return [];
      const note = joinNotes([place.note, form?.note]);
      const own = { key: `${place.key}[${name}]`, note, texts, indentation, isForOne: isForOne(form) };
      return [{ ...own, name, make: () => this.#makeTexts(name, own) }];
    });
  }

  #makeUnit(place: TextsPlace, text: string): Block {
    const indentation = `${place.indentation}  `;
    const inner = `\n${indentation}  `;
    const state = `${inner}"state"${this.#colon}"translated",${inner}"value"${this.#colon}`;
    const slot = this.#makeSlot(place, text);
    return {
      id: 'stringUnit',
      parts: [this.#writeName('stringUnit', indentation), `{${state}`, slot, `\n${indentation}}`],
    };
  }

  #makeObject(name: string, indentation: string, blocks: readonly Block[]): Block {
    const list: List = { separator: ',', blocks };
    return { id: name, parts: [this.#writeName(name, indentation), '{', list, `\n${indentation}}`] };
  }

  #makePlaces(name: string, { indentation }: TextsPlace, places: readonly NamedPlace[]): Block {
    const blocks = places.map((place) => place.make());
    return this.#makeObject(name, indentation, blocks);
  }

  #writeName = (name: string, indentation: string): string =>
    `\n${indentation}${JSON.stringify(name)}${this.#colon}`;

  #makeSlot({ key, note, isForOne: one }: TextsPlace, text: string | undefined): Slot {
    const slot = { key, text, value: undefined, note, raw: '""' };
    return { ...slot, ...(one && { isForOne: one }), encode: (wanted) => JSON.stringify(wanted) };
  }

  /** Without a language, no place can take a translation. */
  #makeSlotsWithoutLanguage(place: TextsPlace): readonly Slot[] {
    const { key, note, texts } = place;
    const inside = [
      ...[...texts.variations.values()].flatMap((forms) => [...forms]),
      ...[...texts.substitutions].map(([name, substitution]) => [name, substitution.texts] as const),
    ].flatMap(([name, inner]) =>
      this.#makeSlotsWithoutLanguage({ ...place, key: `${key}[${name}]`, texts: inner }),
    );
    if (texts.unit === undefined) return inside;
    const slot: Slot = {
      key,
      text: texts.unit,
      value: undefined,
      note,
      raw: '',
      encode: encodeWithoutLanguage,
    };
    return [slot, ...inside];
  }

  /** Finds what of an entry is to be translated; undefined for nothing. */
  #findTexts(key: string, entry: JsonNode, language: string): Texts | undefined {
    const isStale = readString(findMember(entry, 'extractionState')) === 'stale';
    if (isStale || findMember(entry, 'shouldTranslate')?.value === false) return undefined;
    const own = findMember(findMember(entry, 'localizations'), language);
    // A text that nobody has changed is its key.
    return own === undefined
      ? { unit: key, variations: new Map(), substitutions: new Map() }
      : readTexts(own);
  }

  /** The white space before what begins here. */
  #measureIndentation(offset: number): string {
    const [, spaces = '    '] = /^\s*?\n?([ \t]*)\S/.exec(this.#text.slice(offset, offset + 200)) ?? [];
    return spaces;
  }
}

/** A place in an object, with its name there. */
interface NamedPlace extends TextsPlace {
  readonly name: string;
  /** Makes its block for a catalog that lacks it. */
  make(): Block;
}

/** The plural forms or devices of a text. */
interface VariationPlace extends NamedPlace {
  readonly places: readonly NamedPlace[];
}

/** The texts in an object of a localization; undefined when there are none. */
function readTexts(node: JsonNode): Texts | undefined {
  const unit = readString(findMember(findMember(node, 'stringUnit'), 'value'));
  const variations = readEach(findMember(node, 'variations'), (kind) => readEach(kind, readTexts));
  const substitutions = readEach(
    findMember(node, 'substitutions'),
    (substitution): Substitution | undefined => {
      const texts = readTexts(substitution);
      const members = listMembers(substitution).filter(({ name }) => name !== 'variations');
      return texts && { texts, members };
    },
  );
  const { size } = variations;
  return unit === undefined && size === 0 ? undefined : { unit, variations, substitutions };
}

function readEach<Value>(
  node: JsonNode | undefined,
  read: (value: JsonNode) => Value | undefined,
): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  for (const member of listMembers(node)) {
    const inner = read(member);
    if (inner !== undefined) found.set(member.name, inner);
  }
  return found;
}

/** Whether an object holds its texts as the source does: one text, or variations of the same kinds. */
function hasSameShape(node: JsonNode, { unit, variations }: Texts): boolean {
  const own = readTexts(node);
  const kinds = [...variations.keys()];
  if (own === undefined) return unit === undefined && findMember(node, 'variations') !== undefined;
  return (own.unit === undefined) === (unit === undefined) && kinds.every((kind) => own.variations.has(kind));
}
