import {
  type FormStyle,
  type IcuText,
  isForm,
  type PluralArgument,
  readIcu,
  type Selection,
  writePlurals,
} from '../../checks/icu/icu-text.js';
import {
  describeExact,
  joinNotes,
  listCompleteForms,
  listNeeded,
  type PluralForm,
  sortCategories,
} from '../plurals.js';
import type { MessageForm, PluralMessage } from './plural-message.js';

/** Each combination of forms is a text to pay for. With more of them, the message stays one text. */
const MAX_FORMS = 16;
/** A translation that distinguishes more was not made by people. */
const MAX_KEPT = 64;
/** Most texts are seen to be no message with a plural without parsing them. */
const PLURAL = /,\s*(?:plural|selectordinal)\s*,/;
/** An apostrophe that would begin a quotation, or that ends the form, where a brace follows. */
const QUOTING = /'(?=['{}<>#]|$)/g;

/** An argument, and the selectors that the translation gets for it. */
interface Axis {
  readonly argument: PluralArgument;
  readonly forms: readonly PluralForm[];
  /** What is translated, such as `=0`, `one`, `few`, `many`, `other`. */
  readonly selectors: readonly string[];
}

/**
 * ICU messages with plurals or ordinals. The text around a plural is part of each form, so that translators get whole
 * sentences. Several plurals give a text for each combination of their forms.
 */
export function readIcuMessage(
  text: string,
  translation: string | undefined,
  to: string,
): PluralMessage | undefined {
  const source = PLURAL.test(text) ? readIcu(text, true) : undefined;
  const axes = source?.arguments.map((argument) => makeAxis(argument, to)) ?? [];
  const count = axes.reduce((product, { selectors }) => product * selectors.length, 1);
  // Without forms, the language is unknown.
  if (source === undefined || axes.length === 0 || count === 0 || count > MAX_FORMS) return undefined;
  return new IcuForms(source, axes, parseEarlier(translation, axes)).build(source);
}

function makeAxis(argument: PluralArgument, to: string): Axis {
  const forms = listCompleteForms(to, argument.type);
  const exact = [...argument.selectors].filter(isExact);
  // With an offset, a category is for other numbers than its own.
  const needed = argument.offset === 0 ? listNeeded(forms, new Set(exact.map(readNumber))) : forms;
  const categories = needed.map(({ category }) => category);
  return { argument, forms, selectors: forms.length === 0 ? [] : [...exact, ...categories] };
}

const isExact = (selector: string): boolean => selector.startsWith('=');
const readNumber = (selector: string): number => Number(selector.slice(1));

/** The other selector for a number alone: in German, `one` for `=1`, and `=1` for `one`. */
function findSynonym({ argument, forms }: Axis, selector: string): string | undefined {
  if (argument.offset !== 0) return undefined;
  const pair = forms
    .filter(({ sample }) => sample.length === 1)
    .map(({ category, sample: [number] }) => [category, `=${number}`])
    .find((selectors) => selectors.includes(selector));
  return pair?.find((synonym) => synonym !== selector);
}

/** The translation so far, if its plurals are those of the source. */
function parseEarlier(translation: string | undefined, axes: readonly Axis[]): IcuText | undefined {
  const earlier = translation === undefined ? undefined : readIcu(translation, false);
  const isSame = ({ key, offset }: PluralArgument): boolean =>
    axes.some(({ argument }) => argument.key === key && argument.offset === offset);
  const count = earlier?.arguments.reduce((product, { selectors }) => product * selectors.size, 1) ?? 0;
  return count <= MAX_KEPT && earlier?.arguments.every(isSame) ? earlier : undefined;
}

/** It does not keep the parsed source, which takes far more memory than its text: a file can have many messages. */
class IcuForms {
  /** Whether the source writes an apostrophe as two. */
  readonly #doublesApostrophes: boolean;
  readonly #axes: readonly Axis[];
  readonly #earlier: IcuText | undefined;
  readonly #style: FormStyle;
  /** The id of the form that has the text, by all selectors: a plural within another one does not decide on each text. */
  readonly #ids = new Map<string, string>();

