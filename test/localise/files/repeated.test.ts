import { describe, expect, test } from 'vitest';
import { type LocaleFormatName, readLocaleFile } from '../../../src/locale-files.js';

/** A file in which `ok` comes twice, with a text between them. */
const FILES: readonly (readonly [LocaleFormatName, (first: string, last: string) => string])[] = [
  ['json', (first, last) => `{\n  "ok": "${first}",\n  "no": "No",\n  "ok": "${last}"\n}\n`],
  ['yaml', (first, last) => `ok: ${first}\nno: No\nok: ${last}\n`],
  ['properties', (first, last) => `ok=${first}\nno=No\nok=${last}\n`],
  ['strings', (first, last) => `"ok" = "${first}";\n"no" = "No";\n"ok" = "${last}";\n`],
  [
    'android',
    (first, last) =>
      `<resources>\n    <string name="ok">${first}</string>\n    <string name="no">No</string>\n    <string name="ok">${last}</string>\n</resources>\n`,
  ],
  ['csv', (first, last) => `key;en;de\nok;${first};\nno;No;\nok;${last};\n`],
];

describe.each(FILES)('%s', (format, make) => {
  const isTable = format === 'csv';
  const read = (text: string, target?: string) =>
    readLocaleFile(
      { text, name: 'source' },
      {
        format,
        to: 'de',
        ...(target !== undefined && { target: { text: target, name: 'target' } }),
      },
    );

  test('a key that comes again with the same text blocks nothing, and is warned of', async () => {
    const file = await read(make('OK', 'OK'));
    expect(file.texts).toMatchObject({ no: 'No', ok: 'OK' });
    expect(file.warnings).toEqual([
      {
        in: 'source',
        message: 'has "ok" several times; the last one counts, as in programs that read it',
      },
    ]);
  });

  test('a new file gets it once', async () => {
    const file = await read(make('OK', 'OK'));
    const written = file.write({ ok: 'Gut', no: 'Nein' });
    expect(written.split('Gut')).toHaveLength(2);
    const again = await read(isTable ? written : make('OK', 'OK'), isTable ? undefined : written);
    expect(again.known).toMatchObject({ ok: 'Gut', no: 'Nein' });
  });

  // A table is both files.
  test.skipIf(isTable)(
    'of different texts in the file to write, the last one counts, and nothing else changes',
    async () => {
      const target = make('Gut', 'Besser');
      const file = await read(make('OK', 'OK'), target);
      expect(file.known).toMatchObject({ ok: 'Besser' });
      expect(file.warnings.map((warning) => warning.in)).toEqual(['source', 'target']);
      expect(file.write({})).toBe(target);
      expect(file.write({ ok: 'Am besten' })).toBe(make('Gut', 'Am besten'));
    },
  );
});

test.each(FILES.filter(([name]) => name !== 'csv'))(
  'different texts of one key are refused where the texts come from, with the place of the second: %s',
  async (format, make) => {
    const text = make('OK', 'Okay');
    const reading = readLocaleFile({ text, name: 'a.file' }, { format, to: 'de' });
    const message = await reading.then(() => '', String);
    expect(message).toMatch(/has (?:two texts with the key "ok"|"?ok"? twice)/);
    const [, line = 0, column = 0] = /a\.file:(\d+):(\d+) /.exec(message) ?? [];
    const found = text.split('\n')[Number(line) - 1]?.slice(Number(column) - 1);
    expect(found?.slice(0, 20)).toContain('Okay');
  },
);

test('the place of a second text counts what is between texts, and nothing that the file lacks', async () => {
  const head = 'key,en,de\n';
  const csv = readLocaleFile({ text: `${head}a,Save,\nb,"x\ny",\na,Store,`, name: 't.csv' }, { to: 'de' });
  await expect(csv).rejects.toThrow('t.csv:5:');
  const php =
    "<?php return ['n' => ['other' => 'x', 'one' => 'y'], // a, b\n  'a' => 'A', // c\n  'a' => 'B'];";
  await expect(readLocaleFile({ text: php, name: 't.php' })).rejects.toThrow('t.php:3:10 has two texts');
  const yaml = 'n: { one: 1 file, other: "{n} files" }\na.b: A\na:\n  b: B\n';
  await expect(readLocaleFile({ text: yaml, name: 't.yml' }, { to: 'pl' })).rejects.toThrow(
    't.yml:4:6 has two',
  );
});

test('members without texts may come again, and objects may not', async () => {
  const arb = '{"ok": "OK", "@ok": {"description": "a"}, "@ok": {"description": "a"}}';
  expect((await readLocaleFile({ text: arb }, { format: 'json' })).texts).toEqual({
    ok: { text: 'OK', note: 'a' },
  });
  const objects = '{"a": {"b": "c"}, "a": {"b": "c"}}';
  await expect(readLocaleFile({ text: objects }, { format: 'json' })).rejects.toThrow(
    'has "a" twice in one object',
  );
});

test('only the first keys are named', async () => {
  const text = Array.from({ length: 10 }, (_, at) => `k${at % 5}=a`).join('\n');
  const { warnings } = await readLocaleFile({ text, name: 'a.properties' });
  expect(warnings.map(({ message }) => message)).toEqual([
    'has "k4", "k3", "k2" and 2 more keys several times; the last one counts, as in programs that read it',
  ]);
});
