import { expect, test } from 'vitest';
import { InputError, type Issue } from '../../../../src/index.js';
import {
  collectTexts,
  commentOnText,
  type OrderTextsOptions,
  orderTexts,
  quoteTexts,
  rejectText,
} from '../../../../src/texts.js';
import { openWorld } from '../../../client/ordering/world.js';
import { rejection } from '../../../recorded-fetch.js';

const right: OrderTextsOptions = { name: 'shop', from: 'en', to: ['de'], texts: { a: 'One' } };

test.each<readonly [string, object, string]>([
  ['a misspelt option', { maxpoints: 5 }, 'options.maxpoints is not an option; did you mean maxPoints?'],
  ['an unknown option', { colour: 1 }, 'options.colour is not an option; the options are name, from,'],
  ['no name', { name: undefined }, 'options.name must be a string of 1 to 200 bytes'],
  ['an empty name', { name: '' }, 'options.name must be'],
  ['a name with white space at its end', { name: 'shop ' }, 'options.name must be'],
  ['a name that is not in NFC', { name: 'e\u0301' }, 'options.name must be'],
  ['a long name', { name: 'é'.repeat(101) }, 'options.name must be'],
  [
    'a name that is long with its languages',
    { name: 'n'.repeat(200), from: 'x'.repeat(30) },
    'options.name must have at most 220',
  ],
  ['no language', { from: '' }, 'options.from must be a language code'],
  ['a language with a slash', { from: 'en/US' }, 'options.from must be a language code'],
  ['no list of languages', { to: 'de' }, 'options.to must be a list of different languages'],
  ['a language twice', { to: ['de', 'de'] }, 'options.to must be a list of different languages'],
  ['a wrong language', { to: ['de', 5] }, 'options.to[1] must be a language code'],
  ['no texts', { texts: undefined }, 'options.texts must be an object'],
  ['a list of texts', { texts: ['One'] }, 'options.texts must be an object'],
  [
    'a number as a text',
    { texts: { 'a.b': 5 } },
    'options.texts["a.b"] must be a string, or an object with text, note, remark and protectTerms',
  ],
  ['an object without a text', { texts: { a: { note: 'x' } } }, 'options.texts["a"] must be a string'],
  [
    'a misspelt note',
    { texts: { a: { text: 'x', notes: 'y' } } },
    'options.texts["a"] has notes, but only text, note, remark, protectTerms and again',
  ],
  ['NUL in a text', { texts: { a: '\0' } }, 'options.texts["a"] has NUL'],
  [
    'half a surrogate pair',
    { texts: { a: { text: 'x', note: '\ud800' } } },
    'options.texts["a"] has NUL or a lone surrogate',
  ],
  [
    'a note that is too long',
    { texts: { a: { text: 'x', note: 'y'.repeat(600_000) } } },
    'has a note that is too long',
  ],
  [
    'wrong translations',
    { known: { de: 'x' } },
    'options.known must be an object with an object for each language',
  ],
  ['a negative price', { maxPoints: -1 }, 'options.maxPoints must be a number of points, 0 or more'],
  ['another kind', { using: 'simples' }, "options.using must be 'simple' or 'project'"],
  ...[['a', 5], [''], [' a'], ['a'.repeat(201)], ['{{{a'], Array.from({ length: 1_001 }, () => 'a'), 'a'].map(
    (protectTerms) =>
      ['wrong terms', { protectTerms }, 'options.protectTerms must be a list of at most 1000 words'] as const,
  ),
  [
    'other placeholders',
    { protect: 'java' },
    "options.protect must be 'icu', 'i18next', 'printf', 'all' or a RegExp",
  ],
  ['html as a number', { html: 1 }, 'options.html must be true or false'],
  ['NUL in the description', { description: '\0' }, 'options.description must be'],
  ['a description that is too long', { description: 'x'.repeat(600_000) }, 'options.description is too long'],
  ['terms of the other kind', { terms: { individual: true } }, 'options.terms.individual is not an option'],
  ['a limit of nothing', { limits: { bodies: 0 } }, 'options.limits.bodies must be an integer of at least 1'],
  ['a limit too low', { limits: { bytes: 100 } }, 'options.limits.bytes must be an integer of at least 4096'],
  [
    'an unknown limit',
    { limits: { byte: 5_000 } },
    'options.limits.byte is not an option; did you mean bytes?',
  ],
  ['no function', { onProgress: 1 }, 'options.onProgress must be a function'],
  ['a wrong time', { timeout: -1 }, 'timeout must be'],
])('%s is refused before anything is sent', async (_, wrong, message) => {
  const { requester, requestsSince } = openWorld();
  // JavaScript programs can pass this.
  const input = { ...right, ...wrong } as OrderTextsOptions;
  for (const call of [orderTexts, quoteTexts]) {
    const error = await rejection(call(requester, input));
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toContain(message);
  }
  expect(requestsSince()).toBe(0);
});

