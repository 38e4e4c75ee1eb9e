import { each, type Shape, translated, withCrLf } from './shape.js';

/** Shapes of JSON, by who reads them. */
export const JSON_SHAPES: readonly Shape[] = [
  {
    what: 'ARB of Flutter, with notes, placeholders and plurals',
    source: 'lib/l10n/app_en.arb',
    target: 'lib/l10n/app_de.arb',
    make: (count) =>
      `{\n  "@@locale": "en",\n  "@@context": "The app",\n${each(count, (at) => `  "page${at}Title": "Page ${at} of {owner}",\n  "@page${at}Title": {\n    "description": "Title of a page",\n    "placeholders": {\n      "owner": {\n        "type": "String",\n        "example": "Anna"\n      }\n    }\n  },\n`)}  "cart": "{count, plural, =0{Your cart is empty} =1{One thing in your cart} other{{count} things in your cart}}",\n  "@cart": {\n    "placeholders": {"count": {"type": "int", "format": "compact"}}\n  },\n  "last": "The end",\n  "@last": {}\n}\n`,
    translate: (count) =>
      `{\n    "@@locale": "de",\n    "@@last_modified": "2026-10-01T10:00:00.000000",\n\n${translated(count, (at) => `    "page${at}Title": "Seite ${at} von {owner}",\n`)}    "orphan": "Orphan",\n    "@orphan": {"description": "Orphan of a release"},\n    "last": "Das Ende"\n}\n`,
  },
  {
    what: 'ARB of Flutter in one line for each text, without a line break at the end',
    source: 'lib/l10n/intl_en.arb',
    target: 'lib/l10n/intl_de.arb',
    make: (count) =>
      `{\n${each(count, (at) => `\t"row${at}": "Row ${at}",\n\t"@row${at}": {},\n`)}\t"last": "The end"\n}`,
    translate: (count) =>
      `{\n${translated(count, (at) => `\t"row${at}": "Zeile ${at}",\n`)}\t"orphan": "Orphan",\n\t"last": "Das Ende"\n}`,
  },
  {
    what: 'JSON that Angular extracts',
    source: 'src/locale/messages.json',
    target: 'src/locale/messages.de.json',
    pattern: 'src/locale/messages.{language}.json',
    make: (count) =>
      `{\n  "locale": "en-US",\n  "translations": {\n${each(count, (at) => `    "48${at}0117": "Hello {$INTERPOLATION}, row ${at}",\n`)}    "last": " The end "\n  }\n}`,
    translate: (count) =>
      `{\n  "locale": "de",\n  "translations": {\n${translated(count, (at) => `    "48${at}0117": "Hallo {$INTERPOLATION}, Zeile ${at}",\n`)}    "77orphan": "Orphan",\n    "last": " Ende "\n  }\n}`,
  },
  {
    what: 'i18next, nested, with context, plurals, plurals in a context and references',
    protect: 'i18next',
    source: 'public/locales/en/common.json',
    target: 'public/locales/de/common.json',
    make: (count) =>
      `{\n  "nav": {\n${each(count, (at) => `    "item${at}": "Item ${at} of {{name, uppercase}}",\n`)}    "see": "See $t(nav.last)",\n    "last": "The end"\n  },\n  "friend": "A friend",\n  "friend_male": "A boyfriend",\n  "friend_female": "A girlfriend",\n  "friend_male_one": "{{count}} boyfriend",\n  "friend_male_other": "{{count}} boyfriends",\n  "place_ordinal_one": "{{count}}st place",\n  "place_ordinal_two": "{{count}}nd place",\n  "place_ordinal_few": "{{count}}rd place",\n  "place_ordinal_other": "{{count}}th place",\n  "days": ["Monday", "Tuesday"]\n}\n`,
    translate: (count) =>
      `{\n    "nav": {\n${translated(count, (at) => `        "item${at}": "Eintrag ${at} von {{name, uppercase}}",\n`)}        "orphan": "Orphan",\n        "last" : "Das \\u201eEnde\\u201c"\n    },\n\n    "friend_male_one" : "{{count}} Freund",\n    "friend_male_other" : "{{count}} Freunde",\n    "days": ["Montag", "Dienstag"]\n}\n`,
  },
  {
    what: 'i18next, flat, with texts as keys',
    protect: 'icu',
    source: 'locales/en/translation.json',
    target: 'locales/de/translation.json',
    make: (count) =>
      `{\n${each(count, (at) => `  "Row ${at}. Really: <0>sure</0>?": "Row ${at}. Really: <0>sure</0>?",\n`)}  "The end.": "The end."\n}\n`,
    translate: (count) =>
      `{\n${translated(count, (at) => `  "Row ${at}. Really: <0>sure</0>?": "Zeile ${at}. Wirklich: <0>sicher</0>?",\n`)}  "Orphan.": "Orphan.",\n  "The end.": "Ende."\n}\n`,
  },
  {
    what: 'next-intl, with select, rich text and numbers',
    protect: 'icu',
    source: 'messages/en.json',
    target: 'messages/de.json',
    make: (count) =>
      `{\n  "Index": {\n${each(count, (at) => `    "row${at}": "Row ${at}: <link>read</link> {amount, number, ::currency/EUR}",\n`)}    "role": "{role, select, admin {An admin} other {A guest}} wrote {n, plural, one {# line} other {# lines}}",\n    "last": "The end"\n  }\n}\n`,
    translate: (count) =>
      `{\n  "Index": {\n${translated(count, (at) => `    "row${at}": "Zeile ${at}: <link>lesen</link> {amount, number, ::currency/EUR}",\n`)}    "orphan": "Orphan",\n    "last": "Das Ende"\n  }\n}\n`,
  },
  {
    what: 'vue-i18n, with pipes, linked messages and literals, after a byte order mark',
    protect: 'all',
    source: 'src/locales/en.json',
    target: 'src/locales/de.json',
    make: (count) =>
      `\ufeff{\n\t"app": {\n${each(count, (at) => `\t\t"row${at}": "Row ${at} @:app.last",\n`)}\t\t"cars": "no car | {n} car | {n} cars",\n\t\t"mail": "us{'@'}shop",\n\t\t"last": "The end"\n\t}\n}\n`,
    translate: (count) =>
      `\ufeff{\n\t"app": {\n${translated(count, (at) => `\t\t"row${at}": "Zeile ${at} @:app.last",\n`)}\t\t"orphan": "Orphan",\n\t\t"last": "Das Ende"\n\t}\n}\n`,
  },
  {
    what: "Chrome's messages, with placeholders",
    source: '_locales/en/messages.json',
    target: '_locales/de/messages.json',
    make: (count) =>
      `{\n${each(count, (at) => `  "row${at}": {\n    "message": "Row ${at} of $OWNER$",\n    "description": "A row",\n    "placeholders": {\n      "owner": { "content": "$1", "example": "Anna" }\n    }\n  },\n`)}  "last": { "message": "The end" }\n}\n`,
    translate: (count) =>
      `{\n${translated(count, (at) => `\t"row${at}":\n\t{\n\t\t"message": "Zeile ${at} von $OWNER$",\n\t\t"placeholders": {"owner": {"content": "$1"}}\n\t},\n`)}\t"orphan": {"message": "Orphan"},\n\t"last": {"message": "Das Ende"}\n}\n`,
  },
  {
    what: 'an extract of FormatJS',
    source: 'lang/en.json',
    target: 'lang/de.json',
    make: (count) =>
      `{\n${each(count, (at) => `  "hak${at}": {\n    "defaultMessage": "Row {at} <b>of</b> ${at}",\n    "description": "A row"\n  },\n`)}  "last": {\n    "defaultMessage": "The end"\n  }\n}\n`,
    translate: (count) =>
      `{\n${translated(count, (at) => `  "hak${at}": {"defaultMessage": "Zeile {at} <b>von</b> ${at}"},\n`)}  "orphan": {"defaultMessage": "Orphan"},\n  "last": {"defaultMessage": "Das Ende"}\n}\n`,
  },
  {
    what: "VS Code's package.nls.json, with CRLF",
    source: 'package.nls.json',
    target: 'package.nls.de.json',
    pattern: 'package.nls.{language}.json',
    make: (count) =>
      withCrLf(
        `{\n${each(count, (at) => `\t"command.${at}": "Open file {0}, ${at}",\n`)}\t"hint": {\n\t\t"message": "Choose {0}",\n\t\t"comment": ["{0} is a colour"]\n\t},\n\t"last": "The end"\n}\n`,
      ),
    translate: (count) =>
      withCrLf(
        `{\n${translated(count, (at) => `\t"command.${at}": "Datei {0} öffnen, ${at}",\n`)}\t"orphan": "Orphan",\n\t"last": "Das Ende"\n}\n`,
      ),
  },
  {
    what: 'JSON of Laravel, with texts as keys',
    protect: 'all',
    source: 'lang/en.json',
    target: 'lang/de.json',
    make: (count) =>
      `{\n${each(count, (at) => `    "Row :at of ${at}": "Row :at of ${at}",\n`)}    "The end": "The end"\n}\n`,
    translate: (count) =>
      `{\n${translated(count, (at) => `    "Row :at of ${at}": "Zeile :at von ${at}",\n`)}    "Orphan": "Orphan",\n    "The end": "Das Ende"\n}\n`,
  },
  {
    what: 'JSON of go-i18n',
    protect: 'i18next',
    source: 'i18n/active.en.json',
    target: 'i18n/active.de.json',
    make: (count) =>
      `{\n${each(count, (at) => `  "Row${at}": {\n    "description": "Rows",\n    "one": "{{.Count}} row of ${at}",\n    "other": "{{.Count}} rows of ${at}"\n  },\n`)}  "Last": "The end"\n}\n`,
    translate: (count) =>
      `{\n${translated(count, (at) => `  "Row${at}": {\n    "hash": "sha1-${at}",\n    "one": "{{.Count}} Zeile von ${at}",\n    "other": "{{.Count}} Zeilen von ${at}"\n  },\n`)}  "Orphan": "Orphan",\n  "Last": "Das Ende"\n}\n`,
  },
];
