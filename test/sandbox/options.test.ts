import { describe, expect, test } from 'vitest';
import { createSandbox, type Fault, type SandboxOptions } from '../../src/sandbox.js';

/** The name with its second letter missing. */
const misspelt = (name: string): string => name[0] + name.slice(2);

const untyped = (options: unknown): never => options as never; // what JavaScript lets through

describe('an option of createSandbox', () => {
  const names: Record<keyof SandboxOptions, true> = {
    seed: true,
    rateLimit: true,
    lag: true,
    analysisTime: true,
    projectEvents: true,
    now: true,
    autopilot: true,
    latency: true,
    publicUrl: true,
    points: true,
    accessToken: true,
    translationsPerBody: true,
    redirectUri: true,
    callbackUrl: true,
    deliver: true,
    eventOrderParameter: true,
    snapshot: true,
  };

  test.each(Object.keys(names))('%s misspelt is refused with the right name', (name) => {
    const make = () => createSandbox(untyped({ [misspelt(name)]: undefined }));
    expect(make).toThrow(
      new TypeError(`createSandbox: ${misspelt(name)} is not an option; did you mean ${name}?`),
    );
  });

  test('that resembles none is refused with the names of all', () => {
    expect(() => createSandbox(untyped({ colour: 'red' }))).toThrow(
      /colour is not an option; the options are seed, /,
    );
  });

  test.each([
    ['seed', '1'],
    ['autopilot', null],
    ['latency', '5'],
    ['deliver', 'http://localhost:3000'],
  ])('%s = %o is refused, since it is of another type', (name, value) => {
    expect(() => createSandbox(untyped({ [name]: value }))).toThrow(`createSandbox: ${name} must be a`);
  });

  test('that is undefined means the default', () => {
    expect(createSandbox(untyped({ seed: undefined })).accessToken).toBe(createSandbox().accessToken);
  });

  test('that changes later has no effect on a reset', () => {
    const options = { seed: 5 };
    const sandbox = createSandbox(options);
    const { accessToken } = sandbox;
    options.seed = 6;
    sandbox.reset();
    expect(sandbox.accessToken).toBe(accessToken);
  });
});

describe('a misspelt option is refused with the right name', () => {
  const sandbox = createSandbox();

  test('of the autopilot', () => {
    expect(() => createSandbox(untyped({ autopilot: { realistc: true } }))).toThrow(
      'did you mean realistic?',
    );
    expect(() => createSandbox(untyped({ autopilot: { pase: 1 } }))).toThrow('did you mean pace?');
  });

  test('of the latency, the rate limit and the lag', () => {
    expect(() => createSandbox(untyped({ latency: { ms: 1, jiter: 1 } }))).toThrow('did you mean jitter?');
    expect(() => createSandbox(untyped({ rateLimit: { request: 1 } }))).toThrow('did you mean requests?');
    expect(() => createSandbox(untyped({ lag: { read: 1 } }))).toThrow('did you mean reads?');
  });

  test('of a permission', () => {
    expect(() => sandbox.access.forbid('*', untyped({ accessTokn: 'x' }))).toThrow(
      'did you mean accessToken?',
    );
  });

  test('of listen', async () => {
    await expect(sandbox.listen(untyped({ prot: 0 }))).rejects.toThrow('did you mean port?');
  });

  test('of a fault and its rule', () => {
    const fault: Fault = { kind: 'refuse' };
    expect(() => sandbox.faults.add(untyped({ on: '*', time: 2, fault }))).toThrow('did you mean times?');
    const delay = untyped({ kind: 'delay', ms: 5, carriedout: false });
    expect(() => sandbox.faults.add({ on: '*', fault: delay })).toThrow('did you mean carriedOut?');
  });

  test('of events held back', () => {
    expect(() => sandbox.events.holdBack(1, untyped({ behnd: 3 }))).toThrow('did you mean behind?');
  });
});