const longest = { name: 'n'.repeat(200), from: 'x'.repeat(17), to: ['y', 'z'] };
const DESCRIPTION = 'd'.repeat(2_046);

const BOUNDARIES: readonly (readonly [string, object, string?])[] = [
  ['a name that is as long as it may be with its languages', longest],
  ['one that is longer', { ...longest, to: ['y', 'zz'] }, 'options.name must have at most 220 bytes'],
  ['a name of 200 bytes', { name: 'é'.repeat(100) }],
  ['either kind', { using: 'simple' }],
  ['either kind', { using: 'project' }],
  ...(['icu', 'i18next', 'printf', 'all', /x/] as const).map(
    (protect) => ['placeholders', { protect }] as const,
  ),
  ['1000 terms', { protectTerms: Array.from({ length: 1_000 }, (_, at) => `t${at}`) }],
  ['a term of 200 characters', { protectTerms: ['a'.repeat(200)] }],
  ['terms with braces', { protectTerms: ['{{a}}', '}'] }],
  ['terms of one text', { texts: { a: { text: 'One', protectTerms: ['One'] } } }],
  [
    'wrong terms of one text',
    { texts: { a: { text: 'x', protectTerms: [''] } } },
    'options.texts["a"] has protectTerms',
  ],
  ['a text without letters', { texts: { a: '', b: { text: '', note: '' } } }],
  ['NUL in a note', { texts: { a: { text: 'x', note: '\0' } } }, 'options.texts["a"] has NUL'],
  ['NUL in an object with a text', { texts: { a: { text: '\0', note: 'x' } } }, 'options.texts["a"] has NUL'],
  ['a number as a note', { texts: { a: { text: 'x', note: 5 } } }, 'options.texts["a"] must be a string'],
  ['null as a text', { texts: { a: null } }, 'options.texts["a"] must be a string'],
  ['a list as a text', { texts: { a: ['x'] } }, 'options.texts["a"] must be a string'],
  ['no translations of a language', { known: { de: undefined } }],
  ['null as the translations of a language', { known: { de: null } }, 'options.known must be an object'],
  ['a list as the translations of a language', { known: { de: ['x'] } }, 'options.known must be an object'],
  ['a price of 0', { maxPoints: 0, texts: {} }],
  ['the lowest limits', { limits: { bodies: 1, questions: 1, letters: 10, bytes: 4_096 } }],
  [
    'a limit of no questions',
    { limits: { questions: 0 } },
    'options.limits.questions must be an integer of at least 1',
  ],
  [
    'a limit of few letters',
    { limits: { letters: 9 } },
    'options.limits.letters must be an integer of at least 10',
  ],
  [
    'a limit of 4095 bytes',
    { limits: { bytes: 4_095 } },
    'options.limits.bytes must be an integer of at least 4096',
  ],
  ['a description of half the bytes', { description: DESCRIPTION, limits: { bytes: 4_096 } }],
  [
    'a longer one',
    { description: `${DESCRIPTION}d`, limits: { bytes: 4_096 } },
    'options.description is too long for one order',
  ],
  [
    'a note in what the description leaves',
    {
      description: 'd'.repeat(46),
      limits: { bytes: 4_096 },
      texts: { a: { text: 'x', note: 'n'.repeat(1_998) } },
    },
  ],
  [
    'a longer one',
    {
      description: 'd'.repeat(46),
      limits: { bytes: 4_096 },
      texts: { a: { text: 'x', note: 'n'.repeat(1_999) } },
    },
    'options.texts["a"] has a note that is too long for one order',
  ],
  [
    'a note that is short without its white space',
    { limits: { bytes: 4_096 }, texts: { a: { text: 'x', note: ` n${' '.repeat(3_000)}n ` } } },
  ],
  [
    'a price in the wrong unit',
    { maxPoints: '5' },
    'options.maxPoints must be a number of points, 0 or more',
  ],
  [
    'a time to search in the wrong unit',
    { lookback: '1 day' },
    'options.lookback must be a number of milliseconds',
  ],
  ['a time to settle below 0', { settle: -1 }, 'options.settle must be a number of milliseconds, 0 or more'],
  ['no time to settle', { settle: 0, lookback: 0 }],
  ['half a retry', { retries: 0.5 }, 'options.retries must be an integer of at least 0'],
  ['no retries', { retries: 0, timeout: 60_000, attemptTimeout: 60_000 }],
  ['no time for an attempt', { attemptTimeout: 0 }, 'options.attemptTimeout must be a positive number'],
  ['no signal', { signal: {} }, 'options.signal must be an AbortSignal'],
  ['two languages, one of them wrong', { to: ['de', ''] }, 'options.to[1] must be a language code'],
  ['half a surrogate pair in the name', { name: '\ud800' }, 'options.name must be'],
  ['terms that are no object', { terms: [] }, 'options.terms must be an object'],
  ['terms of the other kind', { using: 'project', terms: { native: true } }, "(with using: 'project')"],
  ['terms of the other kind', { terms: { double_check: true } }, "(with using: 'simple')"],
];

