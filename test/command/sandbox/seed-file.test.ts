import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shell } from '../shell.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-seed-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a sandbox with a seed file until it has printed its first line. */
async function started(name: string, content: string | Uint8Array, ...options: string[]) {
  await writeFile(join(folder, name), content);
  const { run, printed, stop } = shell({ folder });
  const code = run('sandbox', '--port', '0', '--seed-file', name, ...options);
  let ended = false;
  void code.then(() => {
    ended = true;
  });
  await expect.poll(() => ended || printed.out !== '').toBe(true);
  const end = () => {
    stop();
    return code;
  };
  return { printed, end };
}

const YAML = `
accounts:
  - login: shop
    organizations: [{ name: Shop, points: 500 }]
orders:
  - { texts: [Good morning], key: greeting, state: completed }
`;

test.each([
  ['shop.yaml', YAML],
  ['shop.yml', YAML],
  [
    'shop.json',
    '\ufeff{"accounts":[{"login":"shop","organizations":[{"name":"Shop","points":500}]}],"orders":[{"texts":["Good morning"],"key":"greeting","state":"completed"}]}',
  ],
])('%s has what the sandbox begins with', async (name, content) => {
  const { printed, end } = await started(name, content, '--json', '--now', '2026-11-01T09:00:00Z');
  const { url, accessToken } = JSON.parse(printed.out);
  const state = await (await fetch(`${url}/_sandbox/state`)).json();
  expect(state).toMatchObject({
    now: Date.UTC(2026, 10, 1, 9),
    clockRuns: false,
    accounts: [{ login: 'shop' }, {}],
  });
  const answer = await fetch(`${url}/api/v1/my/organizations?access_token=${accessToken}`);
  expect((await answer.json()).organizations).toMatchObject([{ name: 'Shop', available_point: 500 - 22 }]);
  expect(await end()).toBe(0);
});

test('people see what it begins with', async () => {
  const { printed, end } = await started('people.yaml', YAML, '--quiet');
  expect(printed.out).toContain('It begins with people.yaml, with 1 order.');
  expect(printed.out).not.toContain('points.');
  await end();
});

test('it counts for a new state file only', async () => {
  const first = await started('again.yaml', YAML, '--state', join(folder, 'state.json'));
  await first.end();
  const second = await started('again.yaml', YAML, '--state', join(folder, 'state.json'));
  await expect.poll(() => second.printed.err).toContain('--seed-file had no effect');
  expect(second.printed.out).toContain('with 1 order, and saves everything there');
  await second.end();
});

describe('it ends with exit code 1, and the file, the place and the reason, when the file', () => {
  const deep = (n: number) => `${'['.repeat(n)}${']'.repeat(n)}`;
  test.each([
    ['is not YAML', 'a.yaml', 'orders:\n  - { texts: [a }\n', /line 2 is not YAML/],
    ['has a key twice', 'a.yaml', 'orders: []\n\norders: []\n', /line 3 has orders a second time/],
    ['has a tag', 'a.yaml', 'orders: !!js/function x\n', /line 1 is not plain YAML: Unresolved tag/],
    ['has two documents', 'a.yaml', '{}\n---\n{}\n', /line 2 has a second document/],
    ['is nested too deep', 'a.yaml', `orders: ${deep(5_000)}`, /nested more than 100 levels/],
    ['is deep JSON', 'a.json', `{"orders":${deep(100_000)}}`, /orders\[0\] must be an object/],
    ['multiplies by aliases', 'a.yaml', bomb(), /[Ee]xcessive alias count|not an option/],
    ['is not JSON', 'a.json', '{\n"orders": [,]}', /line 2:12 is not JSON: a value was expected here/],
    ['is empty JSON', 'a.json', '', /is not JSON/],
    ['is a list', 'a.json', '[]', /the seed must be an object/],
    ['is not UTF-8', 'a.yaml', new Uint8Array([0xff, 0xfe, 0x41]), /is not UTF-8/],
    ['is too large', 'a.yaml', `# ${'x'.repeat(2 ** 22)}`, /has more than 4 MiB/],
    ['has another name', 'a.toml', '', /must end in \.json, \.yaml or \.yml/],
    ['has a wrong order', 'a.yaml', 'orders:\n  - texts: Hello', /orders\[0\]\.texts must be a list/],
    ['has an order that is refused', 'a.yaml', 'orders: [{ texts: [a], to: xx }]', /orders\[0\] was refused/],
  ])('%s', async (_, name, content, reason) => {
    const { printed, end } = await started(name, content);
    expect(await end()).toBe(1);
    expect(printed.out).toBe('');
    expect(printed.err).toMatch(/^The seed file a\.\w+ can't be used: /);
    expect(printed.err).toMatch(reason);
    expect(printed.err.trimEnd().split('\n')).toHaveLength(1);
  });

  function bomb(): string {
    const lines = ['a0: &a0 [x, x]'];
    for (let n = 1; n < 30; n += 1) lines.push(`a${n}: &a${n} [*a${n - 1}, *a${n - 1}]`);
    return lines.join('\n');
  }

  test.each([
    ['does not exist', 'none.yaml', 'there is no such file.'],
    ['is a folder', '.', 'it is not a regular file.'],
    ['is no plain file', '/dev/zero', 'it is not a regular file.'],
  ])('%s', async (_, path, reason) => {
    const { run, printed } = shell({ folder });
    expect(await run('sandbox', '--port', '0', '--seed-file', path)).toBe(1);
    expect(printed.err).toBe(`The seed file ${path} can't be used: ${reason}\n`);
  });
});

test.each(['yesterday', '2026-11-01T09:00', '1793523600000', '2026-13-01', '2026-02-30', ''])(
  '--now %j is a mistake in the command line',
  async (text) => {
    const { run, printed } = shell();
    expect(await run('sandbox', '--now', text)).toBe(2);
    expect(printed.err).toContain('--now takes a time such as 2026-11-01T09:00:00Z');
  },
);
