import { describe, expect, test } from 'vitest';
import { checkBaseUrl } from '../../../../src/client/core/http/address.js';

describe('checkBaseUrl', () => {
  test.each([
    ['https://service.example', 'https://service.example'],
    ['https://service.example/', 'https://service.example'],
    ['https://service.example///', 'https://service.example'],
    ['https://service.example/base/', 'https://service.example/base'],
    ['https://service.example?', 'https://service.example'],
    ['https://service.example/#', 'https://service.example'],
    ['HTTPS://SERVICE.EXAMPLE:443', 'https://service.example'],
    ['http://localhost:4010', 'http://localhost:4010'],
    ['http://app.localhost', 'http://app.localhost'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    ['http://127.1', 'http://127.0.0.1'],
    ['http://[::1]:4010', 'http://[::1]:4010'],
    [new URL('https://service.example/x'), 'https://service.example/x'],
  ])('takes %s', (given, value) => {
    expect(checkBaseUrl(given)).toEqual({ value });
  });

  test.each([
    undefined,
    null,
    '',
    'service.example',
    '/api',
    42,
    {},
    'http://service.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://10.0.0.1',
    'http://0.0.0.0',
    'ftp://localhost',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user@service.example',
    'https://user:pass@service.example',
    'https://service.example?x=1',
    'https://service.example#x',
  ])('refuses %s', (given) => {
    expect(checkBaseUrl(given)).toMatchObject({ issues: [{ path: 'baseUrl' }] });
  });

  test('accepts http on other hosts when the caller opts out', () => {
    expect(checkBaseUrl('http://service.example', true)).toEqual({ value: 'http://service.example' });
  });

  test('accepts no other protocol, even when the caller opts out', () => {
    expect(checkBaseUrl('ftp://service.example', true)).toMatchObject({ issues: [{ path: 'baseUrl' }] });
  });
});
