import { describe, expect, test } from 'vitest';
import type { CheckedProjectOrder, CheckedSimpleOrder } from '../../../src/client/contract/inputs.js';
import type { Project, ProjectQuote, Question, SimpleQuestion } from '../../../src/client/contract/types.js';
import { compareProject, compareSimple } from '../../../src/client/ordering/same-order.js';

const isSameProject = (...compared: Parameters<typeof compareProject>): boolean =>
  compareProject(...compared).length === 0;

const isSameSimpleQuestion = (...compared: Parameters<typeof compareSimple>): boolean =>
  compareSimple(...compared).length === 0;

type Change = Readonly<Record<string, unknown>>;

const LANGUAGES = { language_id: 'en', translated_language_id: 'ja' };
const ASKED = { type: 'string', body: 'Good morning, everybody', custom_field: 'k' };
const THERE = {
  title: 'Good morning…',
  description: null,
  custom_field: 'k',
  file_type: 'string',
  question_source_id: 5,
  escape_text: false,
  double_check: false,
  individual: false,
  letter_count: 20,
};

// Only the fields that a comparison reads.
const projectOrder = (change: Change, ...questions: readonly Change[]) =>
  ({ ...LANGUAGES, ...change, questions }) as unknown as CheckedProjectOrder;
const project = (change: Change, ...questions: readonly Change[]) =>
  ({ ...LANGUAGES, organization_id: 3, individual: false, ...change, questions }) as unknown as Project;
type Counted = readonly Pick<Question, 'title' | 'letter_count'>[];

const makeQuote = (questions: Counted) => ({ questions }) as unknown as ProjectQuote;

const sameQuestion = (asked: Change, there: Change) =>
  isSameProject(projectOrder({}, { ...ASKED, ...asked }), project({}, { ...THERE, ...there }), undefined);

describe('a question of a project is the one that was asked for', () => {
  test.each<[string, boolean, Change, Change]>([
    ['as it is', true, {}, {}],
    ['with another key', false, {}, { custom_field: 'l' }],
    ['without its key', false, {}, { custom_field: null }],
    ['with white space around its key', true, {}, { custom_field: ' k\n' }],
    ['with a description that was not asked for', false, {}, { description: 'Be polite' }],
    ['without the description', false, { description: 'Be polite' }, {}],
    ['with an empty description for none', true, {}, { description: '' }],
    ['with other line ends', true, { description: 'a\r\nb' }, { description: 'a\nb' }],
    [
      'with another line end in the middle of a line',
      false,
      { description: 'a\rb' },
      { description: 'a\nb' },
    ],
    ['with a flag that was left to the service', true, {}, { escape_text: true, double_check: true }],
    ['with escape_text as asked', true, { escape_text: 1 }, { escape_text: true }],
    ['without escape_text', false, { escape_text: 1 }, {}],
    ['with escape_text, which was refused', false, { escape_text: 0 }, { escape_text: true }],
    ['without escape_text, which was refused', true, { escape_text: 0 }, {}],
    ['with double_check as asked', true, { double_check: 1 }, { double_check: true }],
    ['without double_check', false, { double_check: 1 }, {}],
    ['of another kind of text', false, {}, { file_type: 'html_text' }],
    ['of HTML, as asked', true, { type: 'text_html' }, { file_type: 'html_text' }],
    ['of plain text in place of HTML', false, { type: 'text_html' }, {}],
    ['of a kind that only the service knows', true, {}, { file_type: 'srt' }],
    ['with the title as asked', true, { title: 'Greeting' }, { title: ' Greeting' }],
    ['with another title', false, { title: 'Greeting' }, { title: 'Farewell' }],
    ['with a title that its text begins with, but another was asked for', false, { title: 'Greeting' }, {}],
    ['with an empty title asked for', true, { title: ' ' }, {}],
    ['with three points at the end of its title', true, {}, { title: 'Good mor...' }],
    ['with two points at the end of its title', false, {}, { title: 'Good mor..' }],
    ['with white space before the points', true, {}, { title: 'Good …' }],
    [
      'with its text in another Unicode form as the title',
      true,
      { body: 'Cafe\u0301' },
      { title: 'Caf\u00e9' },
    ],
    ['with other white space in its title', true, {}, { title: ' Good \n morning,' }],
    ['with a title from the middle of its text', false, {}, { title: 'morning' }],
    ['with its whole text as the title', true, {}, { title: 'Good morning, everybody' }],
    ['with more than its text as the title', false, {}, { title: 'Good morning, everybody there' }],
    ['of HTML, with any title', true, { type: 'text_html' }, { file_type: 'html_text', title: 'Other' }],
  ])('%s: %s', (_, same, asked, there) => {
    expect(sameQuestion(asked, there)).toBe(same);
  });

  const FILE = { type: 'file', body: undefined, source_id: 5 };

  test.each<[string, boolean, Change, Change]>([
    ['of the same file', true, {}, {}],
    ['of the same file, with any title', true, {}, { title: 'terms.txt' }],
    ['of the same file, with the title as asked', true, { title: 'Terms' }, { title: 'Terms' }],
    ['of the same file, with another title', false, { title: 'Terms' }, {}],
    ['of another file', false, {}, { question_source_id: 6 }],
    [
      'of another file, with the title as asked',
      false,
      { title: 'Terms' },
      { title: 'Terms', question_source_id: 6 },
    ],
  ])('%s: %s', (_, same, asked, there) => {
    expect(sameQuestion({ ...FILE, ...asked }, { file_type: 'txt', ...there })).toBe(same);
  });

  test('whatever source the service made of a text', () => {
    expect(sameQuestion({ source_id: undefined }, { question_source_id: 9 })).toBe(true);
    expect(sameQuestion({ type: 'text_html', body: undefined }, { file_type: 'html_text' })).toBe(true);
  });
});

