import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeRedactor, makeSnippet } from '../../../../src/client/core/errors/redact.js';
import { Requester } from '../../../../src/index.js';
import { answer, BASE_URL, recordedFetch, rejection } from '../../../recorded-fetch.js';
import { runs } from '../../../runs.js';

const upper = (text: string): string => text.replace(/%[0-9a-f]{2}/gi, (item) => item.toUpperCase());
const lower = (text: string): string => text.replace(/%[0-9a-f]{2}/gi, (item) => item.toLowerCase());
const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const html = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
const each = (write: (unit: number) => string) => (text: string) =>
  text
    .split('')
    .map((unit) => write(unit.charCodeAt(0)))
    .join('');

/** The ways in which a service may write a text that it echoes. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'percent-encoded': encodeURIComponent,
  'percent-encoded in lower case': (text) => lower(encodeURIComponent(text)),
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'percent-encoded thrice in upper case': (text) =>
    upper(encodeURIComponent(encodeURIComponent(encodeURIComponent(text)))),
  'percent-encoded throughout': (text) =>
    [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'as a form': (text) => new URLSearchParams({ '': text }).toString().slice(1),
  'as JSON': json,
  'as JSON in JSON': (text) => json(json(text)),
  'as JSON with escaped slashes': (text) => json(text).replaceAll('/', '\\/'),
  'as \\u escapes': each((unit) => `\\u${unit.toString(16).padStart(4, '0')}`),
  'as \\u escapes in JSON': each((unit) => `\\\\u${unit.toString(16).padStart(4, '0')}`),
  'as HTML': html,
  'as HTML with a name for each sign': (text) => html(text).replaceAll('&#39;', '&apos;'),
  'as JSON in HTML': (text) => html(json(text)),
  'as decimal references': (text) => [...text].map((item) => `&#${item.codePointAt(0)};`).join(''),
  'as hexadecimal references': (text) =>
    [...text].map((item) => `&#x${item.codePointAt(0)?.toString(16)};`).join(''),
  'in upper case': (text) => text.toUpperCase(),
};

const printable = fc
  .string({
    unit: fc.constantFrom(...'abcXYZ019-_.~+/=&?%#<>"\'\\:;,!*()[]{}|^$@ '),
    minLength: 8,
    maxLength: 64,
  })
  .filter((text) => text.trim() === text && !/\\{2}/.test(text));
const ascii = fc
  .string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 30 })
  .filter((text) => !text.includes('\\'));
const anything = fc
  .string({ unit: 'grapheme', minLength: 8, maxLength: 30 })
  .filter((text) => !text.includes('\\') && !/\p{Surrogate}/u.test(text));

describe.each(Object.entries(spellings))('a secret %s', (name, write) => {
  test('is hidden in any place', () => {
    fc.assert(
      fc.property(printable, fc.string(), fc.string(), (secret, before, after) => {
        const shown = makeRedactor([secret])(`${before}<${write(secret)}>${after}`);
        expect(shown.includes(write(secret))).toBe(false);
        expect(shown).toContain('[redacted]');
      }),
      runs(100),
    );
  });

  test('of any characters is hidden', () => {
    fc.assert(
      // Letters beyond ASCII change more than their case in upper case.
      fc.property(name === 'in upper case' ? ascii : anything, (secret) => {
        expect(makeRedactor([secret])(`x ${write(secret)} y`)).not.toContain(write(secret));
      }),
      runs(60),
    );
  });

  test('that is cut after eight characters or more is hidden to its end', () => {
    const secret = 'Zq8-w_5~k.T+2/b=RmXcVpLsNdFgHj4t';
    for (let length = 8; length <= secret.length; length += 1) {
      const head = write(secret.slice(0, length));
      expect(makeRedactor([secret])(`"${head}`)).toBe('"[redacted]');
    }
  });
});

describe('a redactor', () => {
  test('hides every secret, everywhere', () => {
    const redact = makeRedactor(['first-secret', 'second-secret']);
    expect(redact('first-secret second-secret first-secret')).toBe('[redacted] [redacted] [redacted]');
  });

  test('hides a secret that begins with another one', () => {
    const shown = makeRedactor(['secret-12', 'secret-12-and-more'])('secret-12-and-more');
    expect(shown).not.toContain('and-more');
  });

  test('leaves other texts as they are', () => {
    const text = 'language: can\'t be blank; error_code: 404; "code": 7';
    expect(makeRedactor(['tok-5e0f9a37c1b84d26'])(text)).toBe(text);
  });

  test.each([65, 70, 72, 73, 128, 2_000, 10_000])(
    'hides a secret of %i characters, and never looks for its spellings one by one',
    (length) => {
      const letter = (index: number): string =>
        'aBcXyZ019-_.~'[Math.floor(Math.abs(Math.sin(index)) * 1e6) % 13] ?? '';
      const secret = Array.from({ length }, (_, index) => letter(index)).join('');
      // There are more spellings than could be tried within the time of a test.
      const shown = makeRedactor([secret])(`before ${encodeURIComponent(secret)} after`);
      expect(shown.replaceAll('[redacted]', '')).toBe('before  after');
    },
  );

  test('hides a secret with control characters, in which the code of one byte has a zero', () => {
    expect(makeRedactor(['word\t\n12345678'])('x word%09%0a12345678 y')).toBe('x [redacted] y');
  });

  const LONG = Array.from({ length: 200 }, (_, index) => index.toString(36).padStart(2, '0')).join('');

  test.each([
    // Eight characters of a secret, or of a piece of 64 of a long one, are enough; the last piece is no shorter.
    [16, 7, 'x 0001020 y'],
    [16, 8, 'x [redacted] y'],
    [64, 8, 'x [redacted] y'],
    [71, 70, 'x [redacted] y'],
    [72, 71, `x [redacted]${LONG.slice(64, 71)} y`],
    [72, 72, 'x [redacted][redacted] y'],
    [200, 130, `x [redacted][redacted]${LONG.slice(128, 130)} y`],
  ])(
    'of a secret of %i characters, of which %i are there, leaves no more than this: %s',
    (length, there, shown) => {
      const secret = LONG.slice(0, length);
      expect(makeRedactor([secret])(`x ${secret.slice(0, there)} y`)).toBe(shown);
    },
  );

  test.each([
    ['code=1234567', 'code=1234567'],
    ['code=12345678', 'code=[redacted]'],
  ])('shows a short value of a secret parameter that it does not know: %s', (text, shown) => {
    expect(makeRedactor([])(text)).toBe(shown);
  });

  test('does not treat an empty text as a secret', () => {
    expect(makeRedactor([''])('text')).toBe('text');
  });

  test.each([
    'access_token=abcdefgh12345678',
    '"access_token":"abcdefgh12345678"',
    'access_token%3Dabcdefgh12345678',
    '{\\"access_token\\": \\"abcdefgh12345678\\"}',
    'client_secret: abcdefgh12345678',
    '&quot;refresh_token&quot;:&quot;abcdefgh12345678&quot;',
    'code=abcdefgh12345678&state=x',
  ])('hides the value of a secret parameter that it does not know: %s', (text) => {
    expect(makeRedactor([])(text)).not.toContain('abcdefgh12345678');
  });
});

describe('a secret of fewer than eight characters', () => {
  test.each(['t', 'dev', 'secret1'])('%s is not searched for in a text', (secret) => {
    const text = `question ${secret} is invalid, development, secret12; "error_code":401, code: 401`;
    expect(makeRedactor([secret])(text)).toBe(text);
  });

  test.each(Object.entries(spellings))('is hidden as the value of a secret parameter, %s', (_, write) => {
    for (const secret of ['Z', 'a&b', 'x"y', "q'/", 'seven77']) {
      for (const name of ['access_token', 'refresh_token', 'client_secret', 'secret', 'code']) {
        expect(makeRedactor([secret])(`x&${write(`${name}=${secret}`)} y`)).toBe(
          `x&${write(`${name}=`)}[redacted] y`,
        );
        const json = makeRedactor([secret])(`{${write(`"${name}" : "${secret}"`)}}`);
        expect(json).toContain('[redacted]');
        expect(json).not.toContain(write(secret));
      }
    }
  });

  test.each(['access_token=ab', '"refresh_token":"ab"', 'client_secret%3Dab'])(
    'is hidden in %s where it is cut',
    (text) => {
      expect(makeRedactor(['abcdefg'])(text)).toBe(text.replace('ab', '[redacted]'));
    },
  );

  test('leaves a code of an error as it is', () => {
    expect(makeRedactor(['4'])('"error_code":401')).toBe('"error_code":401');
  });

  test('does not keep a longer one from being hidden', () => {
    expect(makeRedactor(['t', 'a-long-secret'])('the a-long-secret')).toBe('the [redacted]');
  });

  test('mixes into no other text over a client', async () => {
    const fetch = recordedFetch(
      answer({ success: false, errors: { question_bodies: 'is invalid: access_token=t' } }, { status: 422 }),
    );
    const requester = new Requester({ baseUrl: BASE_URL, accessToken: 't', fetch });
    expect(String(await rejection(requester.organizations.create({ name: 'n' })))).toContain(
      'question_bodies is invalid: access_token=[redacted]',
    );
  });
});

describe('a snippet', () => {
  const secret = 'tok-5e0f9a37c1b84d26a0c7-94f1b3d8e2a65c70';

  test('shows no part of a secret where it is cut', () => {
    for (let before = 100; before <= 260; before += 1) {
      const shown = makeSnippet(`${'x'.repeat(before)}${secret}`, makeRedactor([secret]));
      expect(shown).not.toContain('tok');
      expect(shown.length).toBeLessThanOrEqual(200);
    }
  });

  test.each([
    [200, 'x'.repeat(200)],
    [201, `${'x'.repeat(199)}…`],
  ])('of %i characters is shown up to 200', (length, shown) => {
    expect(makeSnippet('x'.repeat(length), makeRedactor([]))).toBe(shown);
  });

  test('is one line', () => {
    expect(makeSnippet(' a\r\n\tb\u2028c ', makeRedactor([]))).toBe('a b c');
  });
});

test('a text is cut where nobody reads any further', () => {
  expect(makeRedactor([])('x'.repeat(40_000))).toBe('x'.repeat(16_384));
});
