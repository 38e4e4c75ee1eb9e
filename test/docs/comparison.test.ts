import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { localeFormats } from '../../src/locale-files.js';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

const page = (await read('docs/comparison.md')).replaceAll(/\s+/g, ' ');

const PEERS = ['deepl-node', '@crowdin/crowdin-api-client', '@lokalise/node-api', 'stripe', 'openai'];

test('names the versions that are installed to be compared with', async () => {
  const { dependencies } = JSON.parse(await read('lab/bench/package.json'));
  for (const name of PEERS) expect(page).toContain(`\`${name}\` ${dependencies[name]}`);
});

// A new version of a peer must fail no change, so the registry is asked on request alone.
test.skipIf(env.ASK_REGISTRY === undefined).each(PEERS)(
  'with ASK_REGISTRY=1: names the newest version of %s, as the registry has it',
  async (name) => {
    const { stdout } = await promisify(execFile)('npm', ['view', name, 'version'], { cwd: tmpdir() });
    expect(page).toContain(`\`${name}\` ${stdout.trim()}`);
  },
);

test('is short, its table of commands aside', () => {
  const [clients = ''] = page.split('## The command');
  expect(clients.split(' ').length).toBeLessThanOrEqual(600);
});

test('counts the formats, and the exit codes of the command', async () => {
  expect(page).toContain(`[${Object.keys(localeFormats).length}](locale-files.md#formats)`);
  const [, codes = ''] = (await read('docs/command.md')).split('## What can go wrong');
  expect([...codes.matchAll(/^- \*\*\d+\*\*:/gm)]).toHaveLength(7);
});
