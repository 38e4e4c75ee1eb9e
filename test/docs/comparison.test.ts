import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

const page = (await read('docs/comparison.md')).replaceAll(/\s+/g, ' ');

test('names the versions that are installed to be compared with', async () => {
  const { dependencies } = JSON.parse(await read('lab/bench/package.json'));
  for (const name of [
    'deepl-node',
    '@crowdin/crowdin-api-client',
    '@lokalise/node-api',
    'stripe',
    'openai',
  ]) {
    expect(page).toContain(`\`${name}\` ${dependencies[name]}`);
  }
});

test('is short', () => {
  expect(page.split(' ').length).toBeLessThanOrEqual(600);
});
