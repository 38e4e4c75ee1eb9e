import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { planUnits } from '../../../src/command/plan/plan.js';
import { ProjectFolder } from '../../../src/command/plan/project-folder.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-format-'));
  await mkdir(join(folder, 'texts'));
  await writeFile(join(folder, 'texts/en.lang'), 'ok=OK\nquit=Quit\n');
});
afterEach(() => rm(folder, { recursive: true }));

/** The format of the examples, as a module. */
async function writeModule(exported: string): Promise<void> {
  const code = await readFile(new URL('../../../examples/own/lang.ts', import.meta.url), 'utf8');
  await writeFile(join(folder, 'lang.ts'), `${code}\n${exported}\n`);
}
const units = (settings: object) =>
  planUnits(['texts/en.lang'], { from: 'en', to: ['de'], ...settings }, {}, new ProjectFolder(folder));

test.each(['export default lang;', 'export { lang as format };'])(
  'a module with %j has the format of the files',
  async (exported) => {
    await writeModule(exported);
    const [unit] = await units({ formatModule: './lang.ts' });
    expect(unit?.target).toBe('texts/de.lang');
    expect(unit?.file.texts).toEqual({ ok: 'OK', quit: 'Quit' });
    expect(unit?.file.write?.({ quit: 'Ende' })).toBe('quit=Ende\n');
    expect(await unit?.targetFile()).toContain('de.lang');
  },
);

test.each([
  ['', 'must export a format, as its default or by the name "format"'],
  ['export default 1;', 'must export a format'],
  ['export default {};', 'must have a name; extensions, a list of endings such as ".json"; isBilingual'],
  [
    'export default { name: "x", extensions: ["lang"], isBilingual: false, read() {} };',
    'must have extensions',
  ],
  ['export default {', "can't be loaded"],
  ['throw new Error("no");', "can't be loaded: no"],
  [
    'export default { name: "x", extensions: [".lang"], isBilingual: false, read() {} };',
    'failed to read a file',
  ],
  [
    'export const format = { name: "x", extensions: [".lang"], isBilingual: false, read: (_, { fail }) => fail(3, "is odd") };',
    'en.lang:1:4 is odd',
  ],
])('of %j, a message says what is wrong', async (content, message) => {
  await writeFile(join(folder, 'wrong.mjs'), content);
  await expect(units({ formatModule: 'wrong.mjs' })).rejects.toThrow(message);
});

test('a module that does not exist, and one beside --format', async () => {
  await expect(units({ formatModule: './none.js' })).rejects.toThrow(
    "--format-module: ./none.js can't be loaded",
  );
  await expect(units({ formatModule: './none.js', format: 'json' })).rejects.toThrow(
    'Give either --format or --format-module.',
  );
});