/** What is compared alike in both kinds of orders: whether it is the same order, what was asked for, and what is there. */
const OF_BOTH_KINDS: readonly [string, boolean, Change, Change][] = [
  ['as it is', true, {}, {}],
  ['with another source language', false, {}, { language_id: 'de' }],
  ['with another target language', false, {}, { translated_language_id: 'de' }],
  ['of the organization asked for', true, { organization_id: 3 }, {}],
  ['of another organization', false, { organization_id: 4 }, {}],
];

describe('a project is the one that was asked for', () => {
  test.each(OF_BOTH_KINDS)('%s: %s', (_, same, asked, there) => {
    expect(isSameProject(projectOrder(asked, ASKED), project(there, THERE), undefined)).toBe(same);
  });

  test.each<[0 | 1 | undefined, 0 | 1 | undefined, boolean, boolean, boolean]>([
    [undefined, undefined, false, false, true],
    [undefined, undefined, true, true, true],
    [1, undefined, true, false, true],
    [1, undefined, false, true, true],
    [1, undefined, false, false, false],
    [undefined, 1, false, true, true],
    [undefined, 1, false, false, false],
    [0, 1, false, true, true],
    [1, 0, true, false, true],
    [0, undefined, false, false, true],
    [0, undefined, true, false, false],
    [undefined, 0, false, true, false],
    [undefined, 0, false, false, true],
  ])(
    'with individual %s for the order and %s for its question, and %s and %s there: %s',
    (all, each, ...there) => {
      const [whole, single, same] = there;
      const order = projectOrder({ individual: all }, { ...ASKED, individual: each });
      const placed = project({ individual: whole }, { ...THERE, individual: single });
      expect(isSameProject(order, placed, undefined)).toBe(same);
    },
  );

  test('with as many questions, and no more or fewer', () => {
    const is = (asked: number, there: number) =>
      isSameProject(
        projectOrder({}, ...Array.from({ length: asked }, () => ASKED)),
        project({}, ...Array.from({ length: there }, () => ({ ...THERE }))),
        undefined,
      );
    expect([is(2, 2), is(1, 2), is(2, 1)]).toEqual([true, false, false]);
  });
});

