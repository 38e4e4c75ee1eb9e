import { expect, test } from 'vitest';
import { InputError } from '../../src/index.js';
import { collectTexts, type OrderTextsOptions, orderTexts, quoteTexts } from '../../src/texts.js';
import { openWorld } from '../ordering/world.js';
import { rejection } from '../recorded-fetch.js';

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
    'options.texts["a.b"] must be a string, or an object with text, note and protectTerms',
  ],
  ['an object without a text', { texts: { a: { note: 'x' } } }, 'options.texts["a"] must be a string'],
  [
    'a misspelt note',
    { texts: { a: { text: 'x', notes: 'y' } } },
    'options.texts["a"] has notes, but only text, note and protectTerms',
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

test('an error names at most twenty wrong texts', async () => {
  const { requester } = openWorld();
  const texts = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, '\0']));
  const error = await rejection(orderTexts(requester, { ...right, texts }));
  expect(error).toMatchObject({ name: 'InputError', issues: { length: 20 } });
});

test.each([
  ['no job', undefined, {}, 'job must be what orderTexts returned'],
  ['JSON as a text', '{}', {}, 'job must be what orderTexts returned'],
  ['a job of another version', { version: 2, orders: [], texts: [], pieces: [] }, {}, 'job must be what'],
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
