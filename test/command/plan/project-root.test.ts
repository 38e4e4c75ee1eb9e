import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findProjectRoot, nameFromRoot } from '../../../src/command/plan/project-root.js';
import { startApp } from '../app.js';

const FILE = 'translation-requester.json';
const PROJECT = JSON.stringify({
  name: 'shop',
  from: 'en',
  to: ['de'],
  files: [{ source: 'locales/en.json' }],
});

describe('the folder of a project', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'root-'));
    await mkdir(join(folder, 'app/src/locales'), { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('is the nearest one upwards with a project file or a memory', async () => {
    const deep = join(folder, 'app/src/locales');
    expect(await findProjectRoot(deep)).toBe(deep);
    await mkdir(join(folder, '.translation-requester'));
    expect(await findProjectRoot(deep)).toBe(folder);
    await writeFile(join(folder, 'app', FILE), '{}');
    expect(await findProjectRoot(deep)).toBe(join(folder, 'app'));
    expect(await findProjectRoot(folder)).toBe(folder);
  });

  test.runIf(process.getuid?.() === 0)('is none that another user has put above', async () => {
    const { chown } = await import('node:fs/promises');
    await writeFile(join(folder, FILE), '{}');
    await chown(join(folder, FILE), 65_534, 65_534);
    const deep = join(folder, 'app/src');
    expect(await findProjectRoot(deep)).toBe(deep);
    // Whoever stands beside it, uses it.
    expect(await findProjectRoot(folder)).toBe(folder);
  });

  test('names what the command line names, from there', async () => {
    await writeFile(join(folder, FILE), '{}');
    const errors: string[] = [];
    const io = {
      folder: join(folder, 'app/src'),
      err: (text: { print(): string }) => errors.push(text.print()),
    };
    const given = { target: 'locales/{language}.json', formatModule: './lang.js', from: 'en' };
    const { folder: project, ...named } = await nameFromRoot(
      ['locales/en.json', '../x.json', '/y.json'],
      given,
      io,
    );
    expect(project.path).toBe(folder);
    expect(project.show('app/src/locales/en.json')).toBe('locales/en.json');
    expect(project.show('en.json')).toBe('../../en.json');
    expect(named).toEqual({
      sources: ['app/src/locales/en.json', 'app/x.json', '/y.json'],
      given: {
        from: 'en',
        target: 'app/src/locales/{language}.json',
        formatModule: join(folder, 'app/src/lang.js'),
      },
    });
    expect(errors).toEqual(['The project in ../.. is used.\n']);
  });
});

describe('a command in a subfolder', () => {
  test('works on the project: nothing is paid twice, and its files are found', async () => {
    await using app = await startApp();
    await app.put(FILE, PROJECT);
    await app.put('locales/en.json', '{"add": "Add to cart"}');
    const inside = { folder: join(app.folder, 'locales') };
    const run = async (...words: readonly string[]) => {
      const { printed, ended } = app.begin(words, inside);
      return { code: await ended, ...printed };
    };
    expect(await app.run('order', '--yes')).toMatchObject({ code: 0 });
    expect(app.ordered()).toBe(1);
    for (const words of [
      ['order', '--yes'],
      ['order', 'en.json', '--yes'],
    ]) {
      const { code, out, err } = await run(...words);
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('nothing new to order') });
      expect(err).toContain('The project in .. is used.');
    }
    expect(app.ordered()).toBe(1);
    await app.translate();
    expect(await run('pull')).toMatchObject({ code: 0 });
    expect(JSON.parse(await app.read('locales/de.json'))).toEqual({ add: expect.stringContaining('[de]') });
    expect((await run('status', 'en.json')).out).toMatch(/^file +written\nde\.json +1$/m);
    expect((await run('unknown')).code).toBe(0);
    // What was written is remembered under the same name from everywhere: the translation is of an older text now.
    await app.put('locales/en.json', '{"add": "Add to basket"}');
    expect((await app.json('status')).units).toMatchObject([{ written: 0, missing: 1 }]);
  });

  test('a next command is one to type there', async () => {
    await using app = await startApp();
    await app.put(FILE, PROJECT);
    await app.put('locales/en.json', '{"add": "Add to cart"}');
    const words = ['order', 'en.json', '--target', '{language}.json', '--yes'];
    const { printed, ended } = app.begin(words, { folder: join(app.folder, 'locales') });
    expect(await ended).toBe(0);
    expect(printed.out).toContain("pull en.json --target '{language}.json'");
  });

  test('paths and the commands that advice names are those of where one stands', async () => {
    await using app = await startApp();
    await app.put(FILE, PROJECT);
    await app.put('locales/en.json', '{"greet": "Hello {name}"}');
    await app.put('locales/shop.en.json', '{}');
    const run = async (...words: readonly string[]) => {
      const { printed, ended } = app.begin(words, { folder: join(app.folder, 'locales/sub') });
      return { code: await ended, ...printed };
    };
    const files = ['../en.json', '--target', '../out/{language}.json'];
    expect(await run('order', ...files, '--yes')).toMatchObject({ code: 0 });
    const address = `${app.server.url}/api/v1/simple/questions/${app.sandbox.orders()[0]?.id}`;
    const { question } = await (await fetch(`${address}?access_token=${app.sandbox.accessToken}`)).json();
    app.sandbox.translators.translateBody(question.question_bodies[0].id, 'Hallo');
    const { code, out, err } = await run('pull', ...files);
    expect(code).toBe(4);
    expect(out).toContain('../out/de.json');
    expect(err).toContain('../out/de.json: greet: ');
    const hint = /To send one back: translation-requester (.*) --sandbox .* --key (.*)\n/.exec(err);
    expect(hint?.[1]).toBe("reject ../en.json --to de --target '../out/{language}.json'");
    const { units } = JSON.parse((await run('status', ...files, '--json')).out);
    expect(units).toMatchObject([{ source: '../en.json', target: '../out/de.json' }]);
    const reject = ['reject', ...files, '--key', 'greet', '--reason', 'The name is missing.'];
    expect(await run(...reject)).toMatchObject({ code: 0 });
    // What is in the project has the same name from everywhere.
    const atRoot = await app.json('status', '--target', 'locales/out/{language}.json', 'locales/en.json');
    expect(atRoot.units).toMatchObject([{ source: 'locales/en.json', open: 1 }]);
    const missing = await run('quote', '../none.json');
    expect(missing.err).toContain('\n../none.json does not exist.');
    await app.put('locales/bad.json', '{"greet": "Hello"');
    expect((await run('quote', '../bad.json', '--from', 'en')).err).toMatch(/^\.\.\/bad\.json:\d+:\d+ /m);
    await app.put('locales/out/de.json', '{"greet"');
    expect((await run('quote', ...files)).err).toMatch(/^\.\.\/out\/de\.json:\d+:\d+ /m);
    const beside = await run('status');
    expect(beside.err).toContain(
      '../shop.en.json is new beside the files of this project. Add locales/shop.en.json to "files" in ../../translation-requester.json.',
    );
  });

  test('init says that there is a project above', async () => {
    await using app = await startApp();
    await app.put(FILE, PROJECT);
    await app.put('shop/locales/en.json', '{"add": "Add to cart"}');
    const { printed, ended } = app.begin(['init', '--yes', '--to', 'de'], {
      folder: join(app.folder, 'shop'),
    });
    expect(await ended).toBe(0);
    expect(printed.err).toContain(`There is a project above (${dirname('../x')}).`);
  });
});
