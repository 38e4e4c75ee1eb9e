// What a hostile service may answer, for every operation.
import type { Requester } from 'translation-requester';
import type * as z from 'zod/mini';
import { importClient } from '../client-source.ts';
import { type Bend, getParts, listsIn, writeText } from './bent.ts';

type Call = (requester: Requester) => PromiseLike<unknown>;

/** One hostile answer. */
export interface Shape {
  readonly name: string;
  readonly call: Call;
  /** @default 200 */
  readonly status?: number;
  text(): string;
}

/** Items of a page: no more than a client takes. */
const PAGE = 130;
/** Items of any other list: no more than a client looks at, or fewer where they are large. */
const LONG = [10_000, 5_000, 2_000, 500];
/** Characters: less than the 8 MiB of `maxAnswerSize`. */
const LONGEST = 7_900_000;

const pair = { language_id: 'en', translated_language_id: 'ja' };
const project = { ...pair, questions: [{ type: 'string', body: 'text' }] } as const;
const simple = { ...pair, question_bodies: [{ body: 'text' }] };
const reason = 'Half of the text is missing.';

const answers = await importClient<typeof import('../../../src/client/contract/answers.js')>(
  "export * from './contract/answers.js';",
);

/** The calls with the schemas of their answers. After a cancel the client waits, so it is not among them. */
const OPERATIONS: Readonly<Record<string, readonly [z.core.$ZodType, Call]>> = {
  'account.get': [answers.accountSchema(), ({ account }) => account.get()],
  'organizations.list': [answers.organizationPageSchema(), ({ organizations }) => organizations.list()],
  'organizations.create': [
    answers.organizationAnswerSchema(),
    ({ organizations }) => organizations.create({ name: 'Team' }),
  ],
  'languages.list': [answers.languagePairsAnswerSchema(), ({ languages }) => languages.list()],
  'files.get': [answers.questionSourceAnswerSchema(), ({ files }) => files.get(1)],
  'projects.create': [answers.projectAnswerSchema(), ({ projects }) => projects.create(project)],
  'projects.check': [answers.projectQuoteAnswerSchema(), ({ projects }) => projects.check(project)],
  'questions.list': [answers.questionPageSchema(), ({ questions }) => questions.list()],
  'questions.get': [answers.questionAnswerSchema(), ({ questions }) => questions.get(1)],
  'comments.list': [answers.commentPageSchema(), ({ comments }) => comments.list(1)],
  'comments.create': [answers.commentAnswerSchema(), ({ comments }) => comments.create(1, { body: 'text' })],
  'revisions.list': [answers.revisionPageSchema(), ({ revisions }) => revisions.list(1)],
  'revisions.get': [answers.revisionAnswerSchema(), ({ revisions }) => revisions.get(1, 1)],
  'simple.questions.create': [
    answers.simpleQuestionAnswerSchema(),
    ({ simple: { questions } }) => questions.create(simple),
  ],
  'simple.questions.get': [
    answers.simpleQuestionDetailAnswerSchema(),
    ({ simple: { questions } }) => questions.get(1),
  ],
  'simple.questions.check': [
    answers.simpleQuestionQuoteAnswerSchema(),
    ({ simple: { questions } }) => questions.check(simple),
  ],
  'simple.translations.get': [
    answers.simpleTranslationAnswerSchema(),
    ({ simple: { translations } }) => translations.get(1),
  ],
  'simple.translations.reject': [
    answers.rejectionAnswerSchema(),
    ({ simple: { translations } }) => translations.reject(1, { reason }),
  ],
  'simple.translations.comments.get': [
    answers.simpleTranslationCommentsSchema(),
    ({ simple: { translations } }) => translations.comments.get(1, 1),
  ],
  'events.list': [answers.eventPageSchema(), ({ events }) => events.list()],
  'events.get': [answers.eventAnswerSchema(), ({ events }) => events.get(1)],
};

