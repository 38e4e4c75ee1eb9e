import { describe, expect, test, vi } from 'vitest';
import { account } from '../../../fixtures.js';
import { rejection, requesterOn } from '../../../recorded-fetch.js';

const NAMED = { ...account, login: 'Zoë' };
const JSON_TEXT = JSON.stringify(NAMED);

/** The bytes of a text whose characters are below U+0100. */
const latin1 = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));

/** The bytes of a text in UTF-16. */
const utf16 = (text: string, order: 'le' | 'be'): number[] =>
  [...text].flatMap((character) => {
    const code = character.charCodeAt(0);
    return order === 'le' ? [code & 0xff, code >> 8] : [code >> 8, code & 0xff];
  });

const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)];

const reply = (bytes: readonly number[], type: string, status = 200): Response =>
  new Response(Uint8Array.from(bytes), { status, headers: { 'content-type': type } });

function ask(response: () => Response) {
  const warn = vi.fn();
  const logger = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
  return { warn, requester: requesterOn(async () => response(), { logger, retries: 0 }) };
}

const CASES: readonly (readonly [name: string, bytes: readonly number[], charset: string | undefined])[] = [
  ['ISO-8859-1', latin1(JSON_TEXT), 'iso-8859-1'],
  ['ISO-8859-1 in quotes, in capitals', latin1(JSON_TEXT), '"ISO-8859-1"'],
  ['Windows-1252', latin1(JSON_TEXT), 'windows-1252'],
  ['UTF-16 without a mark', utf16(JSON_TEXT, 'le'), 'utf-16'],
  ['big-endian UTF-16', utf16(JSON_TEXT, 'be'), 'utf-16be'],
  ['UTF-16 with a big-endian mark', utf16(`\ufeff${JSON_TEXT}`, 'be'), 'utf-16'],
  ['UTF-16 with a mark alone', utf16(`\ufeff${JSON_TEXT}`, 'le'), undefined],
  ['UTF-8 by its name', utf8(JSON_TEXT), 'utf-8'],
  ['UTF-8 by default', utf8(JSON_TEXT), undefined],
  ['UTF-8 by its mark, whatever the header says', utf8(`\ufeff${JSON_TEXT}`), 'iso-8859-1'],
];

describe.each(CASES)('an answer in %s', (_, bytes, charset) => {
  const type = `application/json${charset === undefined ? '' : `; charset=${charset}`}`;

  test('is read', async () => {
    const { requester, warn } = ask(() => reply(bytes, type));
    expect((await requester.account.get()).login).toBe('Zoë');
    expect(warn).not.toHaveBeenCalled();
  });

  test('is read when it comes byte by byte', async () => {
    const pieces = bytes.map((byte) => Uint8Array.of(byte));
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          const piece = pieces.shift();
          if (piece === undefined) controller.close();
          else controller.enqueue(piece);
        },
      });
    const { requester } = ask(() => new Response(body(), { headers: { 'content-type': type } }));
    expect((await requester.account.get()).login).toBe('Zoë');
  });
});

test('an answer in an unknown charset is read as UTF-8, with a warning', async () => {
  const { requester, warn } = ask(() => reply(utf8(JSON_TEXT), 'application/json; charset=klingon'));
  expect((await requester.account.get()).login).toBe('Zoë');
  expect(warn.mock.calls).toEqual([
    [
      'the answer is not what the contract says',
      {
        method: 'GET',
        path: '/api/v1/my',
        address: '/api/v1/my',
        issues: [{ path: 'content-type', message: 'must name a known charset' }],
      },
    ],
  ]);
});

test('the texts of a refusal are in the charset that it names', async () => {
  const body = { success: false, message: 'Validation Fail', error_code: 201, errors: { name: 'déjà pris' } };
  const { requester } = ask(() =>
    reply(latin1(JSON.stringify(body)), 'application/json; charset=iso-8859-1', 422),
  );
  const error = await rejection(requester.organizations.create({ name: 'n' }));
  expect(error).toMatchObject({ name: 'ValidationError', errors: { name: 'déjà pris' } });
});

test('a token in an answer in UTF-16 is found, and is in no error', async () => {
  const token = 'a-token-of-the-account';
  const page = utf16(`<p>${token}</p>`, 'le');
  const fetch = async () => reply(page, 'text/html; charset=utf-16');
  const error = await rejection(requesterOn(fetch, { accessToken: token, retries: 0 }).account.get());
  expect(error).toMatchObject({ name: 'UnexpectedAnswerError', snippet: expect.stringContaining('<p>') });
  expect(JSON.stringify(error)).not.toContain(token);
});
