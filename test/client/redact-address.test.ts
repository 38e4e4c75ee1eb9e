import { beforeEach, describe, expect, test } from 'vitest';
import { redactAddress, requestHook, scrub } from '../../examples/tracing/redact-address.ts';
import { Requester } from '../../src/index.js';
import { createSandbox } from '../../src/sandbox.js';

let address: string;
let token: string;

beforeEach(async () => {
  const sandbox = createSandbox();
  token = sandbox.accessToken;
  const requester = new Requester({
    baseUrl: sandbox.baseUrl,
    accessToken: token,
    fetch: (url, init) => {
      address = url;
      return sandbox.fetch(url, init);
    },
  });
  await requester.account.get();
});

describe('the example that redacts addresses for telemetry', () => {
  test('takes the token out of the address of a request, and leaves the rest', () => {
    expect(address).toContain(token);
    expect(redactAddress(address)).toBe(address.replace(token, '[redacted]'));
  });

  test('leaves a span of OpenTelemetry without the token', () => {
    const attributes: Record<string, string> = {};
    const { origin, pathname, search } = new URL(address);
    const span = {
      setAttribute(name: string, value: string) {
        attributes[name] = value;
      },
    };
    requestHook(span, { origin, path: pathname + search });
    expect(JSON.stringify(attributes)).not.toContain(token);
    expect(attributes['url.query']).toMatch(/access_token=\[redacted\]/);
  });

  test('leaves what Sentry sends without the token', () => {
    const scrubbed = scrub({ data: { url: address, status: 200 } });
    expect(scrubbed).toEqual({ data: { url: address.replace(token, '[redacted]'), status: 200 } });
  });
});
