import { each, type Shape, translated, withCrLf } from './shape.js';

const HEAD = (more: string): string =>
  `msgid ""\nmsgstr ""\n"Project-Id-Version: PACKAGE VERSION\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n${more}`;

/** Lines of a PO file that a translation replaces. */
const UNTRANSLATED = /^msgstr(?:\[\d\])? ""\r?$|fuzzy|^#\| |"Entwurf/;

/** Shapes of YAML, gettext, Apple's and Java's files, and tables. */
export const TEXT_SHAPES: readonly Shape[] = [
  {
    what: 'YAML of Rails, with plurals, dates, symbols, quotes, comments and anchors',
    protect: 'all',
    source: 'config/locales/en.yml',
    target: 'config/locales/de.yml',
    ignore: 'date.formats.*',
    make: (count) =>
      `---\n# Texts of the shop\nen:\n  date:\n    formats:\n      default: "%Y-%m-%d"\n    day_names: [Sunday, Monday]\n    month_names: [~, January, February]\n    order:\n      - :year\n      - :month\n  shop:\n    title: &title Our shop\n    again: *title\n${each(count, (at) => `    row_${at}: "Row ${at} of %{name}" # A row\n    hint_${at}: Don't lose row ${at}\n`)}    files:\n      one: "%{count} file"\n      other: "%{count} files"\n    mail_html: |\n      <p>Hello %{name},</p>\n\n      <p>good bye</p>\n    folded: >-\n      A long\n      text\n    last: 'It''s the end'\n`,
    translate: (count) =>
      `# Von Hand\nde:\n    shop:\n        title:   "Unser Laden"   # kurz\n\n${translated(count, (at) => `        row_${at}: 'Zeile ${at} von %{name}'\n`)}\n        orphan: Orphan\n        mail_html: "<p>Hallo %{name},</p>\\n\\n<p>tsch\\u00fcss</p>\\n"\n        last: Das ist das "Ende"\n`,
  },
  {
    what: 'YAML of Rails with CRLF and keys in quotes',
    source: 'config/locales/devise.en.yml',
    target: 'config/locales/devise.de.yml',
    make: (count) =>
      withCrLf(
        `"en":\n  "devise":\n${each(count, (at) => `    "row.${at}": "Row ${at}: \\"yes\\""\n`)}    "yes": "Yes"\n    "last": "The end"\n`,
      ),
    translate: (count) =>
      withCrLf(
        `"de":\n  "devise":\n${translated(count, (at) => `    "row.${at}": "Zeile ${at}: \\"ja\\""\n`)}    "orphan": Orphan\n    "last": Ende`,
      ),
  },
  {
    what: 'YAML of Symfony, with ICU',
    protect: 'icu',
    source: 'translations/messages+intl-icu.en.yaml',
    target: 'translations/messages+intl-icu.de.yaml',
    make: (count) =>
      `${each(count, (at) => `row.${at}: 'Row ${at} of {name}'\n`)}'Natural text: really?': Really\nitems: >-\n    {count, plural,\n        =0    {No item}\n        one   {# item}\n        other {# items}\n    }\nlast: The end\n`,
    translate: (count) =>
      `${translated(count, (at) => `row.${at}: Zeile ${at} von {name}\n`)}orphan: Orphan\nlast: Ende\n`,
  },
  {
    what: 'YAML of vue-i18n, nested, with tabs in texts and a document end',
    protect: 'icu',
    source: 'src/i18n/en.yaml',
    target: 'src/i18n/de.yaml',
    make: (count) =>
      `app:\n${each(count, (at) => `  row${at}: "Row\\t{n} of ${at}"\n`)}  cars: 'no car | {n} car | {n} cars'\n  last: The end\n...\n`,
    translate: (count) =>
      `app:\n${translated(count, (at) => `  row${at}:    "Zeile\\t{n} von ${at}"\n`)}  orphan: Orphan\n  last: Ende\n...\n`,
  },
  {
    what: 'gettext of Django, with fuzzy, obsolete and wrapped messages',
    source: 'locale/de/LC_MESSAGES/django.po',
    replaced: UNTRANSLATED,
    make: (count) =>
      `# SOME DESCRIPTIVE TITLE.\n# FIRST AUTHOR <EMAIL@ADDRESS>, YEAR.\n#, fuzzy\n${HEAD('"Language: de\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n')}${each(count, (at) => `\n#: shop/views.py:${at} shop/models.py:7\n#, python-format\nmsgid "Row ${at} of %(name)s"\n${at % 2 === 0 ? `msgstr "Zeile ${at} von %(name)s"\n` : 'msgstr ""\n'}`)}\n#: shop/views.py:90\n#, fuzzy, python-format\n#| msgid "%(n)s file"\nmsgid "%(n)s long file"\nmsgid_plural "%(n)s long files"\nmsgstr[0] "Entwurf %(n)s"\nmsgstr[1] "Entwurf %(n)s"\n\n#. Translators: a button\nmsgctxt "verb"\nmsgid ""\n"Order it, "\n"now"\nmsgstr ""\n"Jetzt "\n"bestellen"\n\n#, python-brace-format\n#~ msgid "Gone {name}"\n#~ msgstr "Weg {name}"\n`,
  },
  {
    what: 'gettext of Django for scripts, with CRLF',
    source: 'locale/de/LC_MESSAGES/djangojs.po',
    replaced: UNTRANSLATED,
    make: (count) =>
      withCrLf(
        `${HEAD('"Language: de\\n"\n"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n')}${each(count, (at) => `\n#: static/js/row.js:${at}\nmsgid "Row ${at}"\n${at % 2 === 0 ? `msgstr "Zeile ${at}"\n` : 'msgstr ""\n'}`)}`,
      ),
  },
  {
    what: 'gettext of WordPress, made from its template',
    source: 'languages/shop.pot',
    target: 'languages/shop-pt_BR.po',
    pattern: 'languages/shop-{language}.po',
    to: 'pt-BR',
    replaced: UNTRANSLATED,
    make: (count) =>
      `# Copyright (C) 2026 The shop\n# This file is distributed under the GPLv2.\n${HEAD('"X-Generator: WP-CLI 2.10.0\\n"\n"X-Domain: shop\\n"\n')}\n#. Plugin Name of the plugin\n#: shop.php\nmsgid "Shop"\nmsgstr ""\n${each(count, (at) => `\n#. translators: %s: name\n#: inc/row.php:${at}\nmsgctxt "row"\nmsgid "Row ${at} of %s"\nmsgstr ""\n`)}\n#: inc/file.php:1\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n`,
    translate: (count) =>
      `${HEAD('"Language: pt_BR\\n"\n"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n"X-Poedit-KeywordsList: __;_e;_n:1,2;_x:1,2c\\n"\n"X-Poedit-SearchPath-0: .\\n"\n')}\n${translated(count, (at) => `#: inc/row.php:${at + 3}\nmsgctxt "row"\nmsgid "Row ${at} of %s"\nmsgstr "Zeile ${at} von %s"\n\n`)}msgid "Orphan"\nmsgstr "Orphan"\n\n#: inc/file.php:1\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%d Datei"\nmsgstr[1] "%d Dateien"\n`,
  },
  {
    what: "Apple's strings, with comments, blank lines and spacing of all kinds",
    source: 'App/en.lproj/Localizable.strings',
    target: 'App/de.lproj/Localizable.strings',
    make: (count) =>
      `/* Localizable.strings\n   App */\n\n${each(count, (at) => `/* No comment provided by engineer. */\n"row ${at}" = "Row ${at} of \\"%@\\"\\n";\n\n`)}// MARK: - End\nCFBundleName = "Shop";\n"last" = "The end";\n`,
    translate: (count) =>
      `/* Localizable.strings\n   App */\n\n${translated(count, (at) => `"row ${at}"="Zeile ${at} von \\"%@\\"\\n" ;  // ${at}\n`)}\n"orphan" = "Orphan";\n\n/* Ende */\n"last"   =\t"Das \\U00c4nde"; `,
  },
  {
    what: "Apple's strings in UTF-16",
    source: 'en.lproj/InfoPlist.strings',
    target: 'de.lproj/InfoPlist.strings',
    encoding: 'utf16le',
    make: (count) =>
      `\ufeff${each(count, (at) => `"row${at}" = "Row ${at} – all";\r\n`)}"last" = "The end";\r\n`,
    translate: (count) =>
      `\ufeff${translated(count, (at) => `"row${at}" = "Zeile ${at} – alle";\r\n`)}"orphan" = "Orphan";\r\n"last" = "Ende";\r\n`,
  },
  {
    what: "a catalog of Apple's, with all states",
    source: 'App/Localizable.xcstrings',
    replaced: /^ {4}"Row \d+ of %@" : \{$|^ {4}\},?$|^$|"(?:state|value)" : /,
    make: (count) =>
      `{\n  "sourceLanguage" : "en",\n  "strings" : {\n    "" : {\n\n    },\n    "%lld files" : {\n      "extractionState" : "manual",\n      "localizations" : {\n        "en" : {\n          "variations" : {\n            "plural" : {\n              "one" : {\n                "stringUnit" : {\n                  "state" : "new",\n                  "value" : "%lld file"\n                }\n              },\n              "other" : {\n                "stringUnit" : {\n                  "state" : "new",\n                  "value" : "%lld files"\n                }\n              }\n            }\n          }\n        }\n      }\n    },\n${each(count, (at) => `    "Row ${at} of %@" : {\n${at % 2 === 0 ? `      "comment" : "A row",\n      "localizations" : {\n        "de" : {\n          "stringUnit" : {\n            "state" : "translated",\n            "value" : "Zeile ${at} von %@"\n          }\n        }\n      }\n` : '\n'}    },\n`)}    "Shop" : {\n      "shouldTranslate" : false\n    }\n  },\n  "version" : "1.0"\n}`,
  },
  {
    what: "Java's properties in ISO-8859-1, with all separators, and lines that go on",
    source: 'src/main/resources/messages.properties',
    target: 'src/main/resources/messages_de.properties',
    encoding: 'latin1',
    make: (count) =>
      `# Café\n! Texts of the shop\n\n${each(count, (at) => `row.${at}=Row ${at} of {0}, don''t ask\n`)}long = A long \\\n       text\nmenu: Café\nname Anna\nkey\\ with\\:signs = Signs\nempty=\nlast=The end\n`,
    translate: (count) =>
      `# Grüße\n${translated(count, (at) => `row.${at} : Zeile ${at} für {0}, frag''s nicht\n`)}\norphan=Orphan\nlong = Ein langer \\\n\tText\nlast\tEnde`,
  },
  {
    what: "Java's properties in ASCII with escapes and CRLF",
    source: 'i18n/messages_en.properties',
    target: 'i18n/messages_de.properties',
    make: (count) => withCrLf(`${each(count, (at) => `row.${at} = Row ${at}\\u2026\n`)}last = The end\n`),
    translate: (count) =>
      withCrLf(
        `${translated(count, (at) => `row.${at} = Zeile ${at}\\u2026\n`)}orphan = Orphan\nlast = F\\u00fcr das Ende\n`,
      ),
  },
  {
    what: 'a table of a translators’ office, with semicolons, quotes, line breaks in cells, CRLF and a byte order mark',
    protect: 'icu',
    source: 'texts.csv',
    replaced: /^"?row\d+"?;.*;\r?$|^ {2}\d+";;\r?$/,
    make: (count) =>
      `\ufeffID;Context;EN;DE;State\r\n${each(count, (at) => `row${at};"Menu; left";"Row ""${at}"" of {0}";${at % 2 === 0 ? `"Zeile ""${at}"" von {0}";done` : ';'}\r\n`)}last;;The end;"Das\nEnde";done\r\n`,
  },
  {
    what: 'a table with tabs, to which a language is added',
    source: 'texts.tsv',
    replaced: /./,
    make: (count) =>
      `key\ten\tnotes\tfr\n${each(count, (at) => `row${at}\tRow ${at}\tA row\tLigne ${at}\n`)}`,
  },
];
