import { expect, test } from 'vitest';
import {
  fillLanguage,
  makeTargetPattern,
  readPathLanguage,
} from '../../../src/command/plan/language-paths.js';

test.each([
  ['locales/en.json', 'en'],
  ['src/en-US/app.json', 'en-US'],
  ['locales/en_US.json', 'en-US'],
  ['app.en.xlf', 'en'],
  ['src/locales/messages.json', undefined],
  ['my/en/is/de.json', 'de'],
  ['values/strings.xml', undefined],
  ['locale/pt_BR/LC_MESSAGES/django.po', 'pt-BR'],
  ['languages/shop.po', undefined],
  ['po/messages.po', undefined],
  ['locale/de/LC_MESSAGES/ui.po', 'de'],
  ['de/js/app.json', 'de'],
  ['locales/en-us.json', 'en-US'],
  ['locales/zh-Hans.json', 'zh-Hans'],
  ['locales/sr_Latn/app.json', 'sr-Latn'],
  ['locales/es-419.json', 'es-419'],
  ['app_fil.arb', 'fil'],
  ['po/sr@latin.po', 'sr-Latn'],
  ['res/values-pt-rBR/strings.xml', 'pt-BR'],
  ['res/values-in/strings.xml', 'id'],
  ['res/values-land/strings.xml', undefined],
  ['bin/app.json', undefined],
])('the path %s names the language %s', (path, language) => {
  expect(readPathLanguage(path)).toBe(language);
});

test.each([
  ['locales/en.json', 'en', 'de', 'locales/de.json'],
  ['en.lproj/Localizable.strings', 'en', 'pt-BR', 'pt-BR.lproj/Localizable.strings'],
  ['App/Base.lproj/Main.strings', 'en', 'de', 'App/de.lproj/Main.strings'],
  ['src/main/resources/messages.properties', 'en', 'de', 'src/main/resources/messages_de.properties'],
  ['messages_en.properties', 'en', 'pt-BR', 'messages_pt_BR.properties'],
  ['config/locales/en.yml', 'en', 'de', 'config/locales/de.yml'],
  ['config/locales/devise.en.yml', 'en', 'pt-BR', 'config/locales/devise.pt-BR.yml'],
  ['locales/en/common.json', 'en', 'pt-BR', 'locales/pt-BR/common.json'],
  ['en/en.json', 'en', 'de', 'en/de.json'],
  ['app.en.xlf', 'en', 'de', 'app.de.xlf'],
  ['messages.xlf', 'en', 'de', 'messages.de.xlf'],
  ['messages.xliff', 'en', 'de', 'messages.de.xliff'],
  ['package.nls.json', 'en', 'pt-BR', 'package.nls.pt-BR.json'],
  ['en/package.nls.json', 'en', 'de', 'en/package.nls.de.json'],
  ['po/app.pot', 'en', 'de', 'po/de.po'],
  ['po/app.pot', 'en', 'pt-BR', 'po/pt_BR.po'],
  ['locale/en/LC_MESSAGES/django.po', 'en', 'pt-BR', 'locale/pt_BR/LC_MESSAGES/django.po'],
  ['res/values/strings.xml', 'en', 'de', 'res/values-de/strings.xml'],
  ['values/strings.xml', 'en', 'pt-br', 'values-pt-rBR/strings.xml'],
  ['values/strings.xml', 'en', 'zh-Hant', 'values-b+zh+Hant/strings.xml'],
  ['values/strings.xml', 'en', 'es-419', 'values-b+es+419/strings.xml'],
  ['_locales/en/messages.json', 'en', 'pt-BR', '_locales/pt_BR/messages.json'],
  ['lib/l10n/app_en.arb', 'en', 'pt-BR', 'lib/l10n/app_pt_BR.arb'],
  ['locales/en_US.json', 'en-us', 'de', 'locales/de.json'],
  ['locales/zh-Hans.json', 'zh-CN', 'de', 'locales/de.json'],
  ['locales/es-419.json', 'es', 'de', 'locales/de.json'],
  ['res/values-en-rGB/strings.xml', 'en', 'de', 'res/values-de/strings.xml'],
  ['values/strings.xml', 'en', 'he', 'values-iw/strings.xml'],
  ['values/strings.xml', 'en', 'id-ID', 'values-in-rID/strings.xml'],
  ['po/app.pot', 'en', 'zh-hant', 'po/zh_Hant.po'],
  ['messages.json', 'en', 'de', undefined],
  ['locales/zh-TW.json', 'zh-CN', 'de', undefined],
  ['locales/en.json', 'fr', 'de', undefined],
])('%s in %s has its translations into %s in %s', (source, from, language, path) => {
  const pattern = makeTargetPattern(source, from);
  expect(pattern && fillLanguage(pattern, language)).toBe(path);
});

test.each([
  ['languages/shop-{language}.po', 'languages/shop-pt_BR.po'],
  ['{language}/_locales/{language}/messages.json', 'pt_BR/_locales/pt_BR/messages.json'],
  ['i18n/messages_{language}.properties', 'i18n/messages_pt_BR.properties'],
  ['app/res/values-{language}/strings.xml', 'app/res/values-pt-rBR/strings.xml'],
  ['locales/{language}.json', 'locales/pt-BR.json'],
])('the path %s is %s in a language with a region', (pattern, path) => {
  expect(fillLanguage(pattern, 'pt-BR')).toBe(path);
});
