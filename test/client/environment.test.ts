import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readEnvironment } from '../../src/client/core/runtime/environment.js';
import { InputError, Requester, type RequesterOptions } from '../../src/index.js';
import { account } from '../fixtures.js';
import { answer, BASE_URL, recordedFetch, rejection, TOKEN } from '../recorded-fetch.js';

let written = '';

beforeEach(() => {
  written = '';
  for (const name of ['URL', 'TOKEN', 'LOG']) vi.stubEnv(`TRANSLATION_REQUESTER_${name}`, undefined);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += text;
    return true;
  });
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const set = (values: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(values)) vi.stubEnv(`TRANSLATION_REQUESTER_${name}`, value);
};

const fromEnv = (options?: Partial<RequesterOptions>) => {
  const fetch = recordedFetch(answer('', { status: 503 }), answer(account));
  return { fetch, requester: Requester.fromEnv({ fetch, ...options }) };
};

describe('Requester.fromEnv', () => {
  test('takes the address and the token from the environment, and writes nothing', async () => {
    set({ URL: BASE_URL, TOKEN });
    const { fetch, requester } = fromEnv();
    await requester.account.get();
    expect(fetch.last.url.origin).toBe(BASE_URL);
    expect(fetch.last.url.searchParams.get('access_token')).toBe(TOKEN);
    expect(written).toBe('');
  });

  test('takes options before the environment, but not those that are undefined', async () => {
    set({ URL: 'https://other.example', TOKEN });
    const { fetch, requester } = fromEnv({ baseUrl: BASE_URL, accessToken: undefined as unknown as string });
    await requester.account.get();
    expect(fetch.last.url.origin).toBe(BASE_URL);
    expect(fetch.last.url.searchParams.get('access_token')).toBe(TOKEN);
  });

  test.each([
    [{}, /TRANSLATION_REQUESTER_URL must be set .* baseUrl; TRANSLATION_REQUESTER_TOKEN must be set/],
    [{ URL: '', TOKEN }, /^TRANSLATION_REQUESTER_URL must be set/],
    [
      { URL: BASE_URL },
      /^TRANSLATION_REQUESTER_TOKEN must be set in the environment, or given as accessToken/,
    ],
    [
      { URL: BASE_URL, TOKEN, LOG: 'debg' },
      /^TRANSLATION_REQUESTER_LOG is not a level; did you mean debug\?/,
    ],
    [{ URL: BASE_URL, TOKEN, LOG: 'everything' }, /the levels are debug, info, warn, error, silent/],
    [{ URL: 'http://service.example', TOKEN }, /baseUrl must be an https address|https/],
  ])('says of %j what to set', (values, message) => {
    set(values);
    expect(() => Requester.fromEnv()).toThrow(InputError);
    expect(() => Requester.fromEnv()).toThrow(message);
  });

  test('refuses an option that does not exist', () => {
    set({ URL: BASE_URL, TOKEN });
    expect(() => Requester.fromEnv({ timout: 5 } as object)).toThrow('did you mean timeout?');
  });

  test('without an environment says what to do', async () => {
    vi.stubGlobal('process', undefined);
    const failed = (async () => Requester.fromEnv())();
    vi.unstubAllGlobals();
    await expect(failed).rejects.toThrow(InputError);
    await expect(failed).rejects.toThrow('pass the options to new Requester');
  });
});

