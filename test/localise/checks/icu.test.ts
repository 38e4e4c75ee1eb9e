import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Element, parseIcu } from '../../../src/localise/checks/icu/parse.js';
import { runs } from '../../runs.js';

/** What a message is made of, whoever has parsed it. */
type Outline = string | readonly [what: string, ...forms: readonly (readonly [string, readonly Outline[]])[]];

/** FormatJS joins what is quoted with the text beside it. */
function joinLiterals(elements: readonly Element[]): readonly Element[] {
  const joined: Element[] = [];
  for (const element of elements) {
    const last = joined.at(-1);
    if (last?.kind === 'literal' && element.kind === 'literal')
      joined[joined.length - 1] = { ...last, value: last.value + element.value };
    else joined.push(element);
  }
  return joined;
}

const outlineOurs = (text: string, elements: readonly Element[]): readonly Outline[] =>
  joinLiterals(elements).map((element) => {
    if (element.kind === 'literal') return `text ${element.value}`;
    if (element.kind !== 'block') return text.slice(element.from, element.to);
    const { name, type, offset, from, to, forms } = element;
    return [
      `${type} ${name} ${offset} ${from} ${to}`,
      ...forms
        .map(
          (form) => [`${form.selector} ${form.from} ${form.to}`, outlineOurs(text, form.elements)] as const,
        )
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ];
  });

const outlineTheirs = (text: string, elements: readonly MessageFormatElement[]): readonly Outline[] =>
  elements.map((element) => {
    const { start, end } = element.location ?? { start: { offset: 0 }, end: { offset: 0 } };
    if (element.type === TYPE.literal) return `text ${element.value}`;
    if (element.type !== TYPE.plural && element.type !== TYPE.select)
      return text.slice(start.offset, end.offset);
    const type =
      element.type === TYPE.select ? 'select' : element.pluralType === 'ordinal' ? 'selectordinal' : 'plural';
    const offset = element.type === TYPE.plural ? element.offset : 0;
    return [
      `${type} ${element.value} ${offset} ${start.offset} ${end.offset}`,
      ...Object.entries(element.options)
        .map(
          ([selector, { value, location }]) =>
            [
              `${selector} ${location?.start.offset} ${location?.end.offset}`,
              outlineTheirs(text, value),
            ] as const,
        )
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ];
  });

const readTheirs = (text: string, requiresOtherClause: boolean): readonly Outline[] | undefined => {
  try {
    const options = { ignoreTag: true, captureLocation: true, shouldParseSkeletons: false };
    return outlineTheirs(text, parse(text, { ...options, requiresOtherClause }));
  } catch {
    return undefined;
  }
};

/** Letters that are never part of a name: FormatJS allows pictures in names. */
const plain = fc.constantFrom(
  'word',
  ' ',
  '\n',
  'é',
  '😀.',
  '\ud800.',
  '<b>',
  '</b>',
  '|',
  '#',
  "''",
  "'",
  "'{'",
  "'}'",
  "'#'",
  "'<",
  ">'",
  "'{x}' '",
  '{n}',
  '{ n }',
  '{0}',
  '{n, number}',
  '{d, date, short}',
  '{t,time ,  ::yMd }',
  "{d, date, 'at' HH}",
);
/** What makes a text no message, mostly. */
const rough = fc.constantFrom(
  '{',
  '}',
  "'{",
  "'#",
  "}'",
  '{}',
  '{ }',
  '{a b}',
  '{user.name}',
  '{d,time ,  }',
  '{d, date, :: }',
  '{n, spellout}',
  '{n, plural}',
  '{n, plural, ',
  '{n,plural,offset:1 ',
  '{n, plural, offset: 12',
  '{m, selectordinal, ',
  '{g, select, ',
  '{g,select,offset:1 ',
  'one {',
  'other{',
  '=1 {',
  '=x{',
  'a-b{',
  '} other {',
  '}} ',
  '}}',
);
const begin = fc.constantFrom(
  '{n, plural, ',
  '{n,plural,offset:1 ',
  '{g, select,',
  '{n , selectordinal ,\n',
  '{ m,plural,offset: 2\n',
);
const selector = fc.constantFrom('one ', 'few', ' other ', 'other', 'other', '=1', '=-2 ', 'a', 'one');
const { message } = fc.letrec<{ message: string; block: string }>((tie) => ({
  message: fc
    .array(
      fc.oneof(
        { maxDepth: 3 },
        { arbitrary: plain, weight: 30 },
        { arbitrary: tie('block'), weight: 15 },
        { arbitrary: rough, weight: 1 },
      ),
      { maxLength: 4 },
    )
    .map((parts) => parts.join('')),
  block: fc
    .tuple(begin, fc.array(fc.tuple(selector, tie('message')), { minLength: 1, maxLength: 3 }))
    .map(([start, forms]) => `${start}${forms.map(([name, text]) => `${name}{${text}}`).join(' ')}}`),
}));
const texts = fc.oneof(
  message,
  fc.array(fc.oneof(plain, rough), { maxLength: 8 }).map((parts) => parts.join('')),
);

test.each([true, false])(
  'the parser of messages reads what that of FormatJS reads; with other: %s',
  (requiresOther) => {
    fc.assert(
      fc.property(texts, (text) => {
        const ours = parseIcu(text, requiresOther);
        expect(ours && outlineOurs(text, ours)).toEqual(readTheirs(text, requiresOther));
      }),
      runs(20_000),
    );
  },
);
