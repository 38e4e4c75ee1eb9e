import { describe, expect, test } from 'vitest';
import { isKnownLanguage, nameLanguage } from '../src/base/language-code.js';
import { explainKey, suggestNames } from '../src/base/names.js';
import { parseRetryAfter } from '../src/client/core/http/answer.js';
import { parseMoment, parseTimeSpan } from '../src/command/commands/option-values.js';
import { groupFiles } from '../src/command/discovery/layouts.js';
import { makeTargetPattern, readPathLanguage } from '../src/command/plan/language-paths.js';
import { parseProtect } from '../src/command/plan/protect.js';
import { tryExpression } from '../src/command/plan/text-rules.js';
import { UsageError } from '../src/command/terminal/failures.js';
import { type LocaleFormatName, readLocaleFile } from '../src/locale-files.js';
import { findIssues } from '../src/localise/checks/check-translation.js';
import { readIcu } from '../src/localise/checks/icu/icu-text.js';
import { findNonTexts } from '../src/localise/checks/non-texts.js';
import { protectText, unwrapWithPlaces } from '../src/localise/checks/placeholders/protect.js';
import { areSameButForm } from '../src/localise/checks/text-form.js';
import { StarPattern } from '../src/localise/files/star-pattern.js';
import { splitText } from '../src/localise/jobs/texts/pieces/split-text.js';
import { makeTermFinder } from '../src/localise/jobs/texts/pieces/terms.js';
import { createProxyHandler } from '../src/proxy.js';
import { checkTranslation, findPlaceholders, joinParagraphs, pseudoTranslation } from '../src/texts.js';
import { shell } from './command/shell.js';
import { SAMPLES } from './localise/files/samples.js';
import { answer, requesterOn } from './recorded-fetch.js';
import { runs } from './runs.js';
import { findFastGrowth, listShapes } from './text-shapes.js';

/** So many runs of `npm run test:long`, each with the next seed, try every shape everywhere. */
const PARTS = 240;
const { seed } = runs();
const shapes = listShapes().filter((_, at) => (at + seed) % PARTS === 0);

type Work = (text: string) => unknown;

/** A text as a header can have it. */
const toHeader = (text: string): string => text.replaceAll(/[^ -~]/g, '?').trim();

/** Reads a file that has the text somewhere, and writes a translation of each of its texts. */
const readAndWrite =
  (format: LocaleFormatName, makeFile: Work) =>
  async (text: string): Promise<void> => {
    try {
      const file = await readLocaleFile({ text: String(makeFile(text)) }, { format, to: 'pl' });
      const texts = Object.entries(file.texts);
      file.write(
        new Map(texts.map(([key, each]) => [key, `${typeof each === 'string' ? each : each.text}!`])),
      );
    } catch (error) {
      // That it is refused takes time too.
      if (!(error instanceof Error && error.name === 'InputError')) throw error;
    }
  };