describe('TRANSLATION_REQUESTER_LOG', () => {
  test('=debug writes a readable line for each step to stderr, without the token', async () => {
    set({ URL: BASE_URL, TOKEN, LOG: 'debug' });
    await fromEnv().requester.account.get();
    const time = String.raw`\d\d:\d\d:\d\d\.\d{3}`;
    expect(written.split('\n')).toEqual([
      expect.stringMatching(
        `^${time} debug request GET /api/v1/my call=\\d+ operation=account.get attempt=1$`,
      ),
      expect.stringMatching(
        `^${time} debug response GET /api/v1/my call=\\d+ operation=account.get attempt=1 status=503 duration=[\\d.]+$`,
      ),
      expect.stringMatching(
        `^${time} info  trying again GET /api/v1/my call=\\d+ operation=account.get attempt=1 error=ServerError delay=[\\d.]+$`,
      ),
      expect.stringMatching(
        `^${time} debug request GET /api/v1/my call=\\d+ operation=account.get attempt=2$`,
      ),
      expect.stringMatching(
        `^${time} debug response GET /api/v1/my call=\\d+ operation=account.get attempt=2 status=200 duration=[\\d.]+$`,
      ),
      '',
    ]);
    expect(written).not.toContain(TOKEN);
  });

  test.each([
    ['info', 1],
    ['INFO', 1],
    ['warn', 0],
    ['silent', 0],
    ['', 0],
  ])('=%s writes %i lines', async (LOG, lines) => {
    set({ URL: BASE_URL, TOKEN, LOG });
    await fromEnv().requester.account.get();
    expect(written.split('\n')).toHaveLength(lines + 1);
  });

  test('writes nothing that changes a terminal, or that a CI runs', () => {
    set({ URL: BASE_URL, TOKEN, LOG: 'warn' });
    const { logger } = readEnvironment({});
    const text = '##vso[task.setvariable]x\n::error::y ##[add-path]z\u001b[2J\u202e';
    logger?.warn(text, { method: 'GET', path: text, message: text, issues: [{ path: text }] });
    expect(written).toContain('task.setvariable');
    expect(written).not.toMatch(/(?!\n$)[\p{C}]|##\w*\[/u);
  });

  test('has colours where they are forced, unless NO_COLOR is set', async () => {
    set({ URL: BASE_URL, TOKEN, LOG: 'info' });
    vi.stubEnv('FORCE_COLOR', '1');
    vi.stubEnv('NO_COLOR', undefined);
    await fromEnv().requester.account.get();
    expect(written).toContain('\u001b[36minfo \u001b[39m');
    written = '';
    vi.stubEnv('FORCE_COLOR', undefined);
    vi.stubEnv('NO_COLOR', '1');
    await fromEnv().requester.account.get();
    expect(written).not.toContain('\u001b');
  });

  test('keeps a message with line breaks on one line', async () => {
    set({ URL: BASE_URL, TOKEN, LOG: 'warn' });
    const fetch = recordedFetch(answer({ ...account, 'a\nb': 1, login: 5 }));
    await Requester.fromEnv({ fetch, onUnexpectedShape: 'warn' }).account.get();
    expect(written).toMatch(/^\S+ warn {2}.*login.*\n$/);
  });
});

describe('logLevel', () => {
  const logs = () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() });
  const used = (logger: ReturnType<typeof logs>) =>
    Object.entries(logger).flatMap(([level, log]) => log.mock.calls.map(() => level));

  test.each([
    [undefined, []],
    ['debug', ['debug', 'debug', 'debug', 'debug', 'info']],
    ['info', ['info']],
    ['warn', []],
    ['silent', []],
  ] as const)('%s tells a logger of %j', async (logLevel, levels) => {
    set({ URL: BASE_URL, TOKEN });
    const logger = logs();
    await fromEnv({ logger, logLevel }).requester.account.get();
    expect(used(logger)).toEqual(levels);
  });

  test('is warn for console, which is the default logger', async () => {
    set({ URL: BASE_URL, TOKEN });
    const [debug, info, warn, error] = (['debug', 'info', 'warn', 'error'] as const).map((level) =>
      vi.spyOn(console, level).mockReturnValue(),
    );
    const odd = () => recordedFetch(answer('', { status: 503 }), answer({ ...account, login: 5 }));
    const options = { onUnexpectedShape: 'warn' } as const;
    await Requester.fromEnv({ ...options, fetch: odd() }).account.get();
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.any(String),
      expect.objectContaining({ method: 'GET' }),
    );
    for (const another of [debug, info, error]) expect(another).not.toHaveBeenCalled();
    await Requester.fromEnv({ ...options, fetch: odd(), logLevel: 'silent' }).account.get();
    expect(warn).toHaveBeenCalledTimes(1);
    await Requester.fromEnv({ ...options, fetch: odd(), logLevel: 'debug' }).account.get();
    expect(debug).toHaveBeenCalledTimes(4);
  });

  test('that does not exist is refused', async () => {
    set({ URL: BASE_URL, TOKEN });
    const error = await rejection(Promise.resolve().then(() => fromEnv({ logLevel: 'loud' as 'warn' })));
    expect(error).toMatchObject({
      message: expect.stringContaining("logLevel must be 'debug' or 'info' or 'warn' or 'error' or 'silent'"),
    });
  });
});
