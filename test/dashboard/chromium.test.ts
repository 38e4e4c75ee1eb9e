import { afterEach, describe, expect, test, vi } from 'vitest';
import { hasChromium } from '../browser/chromium.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('without a browser', () => {
  test('tests are skipped, and say so', () => {
    vi.stubEnv('CI', '');
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(hasChromium('/no/chromium')).toBe(false);
    expect(warn).toHaveBeenCalledWith(
      expect.stringMatching(/^SKIPPED: .* install the Debian package chromium/),
    );
  });

  test('they fail where every test must run', () => {
    vi.stubEnv('CI', 'true');
    expect(() => hasChromium('/no/chromium')).toThrow('install the Debian package chromium');
  });
});
