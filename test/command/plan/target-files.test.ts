import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ProjectFolder } from '../../../src/command/plan/project-folder.js';
import { planSources } from '../../../src/command/plan/sources.js';
import { readUnits } from '../../../src/command/plan/units.js';

let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'target-files-')), 'app');
  await mkdir(folder);
});
afterEach(() => rm(dirname(folder), { recursive: true }));

async function put(name: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), content);
}

/** Plans a source: for each language its file, and how many texts that lacks. */
async function plan(to: string, source = 'locales/en.json', target?: string) {
  const given = { from: 'en', to: to.split(','), target };
  const sources = await planSources([source], given, {}, new ProjectFolder(folder), undefined);
  const units = await readUnits(sources);
  return units.map(({ language, target, file }) => {
    const texts = 'texts' in file ? Object.keys(file.texts).length - Object.keys(file.known).length : 0;
    return [language, target, texts];
  });
}

describe('the file of a language', () => {
  const english = '{"a": "Open", "b": "Close"}';

  test.each([
    ['locales/en.json', english, 'pt_br', 'locales/pt-BR.json', '{"a": "x"}'],
    ['locales/en.json', english, 'he', 'locales/iw.json', '{"a": "x"}'],
    ['locales/en.json', english, 'de', 'locales/de-DE.json', '{"a": "x"}'],
    ['locales/en.json', english, 'zh-CN', 'locales/zh-Hans.json', '{"a": "x"}'],
    ['locales/en/app.json', english, 'de', 'locales/de_DE/app.json', '{"a": "x"}'],
    [
      'res/values/strings.xml',
      '<resources><string name="a">Open</string><string name="b">Close</string></resources>',
      'zh-CN',
      'res/values-zh/strings.xml',
      '<resources><string name="a">x</string></resources>',
    ],
    [
      'res/values/strings.xml',
      '<resources><string name="a">Open</string><string name="b">Close</string></resources>',
      'id',
      'res/values-b+id+ID/strings.xml',
      '<resources><string name="a">x</string></resources>',
    ],
  ])(
    'for %s (%#) is the one that is there, in any spelling',
    async (source, text, to, target, translated) => {
      await put(source, text);
      await put(target, translated);
      expect(await plan(to, source)).toEqual([[to, target, 1]]);
    },
  );

  test('is a new one where those that are there are for other regions, other scripts or other languages of the plan', async () => {
    await put('locales/en.json', english);
    for (const code of ['pt-BR', 'zh-TW', 'es', 'de-AT']) await put(`locales/${code}.json`, '{"a": "x"}');
    expect(await plan('pt-PT')).toEqual([['pt-PT', 'locales/pt-PT.json', 2]]);
    expect(await plan('zh')).toEqual([['zh', 'locales/zh.json', 2]]);
    expect(await plan('es-MX')).toEqual([['es-MX', 'locales/es-MX.json', 2]]);
    expect(await plan('de,de-AT')).toEqual([
      ['de', 'locales/de.json', 2],
      ['de-AT', 'locales/de-AT.json', 1],
    ]);
    await put('locales/sr-Cyrl.json', '{"a": "x"}');
    expect(await plan('sr,sr-RS')).toEqual([
      ['sr', 'locales/sr.json', 2],
      ['sr-RS', 'locales/sr-RS.json', 2],
    ]);
    expect(await plan('sr,de')).toEqual([
      ['sr', 'locales/sr-Cyrl.json', 1],
      ['de', 'locales/de-AT.json', 1],
    ]);
  });

  test('is doubtful when several fit, and is never the source', async () => {
    await put('locales/en.json', english);
    expect(await plan('en-US')).toEqual([['en-US', 'locales/en-US.json', 2]]);
    for (const code of ['de-DE', 'de-AT']) await put(`locales/${code}.json`, '{"a": "x"}');
    await expect(plan('de')).rejects.toThrow(
      'into de could belong to locales/de-AT.json or locales/de-DE.json. Name the one that is meant in "languages" of translation-requester.json or by --to, or add locales/de.json.',
    );
    await put('locales/de.json', '{}');
    expect(await plan('de')).toEqual([['de', 'locales/de.json', 2]]);
  });

  test('can be outside of the project when a person names it, in its own spelling', async () => {
    await put('locales/en.json', english);
    await put('../web/pt_BR.json', '{"a": "x"}');
    expect(await plan('pt-BR', 'locales/en.json', '../web/{language}.json')).toEqual([
      ['pt-BR', '../web/pt_BR.json', 1],
    ]);
  });

  test('that holds all languages has a place for each', async () => {
    await put('locales/all.csv', 'key,en,pt-BR\na,Open,x\nb,Close,\n');
    await expect(plan('pt,pt-BR', 'locales/all.csv')).rejects.toThrow(
      'into pt and pt-BR would both be written to pt-BR in locales/all.csv.',
    );
    expect(await plan('pt', 'locales/all.csv')).toEqual([['pt', 'locales/all.csv', 1]]);
  });
});
