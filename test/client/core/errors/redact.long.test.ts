import { expect, test } from 'vitest';
import { makeSecretMarker } from '../../../../src/client/core/errors/redact.js';
import { growth, LINEAR } from '../../../growth.js';

const TOKEN = 'Tk9_5e0f9a37c1b84d26a0c7.94f1b3d8/e2a65c70+QdWz';

/** Each makes a text whose size grows with the number. */
const texts: Readonly<Record<string, (size: number) => string>> = {
  words: (size) => 'The quick brown fox. '.repeat(size / 16),
  'nothing but tokens': (size) => TOKEN.repeat(size / 32),
  'heads of the token': (size) => TOKEN.slice(0, 9).repeat(size / 8),
  'tails of the token': (size) => TOKEN.slice(-9).repeat(size / 8),
  'escaped tokens': (size) => encodeURIComponent(`${TOKEN} `).repeat(size / 64),
  'one letter': (size) => 'a'.repeat(size),
  'white space': (size) => ' '.repeat(size),
  zeros: (size) => '\0'.repeat(size),
  backslashes: (size) => '\\'.repeat(size),
  'backslashes before a letter': (size) => `${'\\'.repeat(size)}z`,
  'percent signs': (size) => `${'%25'.repeat(size / 4)}41`,
  'ampersands of HTML': (size) => `&${'amp;'.repeat(size / 4)}lt;`,
  'numbers of HTML': (size) => '&#0000000'.repeat(size / 8),
  'names of secrets': (size) => 'code='.repeat(size / 4),
  'names of secrets and spaces': (size) => `secret${' '.repeat(8)}`.repeat(size / 16),
  'a long value': (size) => `access_token=${'x'.repeat(size)}`,
};

test.each(Object.entries(texts))(
  'secrets are found in time that grows with the text: %s',
  async (_, make) => {
    for (const secret of [TOKEN, 'a'.repeat(40), 't']) {
      const mark = makeSecretMarker([secret], { anyValue: true });
      expect(await growth(make, mark)).toBeLessThan(LINEAR);
    }
  },
);
