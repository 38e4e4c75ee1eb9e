import { isCategory } from '../../../checks/plural-categories.js';
import { type Block, isSlot, type ReadContext, type Slot } from '../../document.js';
import { describeNumbers, hasCount, joinNotes, makeMissingForm } from '../../plurals.js';
import { shortenKey } from '../../refusal.js';
import {
  endsWithFew,
  endsWithOne,
  findRule,
  is,
  isIn,
  isTeen,
  type PluralRule,
  sortNumbers,
} from '../plural-conditions.js';
import { isHolder, makeFormWriter } from './plurals.js';
import type { JsonSyntax } from './syntax.js';
import { type JsonValue, listInside, readOwn } from './tree.js';

/**
 * The rules of i18next up to its JSON v3. Its suffixes are the places of the forms, `_0`, `_1` and so on.
 *
 * @see https://www.i18next.com/misc/json-format
 */
const NUMBERED: readonly PluralRule[] = [
  ['ay bo cgg fa ht id ja jbo ka km ko ky lo ms sah su th tt ug vi wo zh', []],
  ['be bs cnr dz hr ru sr uk', [endsWithOne, endsWithFew]],
  ['ar', [is(0), is(1), is(2), (number) => isIn(number % 100, 3, 10), (number) => number % 100 >= 11]],
  ['cs sk', [is(1), is(2, 3, 4)]],
  ['csb pl', [is(1), endsWithFew]],
  ['cy', [is(1), is(2), (number) => number !== 8 && number !== 11]],
  ['ga', [is(1), is(2), (number) => number < 7, (number) => number < 11]],
  ['gd', [is(1, 11), is(2, 12), (number) => isIn(number, 3, 19)]],
  ['jv', [is(0)]],
  ['kw', [is(1), is(2), is(3)]],
  ['lt', [endsWithOne, (number) => number % 10 >= 2 && !isTeen(number)]],
  ['lv', [endsWithOne, (number) => number !== 0]],
  ['mnk', [is(0), is(1)]],
  [
    'mt',
    [is(1), (number) => number === 0 || isIn(number % 100, 2, 10), (number) => isIn(number % 100, 11, 19)],
  ],
  ['or', [is(1)]],
  ['ro', [is(1), (number) => number === 0 || isIn(number % 100, 1, 19)]],
  [
    'sl',
    [(number) => !isIn(number % 100, 1, 4), (number) => number % 100 === 1, (number) => number % 100 === 2],
  ],
  ['he iw', [is(1), is(2), (number) => number > 10 && number % 10 === 0]],
];

/** Languages of a singular, without a suffix, and a plural, `_plural`. */
const NAMED: readonly PluralRule[] = [
  ['ach ak am arn br fil gun ln mfe mg mi oc pt pt-BR tg tl ti tr uz wa', [(number) => number <= 1]],
  [
    'af an ast az bg bn ca da de dev el en eo es et eu fi fo fur fy gl gu ha hi hu hy ia it kk kn ku lb mai ml mn mr nah nap nb ne nl nn no nso pa pap pms ps pt-PT rm sco se si so son sq sv sw ta te tk ur yo',
    [is(1)],
  ],
  ['fr', [(number) => number < 2]],
  ['is mk', [endsWithOne]],
];

/** Enough numbers to tell a form of one number from others. */
const LARGEST = 200;
const PLURAL = '_plural';
/** Those of all languages. */
const SUFFIXES = ['', PLURAL, '_0', '_1', '_2', '_3', '_4', '_5'];

/** A form, with the whole numbers up to 200 that use it. */
interface OlderForm {
  readonly suffix: string;
  readonly numbers: readonly number[];
}

/** The forms of a language in i18next's JSON v3; none for a language that it does not know. */
export function listOlderForms(language = ''): readonly OlderForm[] {
  const named = findRule(NAMED, language);
  if (named !== undefined)
    return sortNumbers(named, LARGEST).map((numbers, at) => ({ suffix: at === 0 ? '' : PLURAL, numbers }));
  const numbered = findRule(NUMBERED, language);
  return numbered === undefined
    ? []
    : sortNumbers(numbered, LARGEST).map((numbers, at) => ({ suffix: `_${at}`, numbers }));
}

/** What a file has of plural forms of i18next's JSON v3. */
interface OlderPlurals {
  /** Whether the file certainly has such forms. */
  readonly isCertain: boolean;
  /** What a person should know of them. */
  readonly warnings: readonly string[];
}

const NONE: OlderPlurals = { isCertain: false, warnings: [] };

/**
 * Looks for plural forms of i18next's JSON v3 in a file. It certainly has some if one of them shows the number, and none is of a later
 * version.
 *
 * @param value the value of the file
 */
