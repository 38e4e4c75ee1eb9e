import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApp } from '../app.js';

test.each([
  {
    source: 'en.strings',
    encoding: 'utf16le',
    text: '\ufeff"menu" = "Café menu";\n',
    begin: '\ufeff"menu" = "',
  },
  { source: 'messages_en.properties', encoding: 'latin1', text: 'menu=Café menu\n', begin: 'menu=' },
] as const)(
  '$source in $encoding is pulled, and made into a pseudo locale, in the same encoding',
  async (each) => {
    await using app = await startApp();
    const { source, encoding, text, begin } = each;
    const read = async (language: string): Promise<string> =>
      (await readFile(join(app.folder, source.replace('en.', `${language}.`)))).toString(encoding);
    await writeFile(join(app.folder, source), Buffer.from(text, encoding));
    expect(await app.run('order', source, '--from', 'en', '--to', 'de', '--yes')).toMatchObject({
      code: 0,
      err: '',
    });
    await app.translate();
    expect(await app.run('pull', source, '--from', 'en', '--to', 'de')).toMatchObject({ code: 0, err: '' });
    const pulled = await read('de');
    expect(pulled.startsWith(begin)).toBe(true);
    expect(pulled).not.toBe(text);
    expect(await app.run('pull', source, '--from', 'en', '--to', 'fr', '--pseudo')).toMatchObject({
      code: 0,
    });
    const pseudo = await read('fr');
    expect(pseudo.startsWith(begin)).toBe(true);
    expect(
      pseudo.replaceAll(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    ).toMatch(/\[Çååƒé ɱééñûû·*\]/);
  },
);
