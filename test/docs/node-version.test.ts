import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const [oldest] = /\d+\.\d+$/.exec(JSON.parse(read('package.json')).engines.node) ?? [];

test.each(['README.md', 'docs/getting-started.md', 'docs/operations.md'])(
  '%s names the Node that the package asks for',
  (path) => {
    const flowing = read(path).replaceAll('\n', ' ');
    const named = [...flowing.matchAll(/Node (\d+(?:\.\d+)*) or later/g)].map(([, version]) => version);
    expect(named).toEqual([oldest]);
  },
);

test('what the package brings along asks for no newer Node', () => {
  const { dependencies } = JSON.parse(read('package.json'));
  for (const name of Object.keys(dependencies)) {
    const { engines } = JSON.parse(read(`node_modules/${name}/package.json`));
    const [asked = '0'] = /\d+(\.\d+)?/.exec(engines?.node ?? '') ?? [];
    expect(asked.localeCompare(oldest ?? '', 'en', { numeric: true }), name).toBeLessThanOrEqual(0);
  }
});