/** Runs what may refuse a command line. */
const tryOption = (run: Work) => (text: string) => {
  try {
    run(text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
  }
};

const requester = requesterOn(async () => answer({}));
const proxy = createProxyHandler({
  requester: () => requester,
  allow: ['account.get'],
  origins: [],
});

const checks: Readonly<Record<string, Work>> = {
  'a translation that is its original': (text) => checkTranslation(text, text),
  'a translation of something else': (text) => checkTranslation(text, 'a {b} <c d="e">'),
  'a translation of a plural': (text) =>
    checkTranslation(`{n, plural, other {<b>}} ${text}`, `${text} {n, plural, one {a} other {<b>}}`),
  'a text with placeholders': (text) => findPlaceholders({ a: text }, 'all'),
  'a pseudo translation': pseudoTranslation,
  'values and keys that may be no text': (text) => findNonTexts({ a: text, [text]: 'a' }),
  'a message': (text) => readIcu(`{n, plural, one {${text}} other {#}}`, true)?.spread(),
  ...Object.fromEntries(
    (['icu', 'i18next', 'printf', 'all'] as const).map((kind) => [
      `a text that is protected by ${kind}`,
      (text: string) => {
        const { body, wrapped } = protectText(text, kind, makeTermFinder(['Acme', '{']));
        findIssues(unwrapWithPlaces(body, wrapped), text);
      },
    ]),
  ),
  'pieces of a text': (text) => splitText(text, { letters: 1_000, bytes: 10_000 }),
  'paragraphs of a text': (text) =>
    joinParagraphs(text, [{ original_text: text.slice(0, -1), translated_text: 'x', display_order: 0 }]),
  'texts that differ in their form': (text) => areSameButForm(text, `${text}a`),
};

const names: Readonly<Record<string, Work>> = {
  'a language': (text) => [isKnownLanguage(text), nameLanguage(text)],
  'a key of an order': (text) => explainKey(text, 200),
  'a misspelt name': (text) => suggestNames(text, ['organization_id', text.slice(0, 50)], 'names'),
  'a pattern of keys': (text) => new StarPattern(`${text}*${text}`).matches(`${text}a${text}b`),
  'a path': (text) => [
    readPathLanguage(text),
    readPathLanguage(`en/${text}.json`),
    makeTargetPattern(`en/${text}.xml`, 'en'),
    groupFiles([text, `en/${text}.json`, `${text}/en.po`, `values/${text}.xml`, `${text}_en.properties`]),
  ],
};

const headers: Readonly<Record<string, Work>> = {
  'Retry-After': (text) => parseRetryAfter(new Headers({ 'retry-after': toHeader(text) }), 0),
  'Retry-After, a date': (text) =>
    parseRetryAfter(new Headers({ 'retry-after': `Mon, ${toHeader(text)}` }), 0),
  'Content-Type of an answer': (text) =>
    requesterOn(async () => answer({}, { headers: { 'content-type': `text/plain;${toHeader(text)}` } }), {
      retries: 0,
    })
      .account.get()
      .catch(String),
  'an answer': (text) =>
    requesterOn(async () => answer(text, { status: 400 }), { retries: 0 })
      .account.get()
      .catch(String),
  'a request to the proxy': (text) =>
    proxy(
      new Request(`https://proxy.example/api/v1/my?${encodeURI(text.replaceAll(/\p{Surrogate}/gu, '?'))}`, {
        headers: { 'content-type': toHeader(text), cookie: toHeader(text), accept: toHeader(text) },
      }),
    ),
};

const options: Readonly<Record<string, Work>> = {
  'a time span': tryOption(parseTimeSpan('--timeout')),
  'a moment': tryOption(parseMoment('--since')),
  'an expression': tryOption(parseProtect),
  'the texts of an expression': tryOption((text) => tryExpression(/%\w+%/, [text], 'en.json', 60_000)),
  'a command': (text) => shell().run(text),
  'an option': (text) => shell().run('quote', `--${text}`),
  'a value': (text) => shell().run('quote', '--protect', text, '--max-points', text),
};

const TIME = 1_800_000;

describe('whatever shape a text has, time grows with the text alone', () => {
  describe.each(Object.entries({ ...checks, ...names, ...headers, ...options }))('%s', (_, work) => {
    test('takes linear time', { timeout: TIME }, async () => {
      expect(await findFastGrowth(work, shapes)).toEqual([]);
    });
  });

  // The names of the formats are the keys.
  const places = (Object.keys(SAMPLES) as LocaleFormatName[]).flatMap((format) =>
    SAMPLES[format].places.map((make, at) => [format, at, make] as const),
  );
  test.each(places)(
    'a file of the format %s takes linear time, in place %i',
    { timeout: TIME },
    async (format, _, make) => {
      expect(await findFastGrowth(readAndWrite(format, make), shapes)).toEqual([]);
    },
  );
});
