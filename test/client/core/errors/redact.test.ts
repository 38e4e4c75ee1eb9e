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
  'as \\u{} escapes': each((unit) => `\\u{${unit.toString(16)}}`),
  'as %u escapes': each((unit) => `%u${unit.toString(16).padStart(4, '0')}`),
  'as HTML': html,
  'as HTML 5 of PHP': (text) =>
    html(text)
      .replaceAll('.', '&period;')
      .replaceAll('_', '&lowbar;')
      .replaceAll('/', '&sol;')
      .replaceAll('+', '&plus;')
      .replaceAll('=', '&equals;'),
  'as HTML with a name for each sign': (text) => html(text).replaceAll('&#39;', '&apos;'),
  'as JSON in HTML': (text) => html(json(text)),
  'as decimal references': (text) => [...text].map((item) => `&#${item.codePointAt(0)};`).join(''),
  'as hexadecimal references': (text) =>
    [...text].map((item) => `&#x${item.codePointAt(0)?.toString(16)};`).join(''),
  'in upper case': (text) => text.toUpperCase(),
};

const toBase64 = (text: string): string => Buffer.from(text).toString('base64');
const toHex = (text: string): string => Buffer.from(text).toString('hex');
const wrap = (text: string, width: number, end: string): string =>
  text.replace(new RegExp(`.{${width}}(?=.)`, 'gs'), `$&${end}`);

/** Other forms of a secret, which services and libraries write. */
const forms: Readonly<Record<string, (text: string) => string>> = {
  'in base64': toBase64,
  'in base64 without padding': (text) => toBase64(text).replaceAll('=', ''),
  'in base64 for addresses': (text) => Buffer.from(text).toString('base64url'),
  'in base64 in an address': (text) => encodeURIComponent(toBase64(text)),
  'in base64 in JSON with escaped slashes': (text) => toBase64(text).replaceAll('/', '\\/'),
  'in base64 in lines of 76': (text) => wrap(toBase64(`${text}${text}`), 76, '\r\n'),
  'in base64 in lines of 20 in JSON': (text) => json(wrap(toBase64(text), 20, '\n')),
  'in Authorization: Basic, as the name': (text) => `Basic ${toBase64(`${text}:`)}`,
  'in Authorization: Basic, as the password': (text) => `Basic ${toBase64(`app:${text}`)}`,
  'in Authorization: Basic, as the password of another': (text) => `Basic ${toBase64(`client:${text}`)}`,
  'in the base64 of JSON': (text) => toBase64(JSON.stringify({ access_token: text, scope: 'all' })),
  'in the base64 for addresses of JSON': (text) =>
    Buffer.from(JSON.stringify({ at: text })).toString('base64url'),
  'in hexadecimal digits': toHex,
  'in hexadecimal digits in upper case': (text) => toHex(text).toUpperCase(),
  'as Node shows bytes': (text) => `<Buffer ${wrap(toHex(text), 2, ' ')}>`,
  'as \\x escapes': (text) => `\\x${wrap(toHex(text), 2, '\\x')}`,
  'broken over lines': (text) => wrap(text, 10, '\n'),
  'broken over lines of Windows': (text) => wrap(text, 10, '\r\n'),
  'broken over indented lines': (text) => wrap(text, 10, '\n\t  '),
  'broken over lines in JSON': (text) => json(wrap(text, 10, '\n')),
  'broken by soft hyphens': (text) => wrap(text, 10, '\u00ad'),
  'percent-encoded and broken over lines': (text) => wrap(encodeURIComponent(text), 15, '\r\n '),
  'broken by characters that no screen shows': (text) => wrap(text, 5, '\u200d'),
  'broken by control characters': (text) => wrap(text, 5, '\u0001'),
  'broken by zeros in JSON': (text) => wrap(text, 5, '\\u0000'),
  'in UTF-16': (text) => Buffer.from(text, 'utf16le').toString('latin1'),
  'cut at its head': (text) => text.slice(5),
  'cut at its head, percent-encoded': (text) => encodeURIComponent(text.slice(5)),
  'cut at its head, in base64': (text) => toBase64(text.slice(5)),
  'cut at its head, in hexadecimal digits': (text) => toHex(text.slice(5)),
  'cut at its end': (text) => text.slice(0, -5),
  'cut at its end, in base64': (text) => toBase64(text.slice(0, -5)),
  'cut at its end, in hexadecimal digits': (text) => toHex(text.slice(0, -5)),
};

