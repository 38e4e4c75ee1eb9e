import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type InputError, Requester, type RequesterOptions } from '../../src/index.js';

/** The options that the rules of the client know, as its message about an unknown one lists them. */
function knownOptions(): string[] {
  try {
    new Requester({ zzzzzzzzzzzz: 1 } as unknown as RequesterOptions);
  } catch (error) {
    const [, names = ''] = /the options are ([\w, ]+)/.exec((error as InputError).message) ?? []; // as thrown here
    return names.split(', ');
  }
  return [];
}

test('the page about configuration has each option of the client, and no other', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const [, section = ''] = /## Options of the client\n(.*?)\n## /s.exec(page) ?? [];
  const named = [...section.matchAll(/^- `(\w+)`/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(knownOptions().sort());
  expect(named).toContain('logLevel');
});
