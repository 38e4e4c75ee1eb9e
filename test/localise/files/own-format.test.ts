import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lang } from '../../../examples/own/lang.js';
import { localeFormats, readLocaleFile } from '../../../src/locale-files.js';
import { SAMPLES } from './samples.js';

const page = readFileSync(new URL('../../../docs/locale-files.md', import.meta.url), 'utf8');
const text = '# Buttons\nok = OK\n\n# In the menu\nquit=Quit \\\\ Leave\nabout: About\\nus\n';

test('a format of your own has everything that the built-in formats have', async () => {
  const file = await readLocaleFile({ text, name: 'en.lang' }, { format: lang, to: 'de' });
  expect(file.format).toBe('lang');
  expect(file.texts).toEqual({
    ok: { text: 'OK', note: 'Buttons' },
    quit: { text: 'Quit \\ Leave', note: 'In the menu' },
    about: 'About\nus',
  });
  expect(file.write({ quit: 'Ende', about: 'Über\nuns' })).toBe(
    '# Buttons\n\n# In the menu\nquit=Ende\nabout: Über\\nuns\n',
  );
  const target = { text: '# Meine\nabout=Info\nold=Alt\n' };
  const german = await readLocaleFile({ text }, { format: lang, to: 'de', target });
  expect(german.known).toEqual({ about: 'Info' });
  expect(german.write({ quit: 'Ende' })).toBe('quit=Ende\n# Meine\nabout=Info\nold=Alt\n');
});

test('the page has a row for each format, with its endings', () => {
  const rows = [...page.matchAll(/^\| `([a-z\d]+)` \| (.*?) \|/gm)].map(([, name, files]) => [name, files]);
  expect(rows).toEqual(
    Object.entries(localeFormats).map(([name, { extensions }]) => [
      name,
      extensions.map((extension) => `\`${extension}\``).join(', '),
    ]),
  );
});

test('its errors name the line and the column', async () => {
  const content = { text: 'a=b\nhello', name: 'x.lang' };
  await expect(readLocaleFile(content, { format: lang })).rejects.toThrow(
    'x.lang:2:1 is not a line with key=value',
  );
});

test.each(Object.entries(SAMPLES))('the page says who judges %s, and somebody does', (name, { judges }) => {
  const [row = ''] = new RegExp(`^\\| \`${name}\` \\|.*$`, 'm').exec(page) ?? [];
  expect(judges.length).toBeGreaterThan(0);
  expect(row).toMatch(/ \|$/);
  expect(row.split(' | ').at(-1)).toBe(`${judges.map((judge) => judge.name).join(', ')} |`);
});
