import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endsAt, IRREGULAR, plant } from '../../irregular-files.js';
import { shell } from '../shell.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'irregular-'));
  await mkdir(join(folder, 'project/locales'), { recursive: true });
  await writeFile(join(folder, 'project/locales/en.json'), '{"add": "Add"}');
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs a command in the project beside a path that could stop it. */
async function run(path: string, ...args: readonly string[]) {
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, TRANSLATION_REQUESTER_TOKEN: 'token' };
  const { run: runHere, printed } = shell({ folder: join(folder, 'project'), env });
  const code = await endsAt(path, runHere(...args));
  return { code, ...printed };
}

/** Where nobody answers. */
const URL = ['--url', 'http://127.0.0.1:9'];

describe.each(IRREGULAR)('%s is refused, and nobody waits for it,', (kind) => {
  test.for<readonly [what: string, place: string, args: readonly string[]]>([
    ['the project file', 'project/translation-requester.json', ['status']],
    ['a source in the project', 'project/locales/ui.json', ['quote', 'locales/ui.json', '--to', 'de']],
    ['a source that is named outside', 'ui.json', ['quote', '../ui.json', '--to', 'de']],
    ['a document that is named outside', 'ui.docx', ['quote', '../ui.docx', '--from', 'en', '--to', 'de']],
    ['a target', 'project/locales/de.json', ['quote', 'locales/en.json', '--to', 'de']],
    ['the file of tokens', 'translation-requester/credentials.json', ['logout']],
    ['the state of a sandbox', 'state.json', ['sandbox', '--port', '0', '--state', 'PATH']],
    ['the lock of a state', 'state.json.lock', ['sandbox', '--port', '0', '--state', 'STATE']],
    ['a seed file', 'seed.json', ['sandbox', '--port', '0', '--seed-file', 'PATH']],
  ])('as %s', async ([what, place, args], { skip }) => {
    skip(
      kind === 'a huge file' && what === 'a document that is named outside',
      'A document may have any size, and its place in the project is a regular file.',
    );
    const path = join(folder, place);
    await mkdir(join(path, '..'), { recursive: true });
    await plant(kind, path);
    const given = args.map((arg) => arg.replace('PATH', path).replace('STATE', join(folder, 'state.json')));
    const { code, err } = await run(path, ...given, ...(args[0] === 'sandbox' ? [] : URL));
    expect(code).toBeGreaterThan(0);
    expect(err).toMatch(/regular file|is a link|leads out|ENXIO|more than [\d.]+ [KM]iB/);
  });
});
