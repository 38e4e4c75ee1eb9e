import { each, type Shape, translated, withCrLf } from './shape.js';

const LICENCE = '<!--\n     Copyright of the authors. <Not> a text & no tag.\n-->\n';

/** Shapes of XML: XLIFF and Android. */
export const XML_SHAPES: readonly Shape[] = [
  {
    what: 'XLIFF 1.2 that Angular extracts',
    source: 'src/locale/messages.xlf',
    target: 'src/locale/messages.de.xlf',
    make: (count) =>
      `<?xml version="1.0" encoding="UTF-8" ?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n  <file source-language="en-US" datatype="plaintext" original="ng2.template">\n    <body>\n${each(count, (at) => `      <trans-unit id="18${at}" datatype="html">\n        <source>\n            Row <x id="INTERPOLATION" equiv-text="{{ row }}"/> of <x id="START_BOLD_TEXT" ctype="x-b" equiv-text="&lt;b&gt;"/>${at}<x id="CLOSE_BOLD_TEXT" ctype="x-b" equiv-text="&lt;/b&gt;"/> &amp; more\n        </source>\n        <context-group purpose="location">\n          <context context-type="sourcefile">src/app/row.html</context>\n          <context context-type="linenumber">${at},${at + 1}</context>\n        </context-group>\n        <note priority="1" from="description">A row</note>\n      </trans-unit>\n`)}      <trans-unit id="plural" datatype="html">\n        <source>{VAR_PLURAL, plural, =0 {no row} =1 {one row} other {<x id="INTERPOLATION" equiv-text="{{ rows }}"/> rows}}</source>\n      </trans-unit>\n    </body>\n  </file>\n</xliff>\n`,
    translate: (count) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n  <file source-language="en-US" datatype="plaintext" original="ng2.template" target-language="de">\n    <body>\n${translated(count, (at) => `      <trans-unit id="18${at}" datatype="html">\n        <source>\n            Row <x id="INTERPOLATION" equiv-text="{{ row }}"/> of <x id="START_BOLD_TEXT" ctype="x-b" equiv-text="&lt;b&gt;"/>${at}<x id="CLOSE_BOLD_TEXT" ctype="x-b" equiv-text="&lt;/b&gt;"/> &amp; more\n        </source><target state="translated">\n            Zeile <x id="INTERPOLATION" equiv-text="{{ row }}"/> von <x id="START_BOLD_TEXT" equiv-text="&lt;b&gt;"/>${at}<x id="CLOSE_BOLD_TEXT" equiv-text="&lt;/b&gt;"/> &#38; mehr</target>\n      </trans-unit>\n`)}      <trans-unit id="orphan" datatype="html"><source>Orphan</source><target>Orphan</target></trans-unit>\n    </body>\n  </file>\n</xliff>\n`,
  },
  {
    what: 'XLIFF 2.0 that Angular extracts',
    source: 'src/i18n/messages.xlf',
    target: 'src/i18n/messages.de.xlf',
    make: (count) =>
      `<?xml version="1.0" encoding="UTF-8" ?>\n<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en">\n  <file id="ngi18n" original="ng.template">\n${each(count, (at) => `    <unit id="27${at}">\n      <notes>\n        <note category="location">src/app/row.ts:${at}</note>\n      </notes>\n      <segment>\n        <source>Row <ph id="0" equiv="INTERPOLATION" disp="{{ row }}"/> <pc id="1" equivStart="START_LINK" equivEnd="CLOSE_LINK" type="link" dispStart="&lt;a&gt;" dispEnd="&lt;/a&gt;">of ${at}</pc></source>\n      </segment>\n    </unit>\n`)}  </file>\n</xliff>\n`,
    translate: (count) =>
      `<?xml version="1.0" encoding="UTF-8" ?>\n<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">\n  <file id="ngi18n" original="ng.template">\n${translated(count, (at) => `    <unit id="27${at}">\n      <segment state="final">\n        <source>Row <ph id="0" equiv="INTERPOLATION" disp="{{ row }}"/> <pc id="1" equivStart="START_LINK" equivEnd="CLOSE_LINK" type="link" dispStart="&lt;a&gt;" dispEnd="&lt;/a&gt;">of ${at}</pc></source>\n        <target>Zeile <ph id="0" equiv="INTERPOLATION" disp="{{ row }}"/> <pc id="1" equivStart="START_LINK" equivEnd="CLOSE_LINK" type="link">von ${at}</pc></target>\n      </segment>\n    </unit>\n`)}    <unit id="orphan"><segment><source>Orphan</source><target>Orphan</target></segment></unit>\n  </file>\n</xliff>\n`,
  },
  {
    what: 'XLIFF 1.2 that Xcode exports',
    protect: 'printf',
    source: 'de.xliff',
    make: (count) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="1.2" xsi:schemaLocation="urn:oasis:names:tc:xliff:document:1.2 http://docs.oasis-open.org/xliff/v1.2/os/xliff-core-1.2-strict.xsd">\n  <file original="App/en.lproj/InfoPlist.strings" source-language="en" target-language="de" datatype="plaintext">\n    <header>\n      <tool tool-id="com.apple.dt.xcode" tool-name="Xcode" tool-version="16.0" build-num="16A242d"/>\n    </header>\n    <body>\n      <trans-unit id="CFBundleName" xml:space="preserve">\n        <source>Shop</source>\n        <target>Laden</target>\n        <note>Bundle name</note>\n      </trans-unit>\n    </body>\n  </file>\n  <file original="App/en.lproj/Localizable.strings" source-language="en" target-language="de" datatype="plaintext">\n    <body>\n${each(count, (at) => `      <trans-unit id="Row ${at} of %@" xml:space="preserve">\n        <source>Row ${at} of %@</source>\n${at % 2 === 0 ? `        <target state="translated">Zeile ${at} von %@</target>\n` : ''}        <note/>\n      </trans-unit>\n`)}    </body>\n  </file>\n</xliff>\n`,
  },
  {
    what: 'XLIFF 1.2 of a translators’ office, with groups, states, alternatives and segments, and CRLF',
    source: 'translations/app.de.xlf',
    replaced: /<target/,
    make: (count) =>
      withCrLf(
        `\ufeff<?xml version='1.0' encoding='utf-8'?>\n<xliff version='1.2' xmlns='urn:oasis:names:tc:xliff:document:1.2'>\n<file original='app' source-language='en' target-language='de' datatype='x-app'>\n<body>\n<group id='rows' restype='x-menu'>\n${each(count, (at) => `<!-- row ${at} -->\n\t<trans-unit id='r${at}' approved='${at % 2 === 0 ? 'yes' : 'no'}' maxwidth='40'>\n\t\t<source>Row ${at} <bpt id='1'>&lt;b&gt;</bpt>of<ept id='1'>&lt;/b&gt;</ept> &#x2014; all</source>\n\t\t<seg-source><mrk mtype='seg' mid='0'>Row ${at}</mrk></seg-source>\n${at % 2 === 0 ? `\t\t<target state='final'>Zeile ${at} <bpt id='1'>&lt;b&gt;</bpt>von<ept id='1'>&lt;/b&gt;</ept> &#x2014; alle</target>\n` : `\t\t<target state='needs-translation'/>\n`}\t\t<alt-trans match-quality='80'><source>Row</source><target>Reihe</target></alt-trans>\n\t\t<note from='office'>Short &lt;please&gt;</note>\n\t</trans-unit>\n`)}</group>\n</body>\n</file>\n</xliff>\n`,
      ),
  },
  {
    what: 'XLIFF 2.0 of a translators’ office, with several segments',
    source: 'translations/app.de.xliff',
    replaced: /<segment id="s2"|<target/,
    make: (count) =>
      `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:mda="urn:oasis:names:tc:xliff:metadata:2.0" version="2.0" srcLang="en" trgLang="de">\n<file id="f1">\n<skeleton href="app.skl"/>\n<group id="g1">\n${each(count, (at) => `<unit id="u${at}" name="row">\n<mda:metadata><mda:metaGroup><mda:meta type="x">Row</mda:meta></mda:metaGroup></mda:metadata>\n<originalData><data id="d1">{0}</data></originalData>\n<segment id="s1" state="final"><source>Row ${at}.</source><target>Zeile ${at}.</target></segment>\n<ignorable><source> </source></ignorable>\n<segment id="s2" state="initial">\n<source>Of <ph id="1" dataRef="d1"/>.</source>\n</segment>\n</unit>\n`)}</group>\n</file>\n</xliff>\n`,
  },
  {
    what: 'strings of Android, with all that they can have',
    source: 'app/src/main/res/values/strings.xml',
    target: 'app/src/main/res/values-de/strings.xml',
    make: (count) =>
      `<?xml version="1.0" encoding="utf-8"?>\n${LICENCE}<resources xmlns:tools="http://schemas.android.com/tools" xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2" tools:ignore="MissingTranslation">\n\n    <string name="app_name" translatable="false">Shop</string>\n\n    <!-- Rows -->\n${each(count, (at) => `    <string name="row_${at}">Don\\'t lose row ${at} of <xliff:g id="owner" example="Anna">%1$s</xliff:g> &amp; <b>more</b></string>\n`)}    <plurals name="files">\n        <item quantity="one">%d file</item>\n        <item quantity="other">%d files</item>\n    </plurals>\n    <string-array name="days">\n        <item>Monday</item>\n        <item>Tuesday</item>\n    </string-array>\n    <string name="terms"><![CDATA[Read the <a href="%1$s">terms</a>]]></string>\n    <string name="mixed">Accept our <![CDATA[<a href="%1$s">terms</a>]]> and all</string>\n    <string name="last">@string/app_name</string>\n    <dimen name="gap">4dp</dimen>\n    <string name="end" formatted="false">100 % the end</string>\n</resources>\n`,
    translate: (count) =>
      `<?xml version="1.0" encoding="utf-8"?>\n${LICENCE}<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">\n\n${translated(count, (at) => `    <string name="row_${at}">"Verliere   Zeile ${at} von <xliff:g id="owner">%1$s</xliff:g> &#38; <b>mehr</b> nicht"</string>\n`)}\n    <!-- Days -->\n    <string-array name="days">\n        <item>Montag</item>\n\n        <item>Dienstag</item>\n    </string-array>\n    <string name="orphan">Orphan</string>\n    <string name="terms"><![CDATA[Lies die <a href="%1$s">Bedingungen</a>]]></string>\n\t<string name="end" formatted="false">100 % \\u0065nde</string>\n</resources>\n`,
  },
  {
    what: 'strings of the system Android, in quotes with their ids',
    source: 'res/values/strings.xml',
    target: 'res/values-de/strings.xml',
    make: (count) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">\n${each(count, (at) => `    <!-- Row. [CHAR LIMIT=40] -->\n    <string name="row_${at}">Row ${at} on <xliff:g id="day">%1$s</xliff:g>\\n\\nMore</string>\n`)}    <string name="size" product="tablet">Your tablet</string>\n    <string name="size" product="default">Your phone</string>\n</resources>\n`,
    translate: (count) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<resources xmlns:android="http://schemas.android.com/apk/res/android"\n    xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">\n${translated(count, (at) => `    <string name="row_${at}" msgid="59${at}">"Zeile ${at} am "<xliff:g id="DAY">%1$s</xliff:g>\\n\\n"Mehr"</string>\n`)}    <string name="orphan" msgid="1">"Orphan"</string>\n    <string name="size" product="default" msgid="59">"Dein Telefon"</string>\n</resources>\n`,
  },
  {
    what: 'strings of Android with CRLF and a byte order mark',
    source: 'values/strings.xml',
    target: 'values-de/strings.xml',
    make: (count) =>
      withCrLf(
        `\ufeff<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${each(count, (at) => `\t<string name="row_${at}">Row ${at}</string>\n`)}\t<string name="end">The end</string>\n</resources>\n`,
      ),
    translate: (count) =>
      withCrLf(
        `\ufeff<resources>\n${translated(count, (at) => `  <string name='row_${at}' >Zeile ${at}</string >\n`)}  <string name="orphan">Orphan</string>\n\n  <string name="end">Das Ende</string>\n</resources>`,
      ),
  },
];