/** With the beginning of what is given: names are not unique, and some of it is long. */
const titled = BOUNDARIES.map(
  ([name, given, message = '']) =>
    [`${name}: ${JSON.stringify(given).slice(0, 100)}`, message, given] as const,
);

test.each(titled)('%s is accepted, or refused with %j', async (_, message, given) => {
  const { requester } = openWorld();
  const error = await quoteTexts(requester, { ...right, ...given } as OrderTextsOptions).then(
    () => undefined,
    (thrown) => thrown,
  );
  if (error !== undefined) expect(error).toBeInstanceOf(InputError);
  // Languages that the service does not have are right by themselves.
  const issues: readonly Issue[] = String(error).includes('is not offered by the service')
    ? []
    : (error?.issues ?? []);
  expect(issues.map(({ path, message: what }) => `${path} ${what}`)).toEqual(
    message === '' ? [] : [expect.stringContaining(message)],
  );
});

const TERMS: readonly [OrderTextsOptions['using'], OrderTextsOptions['terms'] & object][] = [
  ['simple', { organization_id: 1, native: true, published_scope: 2 }],
  ['project', { organization_id: 1, individual: true, double_check: true, translator_list_ids: [3] }],
];

test.each(TERMS)('%s orders have all their terms', async (using, terms) => {
  const { requester, sandbox } = openWorld();
  // The sandbox has no such organization.
  await rejection(quoteTexts(requester, { ...right, using, terms }));
  const sent = JSON.stringify(sandbox.requests.find(({ path }) => path.endsWith('/check'))?.body);
  for (const name of Object.keys(terms)) expect(sent).toContain(`"${name}":`);
});

test('an error names the beginning of a long key', async () => {
  const { requester } = openWorld();
  const error = await rejection(
    orderTexts(requester, { ...right, texts: { [`k${'x'.repeat(100)}`]: '\0' } }),
  );
  expect(error).toMatchObject({ issues: [{ path: `options.texts["k${'x'.repeat(57)}…]` }] });
});

test('an error names at most twenty wrong texts', async () => {
  const { requester } = openWorld();
  const texts = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, '\0']));
  const error = await rejection(orderTexts(requester, { ...right, texts }));
  expect(error).toMatchObject({ name: 'InputError', issues: { length: 20 } });
});

const JOB = { version: 1, to: [], orders: [], texts: [], pieces: [] };

test.each<readonly [string, unknown, object, string]>([
  ['no job', undefined, {}, 'job must be what orderTexts returned'],
  ['JSON as a text', '{}', {}, 'job must be what orderTexts returned'],
  ['a job of another version', { version: 2, orders: [], texts: [], pieces: [] }, {}, 'job must be what'],
  ['a job of another version', { version: 0, orders: [], texts: [], pieces: [] }, {}, 'job must be what'],
  ...['to', 'orders', 'texts', 'pieces'].map(
    (part) =>
      [
        `a job without ${part}`,
        { ...JOB, [part]: undefined },
        {},
        'job must be what orderTexts returned',
      ] as const,
  ),
  ...['orders', 'texts', 'pieces'].map(
    (part) => [`a job with null among its ${part}`, { ...JOB, [part]: [null] }, {}, 'job must be'] as const,
  ),
  ['another readiness', JOB, { ready: 'done' }, "options.ready must be 'translated' or 'finished'"],
  ['no time', JOB, { timeout: 0 }, 'options.timeout must be a positive number'],
  ['a misspelt option', undefined, { waits: false }, 'options.waits is not an option; did you mean wait?'],
])('collecting with %s is refused', async (_, job, options, message) => {
  const { requester, requestsSince } = openWorld();
  // JavaScript programs can pass this.
  const loop = collectTexts(requester, job as never, options as never);
  const error = await rejection(loop.next());
  expect(error).toBeInstanceOf(InputError);
  expect(String(error)).toContain(message);
  expect(requestsSince()).toBe(0);
});

test.each([undefined, { version: 1 }])('sending back a text of the job %j is refused', async (job) => {
  const { requester, requestsSince } = openWorld();
  const place = { language: 'de', key: 'a' };
  const calls = [
    // JavaScript programs can pass this.
    rejectText(requester, job as never, place, { reason: 'This is not right.' }),
    commentOnText(requester, job as never, place, { body: 'Why?' }),
  ];
  for (const call of calls)
    expect(await rejection(call)).toMatchObject({ name: 'InputError', issues: [{ path: 'job' }] });
  expect(requestsSince()).toBe(0);
});
