import { isCategory } from '../../checks/plural-categories.js';
import type { Block, LocaleFormat, Part, ReadContext } from '../document.js';
import { MAX_TEXT } from '../limits.js';
import { adaptForms, findGeneralForm, isZeroSpecial, joinNotes, listCompleteForms } from '../plurals.js';
import { cutParts } from './cut-parts.js';
import { type Element, findContent, listComments, listElements, readXml } from './xml.js';

/**
 * Apple's plurals. A form's key is that of its text, the variable and the category: `files.count[one]`; a format that has words of
 * its own, such as `%#@count@ in a folder`, has the key of its text. The comments before an entry are its note. Texts by width or
 * device are not ordered.
 */
export const stringsdict: LocaleFormat = {
  name: 'stringsdict',
  extensions: ['.stringsdict'],
  encodings: ['utf16le'],
  isBilingual: false,
  protect: 'printf',
  read(text, context) {
    const root = readXml(text, context, true);
    const [dict, second] = listElements(root);
    if (root.name !== 'plist' || dict?.name !== 'dict' || second !== undefined)
      return context.fail(root.start, "is not a file of Apple's plurals: it has no <plist> with a <dict>");
    const entries = new PluralReader(text, context).readEntries(dict);
    return { root: { id: '', parts: cutParts(text, 0, text.length, [entries]) } };
  },
};

/** A key of a dictionary with its value. */
interface KeyedValue {
  readonly name: string;
  readonly value: Element;
  /** Where the text before the key begins. */
  readonly begin: number;
}

const FORMAT = 'NSStringLocalizedFormatKey';
const TYPE = 'NSStringFormatSpecTypeKey';
const ONLY_VARIABLE = /^%#@\w+@$/;

class PluralReader {
  readonly #text: string;
  readonly #context: ReadContext;

  constructor(text: string, context: ReadContext) {
    this.#text = text;
    this.#context = context;
  }

  /** The entries of the whole file. */
  readEntries(dict: Element) {
    return this.#toList(dict, (pair) => {
      const { name, value } = pair;
      const note = joinNotes(listComments(this.#readBefore(pair)));
      const isPlural = value.name === 'dict' && this.#hasForms(value);
      if (!isPlural) return { id: name, parts: [this.#readWhole(pair)], taken: 'never' };
      const inner = this.#toList(value, (own) => this.#readMember(own, name, note));
      const parts = cutParts(this.#text, pair.begin, value.end, [inner]);
      // Without one of its variables, a format shows their names.
      return { id: name, parts, taken: 'when complete' };
    });
  }

  #hasForms(entry: Element): boolean {
    return this.#readPairs(entry).some(({ value }) => value.name === 'dict' && this.#isVariable(value));
  }

  #isVariable(dict: Element): boolean {
    return this.#readPairs(dict).some(
      ({ name, value }) => name === TYPE && this.#readValue(value) === 'NSStringPluralRuleType',
    );
  }

  /** A member of an entry: its format, or a variable with its forms. */
  #readMember(pair: KeyedValue, key: string, note: string | undefined): Block {
    const { name, value, begin } = pair;
    if (name === FORMAT && value.name === 'string' && !ONLY_VARIABLE.test(this.#readValue(value).trim()))
      return { id: name, parts: this.#readText(pair, key, note) };
    if (value.name !== 'dict' || !this.#isVariable(value))
      return { id: name, parts: [this.#readWhole(pair)] };
    const variable = `${key}.${name}`;
    const list = this.#toList(value, (own) => ({
      id: own.name,
      parts:
        isCategory(own.name) && own.value.name === 'string'
          ? this.#readText(own, `${variable}[${own.name}]`, note)
          : [this.#readWhole(own)],
    }));
    const { blocks } = list.part;
    const part = { ...list.part, blocks: this.#withForms(blocks, variable) };
    return { id: name, parts: cutParts(this.#text, begin, value.end, [{ ...list, part }]) };
  }

  /** The forms of a variable, adapted to the language. */
  #withForms(blocks: readonly Block[], variable: string): readonly Block[] {
    const forms = blocks.filter(({ id }) => isCategory(id));
    const general = findGeneralForm(forms.map(({ id }) => id));
    const [lead, , tail] = forms.find(({ id }) => id === general)?.parts ?? [];
    if (general === undefined || typeof lead !== 'string') return blocks;
    const at = lead.lastIndexOf(`${general}</`);
    if (at === -1) return blocks;
    return adaptForms({
      blocks,
      forms: listCompleteForms(this.#context.to),
      usesZero: isZeroSpecial(this.#context.from),
      readCategory: ({ id }) => (isCategory(id) ? id : undefined),
      missing: (category) => ({
        id: category,
        key: `${variable}[${category}]`,
        begin: `${lead.slice(0, at)}${category}${lead.slice(at + general.length)}`,
        end: typeof tail === 'string' ? tail : '',
      }),
    });
  }

  #readText(pair: KeyedValue, key: string, note: string | undefined): readonly Part[] {
    const { start, end, text, raw, encode } = findContent(pair.value, this.#text);
    if (raw.length > MAX_TEXT) this.#context.fail(start, `has a text of more than ${MAX_TEXT} letters`);
    const own = joinNotes([note, ...listComments(this.#readBefore(pair))]);
    const part = { key, value: text, note: own, raw, encode };
    return cutParts(this.#text, pair.begin, pair.value.end, [{ start, end, part }]);
  }

  #readValue = (value: Element): string => findContent(value, this.#text).text;
  #readBefore = ({ begin, value }: KeyedValue): string => this.#text.slice(begin, value.start);
  #readWhole = ({ begin, value }: KeyedValue): string => this.#text.slice(begin, value.end);

  /** A dictionary as a list with a block for each of its keys, in the place of its content. */
  #toList(dict: Element, readBlock: (pair: KeyedValue) => Block) {
    const pairs = this.#readPairs(dict);
    const part = { separator: '', blocks: pairs.map(readBlock) };
    return { start: dict.openEnd, end: pairs.at(-1)?.value.end ?? dict.openEnd, part };
  }

  #readPairs(dict: Element): readonly KeyedValue[] {
    const pairs: KeyedValue[] = [];
    const elements = listElements(dict);
    let begin = dict.openEnd;
    for (let at = 0; at < elements.length; at += 2) {
      const [key, value] = elements.slice(at, at + 2);
      if (key?.name !== 'key' || value === undefined || value.name === 'key')
        return this.#context.fail(key?.start ?? dict.start, 'has a dictionary that is not keys with values');
      pairs.push({ name: this.#readValue(key), value, begin });
      begin = value.end;
    }
    return pairs;
  }
}
