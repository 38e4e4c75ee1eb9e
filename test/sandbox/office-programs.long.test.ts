import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { connect, MOMENT, projectOrder, upload } from './api.js';
import { makePresentation, makeWordFile, makeWorkbook } from './office-samples.js';

const isInstalled = spawnSync('soffice', ['--version'], { stdio: 'ignore' }).status === 0;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'office-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Converts files of the folder, and fails where LibreOffice can't open one. */
function convert(format: string, names: readonly string[]): void {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`;
  const args = [profile, '--headless', '--convert-to', format, ...names];
  const { status, stderr } = spawnSync('soffice', args, { cwd: folder, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}

const LANGUAGES = [
  ['de', 'Grüße aus der Küche'],
  ['ar', 'تحيات من المطبخ'],
  ['ja', '厨房からのご挨拶'],
] as const;

// Flat OpenDocument has all texts of a file in one part: headers, notes, text boxes and charts.
const FILES = [
  ['docx', 'fodt', makeWordFile],
  ['xlsx', 'fods', makeWorkbook],
  ['pptx', 'fodp', makePresentation],
] as const;

test.skipIf(!isInstalled)(
  'LibreOffice opens each translated office file, has each of its texts, and makes a PDF of it (skipped where soffice is not installed)',
  async () => {
    const sandbox = createSandbox({ now: MOMENT });
    const api = connect(sandbox);
    const expected: { readonly name: string; readonly flat: string; readonly texts: readonly string[] }[] =
      [];
    for (const [kind, flat, make] of FILES) {
      const file = (await upload(sandbox, `menu.${kind}`, make())).body.question_source;
      await sandbox.clock.advance(2000);
      for (const [language, greeting] of LANGUAGES) {
        const terms = { type: 'file', body: null, source_id: file.id };
        const order = projectOrder(terms, { translated_language_id: language });
        const { project } = (await api.post('projects', order)).body;
        const { id } = project.questions[0];
        sandbox.translators.translateQuestion(id);
        const { paragraphs } = (await api.get(`questions/${id}/revisions/latest`)).body.translation;
        const texts = paragraphs.map((_: unknown, at: number) => `${greeting} ${at + 1}.`);
        sandbox.translators.translateQuestion(id, texts);
        const url = `${sandbox.baseUrl}/api/v1/questions/${id}/revisions/2/file?access_token=${sandbox.accessToken}`;
        const name = `${kind}-${language}.${kind}`;
        await writeFile(join(folder, name), await (await sandbox.fetch(url)).bytes());
        const shown = paragraphs.map(({ original_text }: { original_text: string }, at: number) =>
          // A column keeps its name, since formulas use it.
          original_text === 'Column' ? original_text : texts[at],
        );
        expected.push({ name, flat, texts: shown });
      }
    }
    convert(
      'pdf',
      expected.map(({ name }) => name),
    );
    for (const [kind, flat] of FILES)
      convert(
        flat,
        expected.map(({ name }) => name).filter((name) => name.endsWith(kind)),
      );
    for (const { name, flat, texts } of expected) {
      const stem = name.slice(0, name.lastIndexOf('.'));
      const pdf = await readFile(join(folder, `${stem}.pdf`));
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      expect(pdf.byteLength).toBeGreaterThan(2_000);
      const xml = await readFile(join(folder, `${stem}.${flat}`), 'utf8');
      const text = xml.replace(/<[^>]*>/g, '');
      for (const translated of texts) expect(text, `${name}: ${translated}`).toContain(translated);
    }
  },
);