const FORMED = 'Tk9_5e0f9a37c1b84d26a0c7.94f1b3d8/e2a65c70+QdWz';

/** What shows eight letters or more: themselves, their digits, and their base64 wherever they begin in it. */
const listTraces = (part: string): string[] => [
  part,
  toHex(part),
  ...[0, 1, 2].map((before) =>
    toBase64('x'.repeat(before) + part).slice(
      Math.ceil((before * 8) / 6),
      Math.floor(((before + part.length) * 8) / 6),
    ),
  ),
];

describe('of a secret', () => {
  test.each(Object.entries(forms))('%s, nothing can be read', (_, write) => {
    for (let length = 20; length <= FORMED.length; length += 1) {
      const secret = FORMED.slice(0, length);
      const shown = makeRedactor([secret])(`to ${write(secret)} or`);
      const plain = shown.replace(/[\s\\\0\u00ad]/g, '').toLowerCase();
      expect(plain).toContain('[redacted]');
      for (let at = 0; at + 8 <= secret.length; at += 1)
        for (const trace of listTraces(secret.slice(at, at + 8)))
          expect(plain).not.toContain(trace.toLowerCase());
    }
  });

  test.each([
    ['its head', (secret: string) => secret.slice(0, 8), (secret: string) => secret.slice(0, 7)],
    ['its tail', (secret: string) => secret.slice(-8), (secret: string) => secret.slice(-7)],
  ])('%s is hidden from eight letters on', (_, hidden, shown) => {
    const redact = makeRedactor([FORMED]);
    expect(redact(`a ${hidden(FORMED)}, b`)).toBe('a [redacted], b');
    expect(redact(`a ${shown(FORMED)}, b`)).toBe(`a ${shown(FORMED)}, b`);
  });

  test('nothing is shown after what looks like the beginning of an escape', () => {
    for (const before of ['\\', '%', '%4', '&', '&#', '\\u00', '\\x'])
      expect(makeRedactor(['0f-tok-5'])(`${before}0f-tok-5`)).toBe(`${before}[redacted]`);
  });

  test('whose base64 has the signs that addresses have no place for, nothing can be read in either alphabet', () => {
    const secret = '>>>???>>>???';
    for (const written of [toBase64(secret), Buffer.from(secret).toString('base64url')])
      expect(makeRedactor([secret])(`a ${written}, b`)).toBe('a [redacted], b');
  });

  test('that begins like its own middle, all is hidden', () => {
    expect(makeRedactor(['abcabcabX'])('-abcabcabcabX-')).toBe('-[redacted]-');
    expect(makeRedactor(['abcabcabXYZ'])('-abcabcabcab-')).toBe('-[redacted]-');
  });

  test('each of several in a list is hidden, whatever they are', () => {
    const redact = makeRedactor([FORMED, 'gateway-key-1', 'x-trace 42/a', '']);
    const shown = redact(`${FORMED} ${toBase64('gateway-key-1')} x-trace+42%2Fa`);
    expect(shown).toMatch(/^\[redacted\] \[redacted\]\w?=* \[redacted\]$/);
  });
});

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

  test.each(['translation', 'organization', 'application', 'question', 'language', 'access_token'])(
    'leaves the word %s of the service, with which a header begins or ends',
    (word) => {
      const text = `{"${word}": 5, "${word}_id": 7} of /api/v1/${word}s/12`;
      for (const secret of [`${word}-portal/2.1`, `shop-2026-${word}`]) {
        const redact = makeRedactor([secret]);
        expect(redact(text)).toBe(text);
        expect(redact(`a ${secret}, b`)).toBe('a [redacted], b');
      }
    },
  );

  test('leaves the letters that are left of a secret of backslashes', () => {
    expect(makeRedactor([`a${'\\'.repeat(9)}b`])('a tab')).toBe('a tab');
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
    // Eight characters of a secret are enough.
    [16, 7, 'x 0001020 y'],
    [16, 8, 'x [redacted] y'],
    [64, 8, 'x [redacted] y'],
    [71, 70, 'x [redacted] y'],
    [72, 71, 'x [redacted] y'],
    [72, 72, 'x [redacted] y'],
    [200, 130, 'x [redacted] y'],
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