describe('with a quote, a project is the same', () => {
  const sameWith = (quoted: Counted, there: Counted) => {
    const asked = there.map(({ title }) => ({ ...ASKED, body: title }));
    const placed = there.map((each) => ({ ...THERE, ...each }));
    return isSameProject(projectOrder({}, ...asked), project({}, ...placed), makeQuote(quoted));
  };
  const single = { title: 'Good morning', letter_count: 10 };
  const another = { title: 'Good evening', letter_count: 10 };
  const long = { title: 'Good afternoon', letter_count: 12 };

  test.each<[string, boolean, Counted, Counted]>([
    ['with the same letters', true, [single], [single]],
    ['with more letters', false, [single], [{ ...single, letter_count: 11 }]],
    ['with another title', false, [single], [another]],
    ['with a shorter title', true, [single], [{ ...single, title: 'Good' }]],
    ['with a longer title', true, [{ ...single, title: 'Good' }], [single]],
    ['with other white space in its title', true, [{ ...single, title: ' Good  morning' }], [single]],
    ['with its questions in another order', true, [long, single], [single, long]],
    ['with its equally long questions in another order', true, [another, single], [single, another]],
    ['with its equally long questions in another order again', true, [single, another], [another, single]],
    ['with two of one title in place of one each', false, [single, another], [single, { ...single }]],
    [
      'with the letters of its questions swapped',
      false,
      [single, long],
      [
        { ...single, letter_count: 12 },
        { ...long, letter_count: 10 },
      ],
    ],
    ['with fewer questions than the quote', false, [single, another], [single]],
  ])('%s: %s', (_, same, quoted, there) => {
    expect(sameWith(quoted, there)).toBe(same);
  });
});

/** Each difference as one line. */
const lines = (differences: ReturnType<typeof compareSimple>) =>
  differences.map(({ path, asked, existing }) => `${path}: ${asked}, not ${existing}`);

describe('what differs is named with what was asked for and what is there', () => {
  test('in a project', () => {
    const asked = {
      type: 'text_html',
      title: 'Greeting',
      body: 'Hi',
      custom_field: 'k',
      description: 'Be polite',
      escape_text: 1,
      double_check: 1,
      individual: 1,
    };
    const order = projectOrder({ organization_id: 4 }, ASKED, asked);
    const there = project(
      { language_id: 'de', translated_language_id: 'fr' },
      { ...THERE, title: 'Bye' },
      { ...THERE, custom_field: 'l' },
    );
    expect(lines(compareProject(order, there, undefined))).toEqual([
      'language_id: en, not de',
      'translated_language_id: ja, not fr',
      'organization_id: 4, not 3',
      'questions[0].body: Good morning, everybody, not Bye',
      'questions[1].custom_field: k, not l',
      'questions[1].description: Be polite, not null',
      'questions[1].escape_text: 1, not false',
      'questions[1].double_check: 1, not false',
      'questions[1].individual: 1, not false',
      'questions[1].type: text_html, not string',
      'questions[1].title: Greeting, not Good morning…',
    ]);
    const file = projectOrder({}, { ...ASKED, type: 'file', body: undefined, source_id: 6 });
    expect(lines(compareProject(file, project({}, { ...THERE, file_type: 'txt' }), undefined))).toEqual([
      'questions[0].source_id: 6, not 5',
    ]);
  });

  test('in the number of its questions, and from its quote', () => {
    const order = projectOrder({}, ASKED, ASKED);
    const quote = makeQuote([
      { title: 'Good evening', letter_count: 20 },
      { title: 'Good night', letter_count: 21 },
    ]);
    expect(lines(compareProject(order, project({}, THERE), quote))).toEqual([
      'questions.length: 2, not 1',
      'questions[].title: Good evening, not Good morning…',
      'questions[].letter_count: 21, not undefined',
    ]);
  });

  test('in a simple question', () => {
    const order = {
      ...LANGUAGES,
      organization_id: 4,
      published_scope: 2,
      description: 'Be polite',
      custom_field: 'k',
      text_format: 1,
      escape_text: 1,
      native: 1,
      question_bodies: [{ body: 'one' }, { body: 'two' }],
    } as unknown as CheckedSimpleOrder;
    const there = {
      language_id: 'de',
      translated_language_id: 'fr',
      organization_id: 3,
      published_scope: 0,
      description: null,
      custom_field: 'l',
      text_format: 0,
      escape_text: false,
      native: false,
      draft_question_id: null,
      question_bodies: [{ body: 'eins', display_order: 1 }],
    } as unknown as SimpleQuestion;
    expect(lines(compareSimple(order, there))).toEqual([
      'language_id: en, not de',
      'translated_language_id: ja, not fr',
      'custom_field: k, not l',
      'organization_id: 4, not 3',
      'published_scope: 2, not 0',
      'description: Be polite, not null',
      'text_format: 1, not 0',
      'escape_text: 1, not false',
      'native: 1, not false',
      'question_bodies.length: 2, not 1',
      'question_bodies[0].body: one, not eins',
      'question_bodies[1].body: two, not null',
    ]);
  });
});