  constructor(source: IcuText, axes: readonly Axis[], earlier: IcuText | undefined) {
    this.#doublesApostrophes = source.text.includes("''");
    this.#axes = axes;
    this.#earlier = earlier;
    this.#style = {
      isQuoted: source.isQuoted || earlier?.isQuoted === true,
      keepsNumberSign: axes.length === 1,
    };
  }

  build(source: IcuText): PluralMessage | undefined {
    const forms: MessageForm[] = [];
    for (const selectors of combine(this.#axes.map(({ selectors: own }) => own))) {
      const deciding = this.#findDeciding(source, selectors);
      const id = joinSelectors(selectors.map((selector, at) => (deciding[at] ? selector : 'other')));
      const isNew = ![...this.#ids.values()].includes(id);
      this.#ids.set(joinSelectors(selectors), id);
      if (!isNew) continue;
      const form = this.#makeForm(source, id, selectors, deciding);
      if (form === undefined) return undefined;
      forms.push(form);
    }
    return { forms, join: (readForm, fail) => this.#join(readForm, fail) };
  }

  /** Whether each plural decides on the text for some selectors. */
  #findDeciding(source: IcuText, selectors: readonly string[]): readonly boolean[] {
    if (this.#axes.length === 1) return [true];
    const keys = source.listDeciding(this.#select(selectors));
    return this.#axes.map(({ argument: { key } }) => keys.has(key));
  }

  #makeForm(
    source: IcuText,
    id: string,
    selectors: readonly string[],
    deciding: readonly boolean[],
  ): MessageForm | undefined {
    const text = source.render(this.#select(selectors), this.#style);
    if (text === undefined) return undefined;
    const hasSign = hasNumberSign(text);
    const isSaid = this.#axes.length === 1 && !this.#isForOneNumber(selectors[0]) && hasSign;
    const protectTerms = isSaid ? ['#'] : undefined;
    const known = this.#renderKnown(selectors);
    const note = this.#makeNote(selectors, deciding, hasSign);
    return { id, text, note, known, protectTerms };
  }

  /** The form can say its number by a word, as in "an apple". */
  #isForOneNumber(selector = ''): boolean {
    const form = this.#axes[0]?.forms.find(({ category }) => category === selector);
    return isExact(selector) || form?.numbers.length === 1;
  }

  #select(selectors: readonly string[]): Selection {
    return new Map(this.#axes.map(({ argument: { key } }, at) => [key, selectors[at] ?? 'other']));
  }

  #renderKnown(selectors: readonly string[]): string | undefined {
    const earlier = this.#earlier;
    if (earlier === undefined) return undefined;
    const known = selectors.map((selector, at) => {
      const axis = this.#axes[at];
      const own = axis && this.#findEarlier(axis)?.selectors;
      const synonym = axis && findSynonym(axis, selector);
      return own?.has(selector) === false && synonym !== undefined && own.has(synonym) ? synonym : selector;
    });
    const selection = this.#select(known);
    return earlier.has(selection) ? earlier.render(selection, this.#style) : undefined;
  }

  /** The argument as the translation so far has it. */
  #findEarlier({ argument: { key } }: Axis): PluralArgument | undefined {
    return this.#earlier?.arguments.find((argument) => argument.key === key);
  }

  #makeNote(
    selectors: readonly string[],
    deciding: readonly boolean[],
    hasSign: boolean,
  ): string | undefined {
    const notes = this.#axes.map(({ argument: { name, offset }, forms }, at) => {
      if (!deciding[at]) return undefined;
      const selector = selectors[at] ?? '';
      const form = forms.find(({ category }) => category === selector);
      const note = isExact(selector) ? describeExact(selector.slice(1)) : form?.note;
      const sign = offset === 0 ? '# is the number.' : `# is the number less ${offset}.`;
      if (this.#axes.length > 1) return note && `{${name}}: ${note}`;
      return joinNotes([note, hasSign ? sign : undefined]);
    });
    return joinNotes(notes);
  }

  #join(readForm: (id: string) => string, fail: (id: string, message: string) => never): string {
    const plurals = this.#axes.map((axis) => ({
      layout: axis.argument.layout,
      selectors: this.#listWrittenSelectors(axis),
    }));
    return writePlurals(plurals, (chosen) => {
      const found = chosen.map((selector, at) => this.#findTranslated(this.#axes[at], selector));
      const kept = found.includes(undefined) ? this.#renderKnown(chosen) : undefined;
      if (kept !== undefined) return this.#encode(kept, '', fail);
      const all = joinSelectors(found.map((selector) => selector ?? 'other'));
      const id = this.#ids.get(all) ?? all;
      return this.#encode(readForm(id), id, fail);
    });
  }

  /** The selector whose translation is written for one; undefined for what only the translation so far distinguishes. */
  #findTranslated(axis: Axis | undefined, selector: string): string | undefined {
    if (axis === undefined || axis.selectors.includes(selector)) return selector;
    // A text for an exact number always wins, so it can't stay when its number is translated anew.
    const synonym = isExact(selector) ? findSynonym(axis, selector) : undefined;
    return synonym !== undefined && axis.selectors.includes(synonym) ? synonym : undefined;
  }

  /** Those that are translated, and what else the translation so far distinguishes. */
  #listWrittenSelectors(axis: Axis): readonly string[] {
    const earlier = this.#findEarlier(axis);
    return earlier === undefined
      ? axis.selectors
      : sortCategories([...new Set([...axis.selectors, ...earlier.selectors])]);
  }

  /** Writes a translation as ICU reads it. */
  #encode(text: string, id: string, fail: (id: string, message: string) => never): string {
    // Where a text shows its numbers by name, a sign in its translation is one that a person has written.
    const { keepsNumberSign, isQuoted } = this.#style;
    const hasOwnSign = !keepsNumberSign && !isQuoted && text.includes('#');
    const doubled =
      hasOwnSign || this.#doublesApostrophes ? text.replaceAll("'", "''") : text.replace(QUOTING, "''");
    const plain = hasOwnSign ? doubled.replace(/#+/g, "'$&'") : doubled;
    const found = [...(isQuoted ? [text] : []), plain].find(isForm);
    return found ?? fail(id, 'has braces that do not match, so it fits into no ICU message');
  }
}

/** Whether a text shows the number, and not only the sign itself. */
const hasNumberSign = (text: string): boolean => text.replaceAll("'#'", '').includes('#');

const joinSelectors = (selectors: readonly string[]): string => selectors.join(', ');

/** Every combination of one of each list. */
function combine(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return lists.reduce<readonly (readonly string[])[]>(
    (found, list) => found.flatMap((begin) => list.map((selector) => [...begin, selector])),
    [[]],
  );
}
