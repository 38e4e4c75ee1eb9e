import { describe, expect, test } from 'vitest';
import {
  coversLanguage,
  fitsLanguage,
  isKnownLanguage,
  isLanguageCode,
  isSameLanguage,
  matchLanguages,
  nameLanguage,
  parseLanguage,
  readPrimaryLanguage,
  spellForAndroid,
  spellWithHyphens,
  spellWithUnderscores,
} from '../../src/base/language-code.js';

describe('a code', () => {
  // As it is found; as the web, gettext and Android spell it.
  test.each([
    ['en', 'en', 'en', 'en'],
    ['EN', 'en', 'en', 'en'],
    ['en_US', 'en-US', 'en_US', 'en-rUS'],
    ['en-us', 'en-US', 'en_US', 'en-rUS'],
    ['en-UK', 'en-GB', 'en_GB', 'en-rGB'],
    ['pt-rBR', 'pt-BR', 'pt_BR', 'pt-rBR'],
    ['b+sr+Latn', 'sr-Latn', 'sr_Latn', 'b+sr+Latn'],
    ['b+pt+BR', 'pt-BR', 'pt_BR', 'pt-rBR'],
    ['zh-Hans', 'zh-Hans', 'zh_Hans', 'b+zh+Hans'],
    ['zh_hant_tw', 'zh-Hant-TW', 'zh_Hant_TW', 'b+zh+Hant+TW'],
    ['es-419', 'es-419', 'es_419', 'b+es+419'],
    ['fil', 'fil', 'fil', 'fil'],
    ['tl', 'fil', 'fil', 'fil'],
    ['iw', 'he', 'he', 'iw'],
    ['he-IL', 'he-IL', 'he_IL', 'iw-rIL'],
    ['in', 'id', 'id', 'in'],
    ['ji', 'yi', 'yi', 'ji'],
    ['de_DE.UTF-8@euro', 'de-DE', 'de_DE', 'de-rDE'],
    ['de_DE.utf8', 'de-DE', 'de_DE', 'de-rDE'],
    ['sr_RS@latin', 'sr-Latn-RS', 'sr_Latn_RS', 'b+sr+Latn+RS'],
    ['uz@cyrillic', 'uz-Cyrl', 'uz_Cyrl', 'b+uz+Cyrl'],
    ['ca@valencia', 'ca-valencia', 'ca_valencia', 'b+ca+valencia'],
    ['en@quot', 'en-x-quot', 'en_x_quot', 'b+en+x+quot'],
  ])('%s is spelled %s, %s and %s', (code, hyphens, underscores, android) => {
    expect(parseLanguage(code)?.toString()).toBe(hyphens);
    expect(spellWithHyphens(code)).toBe(hyphens);
    expect(spellWithUnderscores(code)).toBe(underscores);
    expect(spellForAndroid(code)).toBe(android);
    for (const spelling of [hyphens, underscores, android]) expect(isSameLanguage(code, spelling)).toBe(true);
  });

  test.each([
    '',
    '-',
    'text',
    'de/..',
    '../en',
    'e n',
    'C',
    'root',
    'zh-cmn-Hans',
    'en-',
    `en${'-abc'.repeat(20)}`,
  ])('"%s" is none that can be read', (code) => {
    expect(parseLanguage(code)).toBeUndefined();
    expect(isKnownLanguage(code)).toBe(false);
    expect(nameLanguage(code)).toBeUndefined();
  });

  test('that can be read by nobody keeps its name, and is equal to itself', () => {
    expect(spellWithHyphens('zh_cmn_Hans')).toBe('zh-cmn-Hans');
    expect(isSameLanguage('zh_cmn_Hans', 'zh-cmn-hans')).toBe(true);
    expect(coversLanguage('zh_cmn_Hans', 'zh-cmn-hans')).toBe(true);
    expect(isSameLanguage('zh-cmn-Hans', 'zh')).toBe(false);
    expect(readPrimaryLanguage('Text')).toBe('text');
  });

  test.each([
    ['zh_Hant_TW', 'zh'],
    ['IW', 'he'],
    ['de_DE.UTF-8@euro', 'de'],
    ['pt-rBR', 'pt'],
  ])('%s is of the language %s', (code, primary) => {
    expect(readPrimaryLanguage(code)).toBe(primary);
  });

  test.each([
    ['de', true],
    ['pt_BR', true],
    ['zh-hant', true],
    ['fil', true],
    ['deu', false],
    ['iw', false],
    ['ui', false],
    ['po', false],
    ['text', false],
    ['common', false],
  ])('%s is known as people write it: %s', (code, expected) => {
    expect(isKnownLanguage(code)).toBe(expected);
  });

  test.each([
    ['sr_RS.UTF-8@latin', true],
    ['klingon', true],
    ['../de', false],
    ['de de', false],
    ['de-', false],
    ['', false],
  ])('"%s" has the form of one: %s', (code, expected) => {
    expect(isLanguageCode(code)).toBe(expected);
  });

  test('has a name in English', () => {
    expect(['de', 'pt_BR', 'iw', 'qq'].map(nameLanguage)).toEqual([
      'German',
      'Portuguese (Brazil)',
      'Hebrew',
      undefined,
    ]);
  });
});

describe('two codes', () => {
  test.each([
    ['en_US', 'en-us', true],
    ['en', 'en-GB', false],
    ['de', 'de-DE', false],
    ['zh-Hans', 'zh-CN', false],
    ['en', 'en@quot', false],
    ['de', 'den', false],
  ])('%s and %s are the same language: %s', (left, right, expected) => {
    expect(isSameLanguage(left, right)).toBe(expected);
    expect(isSameLanguage(right, left)).toBe(expected);
  });

  test.each([
    ['en', 'en-GB', true, false],
    ['en', 'en-US', true, true],
    ['de', 'de-AT', true, false],
    ['de', 'de-DE', true, true],
    ['pt-BR', 'pt', true, true],
    ['pt-PT', 'pt', false, true],
    ['en-GB', 'en-US', false, false],
    ['zh-CN', 'zh-Hans', true, true],
    ['zh-TW', 'zh-Hant', true, true],
    ['zh-Hant', 'zh-HK', true, false],
    ['zh', 'zh-TW', false, false],
    ['zh-Hans', 'zh-TW', false, false],
    ['sr', 'sr-Latn', false, false],
    ['sr-Latn', 'sr_RS@latin', true, true],
    ['es', 'es-419', true, false],
    ['ca', 'ca@valencia', false, false],
    ['de', 'fr-DE', false, false],
  ])('%s covers %s: %s, and is covered by it: %s', (left, right, covers, isCovered) => {
    expect([coversLanguage(left, right), coversLanguage(right, left)]).toEqual([covers, isCovered]);
    expect(fitsLanguage(left, right)).toBe(covers || isCovered);
    expect(fitsLanguage(right, left)).toBe(covers || isCovered);
  });
});

describe('of some codes, a wanted one means', () => {
  test.each([
    ['de', ['de', 'de-DE'], ['de']],
    ['pt-br', ['pt', 'pt_BR'], ['pt_BR']],
    ['de', ['en', 'de-DE'], ['de-DE']],
    ['de', ['de-AT', 'de-DE'], ['de-AT', 'de-DE']],
    ['zh-CN', ['zh-Hans', 'zh-Hant'], ['zh-Hans']],
    ['pt-PT', ['pt-BR', 'pt'], []],
    ['es-MX', ['es'], []],
  ])('%s of %j: %j', (wanted, codes, expected) => {
    expect(matchLanguages(wanted, codes)).toEqual(expected);
  });
});