/** The operations whose answers are bent. */
export const operations: readonly string[] = Object.keys(OPERATIONS);

const getType = (schema: z.core.$ZodType): string => getParts(schema).type;
const isText = (schema: z.core.$ZodType): boolean => getType(schema) === 'string';
/** A time is a text with a check. */
const isTime = (schema: z.core.$ZodType): boolean => isText(schema) && getParts(schema).checks !== undefined;
const isPlain = (schema: z.core.$ZodType): boolean => getParts(schema).shape === undefined && !isList(schema);
const isList = (schema: z.core.$ZodType): boolean => getType(schema) === 'array';
const NEEDED = /(^|\.)(id|status|type|revision_number|total_point|(translated_)?language_id)$/;

/** Another value for the fields of a kind. */
const wrong =
  (
    isMeant: (schema: z.core.$ZodType, place: string) => boolean,
    text: string,
  ): NonNullable<Bend['instead']> =>
  (place, schema, value) =>
    isMeant(schema, place) ? text : value;

const unknown = (many: number): string =>
  Array.from({ length: many }, (_, index) => `"unknown_${index}":${index}`).join(',');

/** What is wrong with each item of a long list. */
const OF_ITEMS: Readonly<Record<string, Omit<Bend, 'items'>>> = {
  nothing: {},
  'the times': { instead: wrong(isTime, '"yesterday"') },
  'every number': { instead: wrong((schema) => getType(schema) === 'number', '1.5') },
  'every field': { instead: wrong(isPlain, '[]') },
  'every field but what is needed': {
    instead: wrong((schema, place) => isPlain(schema) && !NEEDED.test(place), '[]'),
  },
  'null in every field': { instead: wrong(isPlain, 'null') },
  'the times, with 20 unknown fields': { more: unknown(20), instead: wrong(isTime, '"yesterday"') },
};

/** What stands in a long list instead of items. */
const INSTEAD = ['{}', 'null', '[]', '""', '{"id":1,"type":"other"}'];

function listShapes(name: string, place: string, [schema, call]: readonly [z.core.$ZodType, Call]): Shape[] {
  const isPage = name.endsWith('.list') && !place.includes('[') && name !== 'languages.list';
  const shape = (what: string, bend: Omit<Bend, 'items'>): Shape => ({
    name: `items of a list with ${what}`,
    call,
    text: () => {
      const texts = (isPage ? [PAGE] : LONG).map(
        (many) => () => writeText(schema, { items: (at) => (at === place ? many : 1), ...bend }),
      );
      const fitting = texts.find((make) => make().length < LONGEST);
      if (fitting === undefined) throw new Error(`${name}: the answer with ${what} is too long.`);
      return fitting();
    },
  });
  return [
    ...Object.entries(OF_ITEMS).map(([what, bend]) => shape(`${what} wrong`, bend)),
    ...INSTEAD.map((text) =>
      shape(`${text} for each`, { instead: wrong((_, at) => at === `${place}[]`, text) }),
    ),
  ];
}

/** An answer that is right but for what nobody knows, or for its size. */
function wholeShapes([schema, call]: readonly [z.core.$ZodType, Call]): Shape[] {
  const shape = (name: string, bend: Omit<Bend, 'items'>): Shape => ({
    name,
    call,
    text: () => writeText(schema, { items: () => 1, ...bend }),
  });
  return [
    shape('5,000 unknown fields in each object', { more: unknown(5_000) }),
    shape('5,000 unknown fields in each object, nothing right', {
      more: unknown(5_000),
      instead: wrong(isPlain, '[]'),
    }),
    shape('each text 40 kB long', { instead: wrong(isText, `"${'long '.repeat(8_000)}"`) }),
  ];
}

/** Every shape of one operation's answer. */
export function makeShapes(name: string): Shape[] {
  const operation = OPERATIONS[name];
  if (operation === undefined) return special();
  const lists = listsIn(operation[0]).flatMap((place) => listShapes(name, place, operation));
  return [...lists, ...wholeShapes(operation)];
}

