import { expect, test } from 'vitest';
import { startApp } from '../app.js';

const TS =
  '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="de_DE">\n<context>\n    <name>Window</name>\n    <message>\n        <source>Open</source>\n        <translation type="unfinished"></translation>\n    </message>\n</context>\n</TS>\n';
const RESX =
  '<?xml version="1.0" encoding="utf-8"?>\n<root>\n  <resheader name="resmimetype"><value>text/microsoft-resx</value></resheader>\n  <data name="Open" xml:space="preserve"><value>Open</value></data>\n</root>\n';
const STRINGSDICT =
  '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0"><dict/></plist>\n';

test.each([
  ['i18n/app_en.ts', TS, 'lconvert -i app_en.ts -o app_en.po'],
  ['Properties/Resources.en.resx', RESX, 'export its texts as XLIFF, JSON or CSV'],
  ['en.lproj/Localizable.stringsdict', STRINGSDICT, 'take the .xcstrings file'],
])('%s is not ordered, and the command says what to do', async (path, text, advice) => {
  await using app = await startApp();
  await app.put(path, text);
  for (const command of [['quote'], ['order', '--yes'], ['pull'], ['status']]) {
    const { code, err } = await app.run(...command, path, '--from', 'en', '--to', 'de');
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining(advice) });
  }
  expect(app.ordered()).toBe(0);
});
