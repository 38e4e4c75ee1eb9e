import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { readLocaleFile } from '../../../src/locale-files.js';
import { runs } from '../../runs.js';
import { word } from './samples/sample.js';
import { SAMPLES } from './samples.js';

const isInstalled = spawnSync('php', ['--version'], { stdio: 'ignore' }).status === 0;

/** What PHP itself makes of a file: its texts by their keys. */
function readWithPhp(path: string): Record<string, string> {
  const program = `
    $texts = [];
    $walk = function ($array, $path) use (&$walk, &$texts) {
      foreach ($array as $key => $value)
        if (is_array($value)) $walk($value, "$path$key."); else $texts["$path$key"] = base64_encode($value);
    };
    function trans($text) { return $text; }
    $returned = include $argv[1];
    $walk(is_array($returned) ? $returned : $lang, '');
    echo json_encode($texts, JSON_FORCE_OBJECT);`;
  const { stdout, stderr } = spawnSync('php', ['-r', program, path], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const found: Record<string, string> = JSON.parse(stdout);
  return Object.fromEntries(
    Object.entries(found).map(([key, text]) => [key, Buffer.from(text, 'base64').toString('utf8')]),
  );
}

test.runIf(isInstalled)('PHP reads the texts that we read, and the translations that we write', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'php-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [random] = SAMPLES.php.random;
  await fc.assert(
    fc.asyncProperty(random?.files ?? fc.constant(''), fc.array(word), async (text, words) => {
      const path = join(folder, 'app.php');
      const file = await readLocaleFile({ text }, { format: 'php', to: 'de', target: { text } });
      writeFileSync(path, text);
      const known = readWithPhp(path);
      expect(known).toMatchObject(file.known);
      const translations = Object.fromEntries(
        Object.keys(file.texts).flatMap((key, at) => (words[at] ? [[key, words[at]]] : [])),
      );
      writeFileSync(path, file.write(translations));
      expect(readWithPhp(path)).toEqual({ ...known, ...translations });
    }),
    runs(),
  );
});