describe('a simple question is the one that was asked for', () => {
  const BODIES = [{ body: 'one' }, { body: 'two' }];
  const SHOWN = [
    { body: 'one', display_order: 1 },
    { body: 'two', display_order: 2 },
  ];
  const order = { ...LANGUAGES, custom_field: 'k', question_bodies: BODIES };
  const there = {
    ...LANGUAGES,
    organization_id: 3,
    published_scope: 1,
    description: null,
    custom_field: 'k',
    text_format: 0,
    escape_text: false,
    native: false,
    draft_question_id: null,
    question_bodies: SHOWN,
  };

  test.each<[string, boolean, Change, Change]>([
    ...OF_BOTH_KINDS,
    ['for the audience asked for', true, { published_scope: 1 }, {}],
    ['for another audience', false, { published_scope: 2 }, {}],
    ['for another audience, but cancelled', true, { published_scope: 2 }, { draft_question_id: 9 }],
    ['with another description', false, { description: 'Be polite' }, { description: 'Be quick' }],
    ['in another Unicode form', true, { description: 'Cafe\u0301' }, { description: 'Caf\u00e9' }],
    ['with a description that was not asked for', false, {}, { description: 'Be quick' }],
    ['with another key', false, {}, { custom_field: 'l' }],
    ['of the format asked for', true, { text_format: 1 }, { text_format: 1 }],
    ['of another format', false, { text_format: 1 }, {}],
    ['of a format that was not asked for', false, {}, { text_format: 1 }],
    ['with escape_text as asked', true, { escape_text: 1 }, { escape_text: true }],
    ['without escape_text', false, { escape_text: 1 }, {}],
    ['with escape_text, which was left to the service', true, {}, { escape_text: true }],
    ['for natives as asked', true, { native: 1 }, { native: true }],
    ['for others than natives', false, { native: 1 }, {}],
    ['for natives, which was left to the service', true, {}, { native: true }],
    ['with its texts listed in another order', true, {}, { question_bodies: SHOWN.toReversed() }],
    ['with its texts in another order', false, { question_bodies: BODIES.toReversed() }, {}],
    ['with one text more', false, { question_bodies: BODIES.slice(1) }, {}],
    ['with one text fewer', false, {}, { question_bodies: SHOWN.slice(0, 1) }],
    ['with another text', false, {}, { question_bodies: [SHOWN[0], { body: 'too', display_order: 2 }] }],
    ['with other line ends in a text', true, { question_bodies: [{ body: 'one\r\n' }, { body: 'two' }] }, {}],
  ])('%s: %s', (_, same, asked, shown) => {
    const single = { ...order, ...asked } as unknown as CheckedSimpleOrder;
    const another = { ...there, ...shown } as unknown as SimpleQuestion;
    expect(isSameSimpleQuestion(single, another)).toBe(same);
  });
});