export function findOlderPlurals(
  value: JsonValue,
  text: string,
  { from, to, isTarget }: ReadContext,
): OlderPlurals {
  const suffixes = listSourceForms(from).map(({ suffix }) => suffix);
  const [general = PLURAL] = suffixes;
  // Most files have none.
  if (isTarget || to === undefined || !text.includes(general)) return NONE;
  let first: string | undefined;
  let isCounted = false;
  let isNewer = false;
  const open: JsonValue[] = [value];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    const isText = (name: string): boolean => typeof readOwn(holder, name) === 'string';
    for (const { name, value: member } of listInside(holder)) {
      if (typeof member !== 'string') {
        open.push(member);
        continue;
      }
      const end = name.lastIndexOf('_');
      if (end > 0 && isCategory(name.slice(end + 1))) isNewer ||= hasCount(member);
      const base = name.slice(0, -general.length);
      if (base === '' || !name.endsWith(general)) continue;
      if (!suffixes.every((suffix) => isText(base + suffix))) continue;
      first ??= name;
      isCounted ||= hasCount(member);
    }
  }
  const forms = listOlderForms(to);
  const isSame = forms.length === suffixes.length && forms.every(({ suffix }) => suffixes.includes(suffix));
  const isUncertain = !isCounted || isNewer;
  // Names that end with numbers are mostly no forms. With the same forms, each text is one, whether or not it is meant so.
  if (first === undefined || (isUncertain && (isSame || general !== PLURAL))) return NONE;
  const found = `has texts such as ${shortenKey(first)}, which may be plural forms of i18next's JSON v3`;
  const asTheyAre = 'each is ordered as it is, without the forms of the language';
  if (isNewer) return warn(`${found}, beside those of v4: ${asTheyAre}; write all of them as v4 has them`);
  if (!isCounted) return warn(`${found}, though none shows the number as {{count}}: ${asTheyAre}`);
  if (forms.length === 0) return warn(`${found}, which has no rule for ${to}: ${asTheyAre}`);
  return { isCertain: true, warnings: [] };
}

const warn = (warning: string): OlderPlurals => ({ isCertain: false, warnings: [warning] });

/** The forms of the texts, that for most numbers first; those of English where nobody named their language. */
function listSourceForms(from: string | undefined): readonly OlderForm[] {
  const own = listOlderForms(from);
  const forms = own.length === 0 ? listOlderForms('en') : own;
  return forms.toSorted((first, second) => second.numbers.length - first.numbers.length);
}

/**
 * Adapts the plural forms of i18next's JSON v3 in an object to the language, as `adaptPlurals` does those of later versions.
 *
 * @param blocks the members of the object
 * @param path its key; undefined for the whole file
 */
export function adaptOlderPlurals(
  blocks: readonly Block[],
  path: string | undefined,
  { from, to }: Pick<ReadContext, 'from' | 'to'>,
  syntax: JsonSyntax,
): readonly Block[] {
  const sourceForms = listSourceForms(from);
  const [general = PLURAL, ...others] = sourceForms.map(({ suffix }) => suffix);
  const forms = listOlderForms(to);
  const texts = new Map(blocks.filter((block) => !isHolder(block)).map((block) => [block.id, block]));
  const places = new Map(blocks.map((block, at) => [block, at]));
  const changed = new Map<Block, readonly Block[]>();
  for (const [id = '', block] of texts) {
    const base = id.slice(0, -general.length);
    if (base === '' || !id.endsWith(general) || !others.every((suffix) => texts.has(base + suffix))) continue;
    const write = makeFormWriter(base, block, general, syntax, path);
    const missing = forms
      .filter(({ suffix }) => !texts.has(base + suffix))
      .flatMap(({ suffix, numbers }) => {
        // A form for 1 and other numbers, as 21, has the text for 1, as those of later versions have.
        const number = numbers.includes(1) ? 1 : (numbers[0] ?? 0);
        const like =
          forms.length === 1 ? undefined : sourceForms.find(({ numbers }) => numbers.includes(number));
        const slot = texts.get(base + (like?.suffix ?? general))?.parts.find(isSlot);
        return slot === undefined
          ? []
          : [makeMissingForm(write(suffix), slot, describe(slot, numbers, forms))];
      });
    const members = SUFFIXES.flatMap((suffix) => texts.get(base + suffix) ?? []);
    const end = Math.max(...members.map((member) => places.get(member) ?? 0));
    const allowed = SUFFIXES.map((suffix) => base + suffix);
    for (const member of members) {
      const form = forms.find(({ suffix }) => base + suffix === member.id);
      const adapt = (slot: Slot): Slot =>
        form === undefined ? { ...slot, text: '' } : { ...slot, ...describe(slot, form.numbers, forms) };
      const parts = member.parts.map((part) => (isSlot(part) ? adapt(part) : part));
      changed.set(member, [{ ...member, parts, allowed }, ...(places.get(member) === end ? missing : [])]);
    }
  }
  return blocks.flatMap((block) => changed.get(block) ?? [block]);
}

/** What a form says to translators. */
const describe = (
  { note }: Slot,
  numbers: readonly number[],
  forms: readonly OlderForm[],
): Pick<Slot, 'note' | 'isForOne'> => ({
  note: joinNotes([note, forms.length < 2 ? undefined : describeNumbers(numbers)]),
  isForOne: numbers.length === 1,
});