const events: Call = (requester) => requester.events.list();
const place: Call = (requester) => requester.projects.create(project);
const many = (text: string, times: number): string => Array(times).fill(text).join(',');
const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const fields = (times: number): string => `{${unknown(times)}}`;

/** What is hostile in itself. */
function special(): Shape[] {
  const languages: Call = (requester) => requester.languages.list();
  const comments: Call = ({ simple: { translations } }) => translations.comments.get(1, 1);
  const language = { id: 'en', localized_name: 'English' };
  const right = {
    ...pair,
    language,
    translated_language: language,
    point: 1,
    extra_point: 0,
    extra_letter: 0,
  };
  const shape = (name: string, call: Call, text: () => string, status = 200): Shape => ({
    name,
    call,
    text,
    status,
  });
  return [
    shape('330,000 {} as events', events, () => `{"events":[${many('{}', 330_000)}]}`),
    shape('8 MiB of {} as language pairs', languages, () => `{"language_pairs":[${many('{}', 2_600_000)}]}`),
    shape(
      '8 MiB of language pairs',
      languages,
      () => `{"language_pairs":[${many(JSON.stringify(right), 38_000)}]}`,
    ),
    shape(
      '8 MiB of language pairs, one wrong',
      languages,
      () => `{"language_pairs":[{},${many(JSON.stringify(right), 38_000)}]}`,
    ),
    shape('lists 1,000,000 deep', place, () => deep(1_000_000)),
    shape(
      'lists 1,000,000 deep in an unknown field',
      place,
      () => `{"project":{"id":1,"deep":${deep(1_000_000)}}}`,
    ),
    shape('422 with lists 1,000,000 deep', place, () => `{"errors":{"deep":${deep(1_000_000)}}}`, 422),
    shape('422 with 100,000 fields', place, () => `{"errors":${fields(100_000)}}`, 422),
    shape(
      '422 with one field of 1,000,000 texts',
      place,
      () => `{"errors":{"one":[${many('"text"', 1_000_000)}]}}`,
      422,
    ),
    shape('422 with one field of 100,000 fields', place, () => `{"errors":{"one":${fields(100_000)}}}`, 422),
    shape('422 with a text of 7 MB', place, () => `{"errors":{"one":"${'long '.repeat(1_400_000)}"}}`, 422),
    shape(
      '422 with 1,000 texts of 7 kB',
      place,
      () => `{"errors":{${Array.from({ length: 1_000 }, (_, at) => `"${at}":"${'long '.repeat(1_400)}"`)}}}`,
      422,
    ),
    shape('500 with a message of 7 MB', place, () => `{"message":"${'long '.repeat(1_400_000)}"}`, 500),
    shape(
      'a refusal with a message of 7 MB',
      place,
      () => `{"success":false,"message":"${'long '.repeat(1_400_000)}"}`,
    ),
    shape('400,000 fields __proto__', comments, () => `{"all":[${many('{"__proto__":1}', 400_000)}]}`),
    shape('9,000 fields __proto__', comments, () => `{"all":[${many('{"__proto__":1}', 9_000)}]}`),
    shape(
      '400,000 fields __proto__, escaped',
      comments,
      () => `{"all":[${many(String.raw`{"\u005f_proto__":1}`, 350_000)}]}`,
    ),
    shape(
      '700,000 escapes that are no __proto__',
      comments,
      () => `{"all":[${many(String.raw`"\u005f"`, 700_000)}]}`,
    ),
    shape('100,000 unknown fields', events, () => `{"events":[],${unknown(100_000)}}`),
    shape('1,000,000 times the same field', events, () => `{${many('"id":1', 1_000_000)}}`),
    shape('a number of 1 MB', place, () => `{"project":{"id":${'1'.repeat(1_000_000)}}}`),
    shape('7 MB of white space', place, () => `${' '.repeat(7_000_000)}{}`),
  ];
}
