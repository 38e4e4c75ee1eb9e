import { beforeEach, describe, expect, test } from 'vitest';
import { Wake } from '../../../src/client/following/wake.js';
import { Requester, type RequesterOptions } from '../../../src/index.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox.js';
import { isLong } from '../../runs.js';
import { loopOver, take } from './stream.js';

const LOG = '/api/v1/my/application_events';

let sandbox: Sandbox;

beforeEach(() => {
  sandbox = createSandbox({ now: Date.UTC(2026, 0, 1) });
});

function connect(options: Partial<RequesterOptions> = {}): Requester {
  const { baseUrl, accessToken, fetch } = sandbox;
  return new Requester({ baseUrl, accessToken, fetch, ...options });
}

const pagesRead = () => sandbox.requests.filter(({ path }) => path === LOG).length;

/** What was asked of the log since the last look. */
function sinceThen(): () => number {
  let before = pagesRead();
  return () => {
    const now = pagesRead();
    const asked = now - before;
    before = now;
    return asked;
  };
}

async function checkpointAfter(count: number) {
  const stream = connect().events.follow({ from: 'beginning' });
  // The one that the loop is left at does not count as handled.
  await take(stream, count + 1);
  return stream.checkpoint ?? { lastId: 0 };
}

describe('resuming', () => {
  test.each([
    [1, 1],
    [50, 1],
    [99, 1],
    [100, 2],
    [150, 2],
  ])('from a good checkpoint with %i events to come costs %i request(s)', async (open, requests) => {
    sandbox.events.append(1_000);
    const from = await checkpointAfter(1_000 - open);
    const asked = sinceThen();
    await take(connect().events.follow({ from }), 1);
    expect(asked()).toBe(requests);
  });

  test.each([2, 3, 4, 5, 8, 9, 17, 100, ...(isLong ? [1_000, 10_000] : [])])(
    'from an id alone, anywhere in %i pages, costs at most ceil(log2(pages)) + 2',
    async (pages) => {
      const events = pages * 100;
      sandbox.events.append(events);
      const most = Math.ceil(Math.log2(pages)) + 2;
      const asked = sinceThen();
      const worst: number[] = [];
      for (const part of [0.001, 0.01, 0.13, 0.34, 0.5, 0.77, 0.9, 0.99, 0.999]) {
        const behind = Math.min(events - 1, Math.max(1, Math.floor(events * part)));
        const at = await idAt(events - behind);
        asked();
        await take(connect().events.follow({ from: { lastId: at } }), 1);
        worst.push(asked());
      }
      expect(Math.max(...worst)).toBeLessThanOrEqual(most);
    },
  );

  test('from an id alone gives the event right after it', async () => {
    sandbox.events.append(12_345);
    const ids = sandbox.events.ids();
    const given = [];
    for (const place of [1, 99, 100, 101, 6_172, 12_244, 12_245, 12_246, 12_344]) {
      const [next] = await take(connect().events.follow({ from: { lastId: ids[place - 1] ?? 0 } }), 1);
      given.push(next === ids[place]);
    }
    expect(given).toEqual(new Array(9).fill(true));
  });

  test('from an id alone in a log of a million events costs at most 16 requests', async () => {
    sandbox.events.append(1_000_000);
    const lastId = await idAt(654_321);
    const asked = sinceThen();
    const [next] = await take(connect().events.follow({ from: { lastId } }), 1);
    expect(asked()).toBeLessThanOrEqual(16);
    expect(next).toBe(await idAt(654_322));
  });

  test('from a good checkpoint with a long backlog costs two requests to its first event', async () => {
    sandbox.events.append(500);
    const from = await checkpointAfter(420);
    sandbox.events.append(5_000);
    const asked = sinceThen();
    await take(connect().events.follow({ from }), 1);
    expect(asked()).toBe(2);
  });

  /** The id at a position, from 1 at the oldest event. */
  async function idAt(position: number): Promise<number> {
    const size = sandbox.events.ids().length;
    const page = await connect().events.list({ per_page: 1, page: size - position + 1 });
    return page.items[0]?.id ?? 0;
  }
});

describe('polling', () => {
  test.each([0, 40, 100, 101, 2_000])(
    'an idle poll costs one request in a log of %i events',
    async (events) => {
      if (events > 0) sandbox.events.append(events);
      const wake = new Wake();
      const controller = new AbortController();
      const { signal } = controller;
      const loop = loopOver(connect().events.follow({ from: 'now', wake, signal, interval: 3_600_000 }));
      const asked = sinceThen();
      const polls: number[] = [];
      for (let poll = 0; poll < 4; poll += 1) {
        await resting();
        polls.push(asked());
        wake.ring();
      }
      controller.abort();
      expect([loop.ids, polls.slice(1)]).toEqual([[], [1, 1, 1]]);
    },
  );

  test('a backlog costs little more than its pages', async () => {
    sandbox.events.append(10_000);
    const asked = sinceThen();
    await take(connect().events.follow({ from: 'beginning' }), 10_000);
    expect(asked()).toBeLessThanOrEqual(120);
  });

  test('a backlog is read to its end although an event is added before every request', async () => {
    sandbox.events.append(2_000);
    const { fetch } = sandbox;
    const inserting: typeof fetch = (input, init) => {
      sandbox.events.append(1);
      return fetch(input, init);
    };
    const stream = connect({ fetch: inserting }).events.follow({ from: 'beginning' });
    const given = await take(stream, 2_000);
    expect(given).toEqual(sandbox.events.ids().slice(0, 2_000));
  });
});

describe('the ordering parameter', () => {
  const services: readonly (readonly [string, SandboxOptions, Partial<RequesterOptions>])[] = [
    ['is called otherwise', { eventOrderParameter: 'sort' }, {}],
    [
      'is called otherwise, and the client knows',
      { eventOrderParameter: 'sort' },
      { eventOrderParameter: 'sort' },
    ],
    ['does not exist', { eventOrderParameter: null }, {}],
  ];

  test.each(services)('a log is followed whose ordering parameter %s', async (_, service, client) => {
    sandbox = createSandbox(service);
    sandbox.events.append(730);
    expect(await take(connect(client).events.follow({ from: 'beginning' }), 730)).toEqual(
      sandbox.events.ids(),
    );
  });
});

/** Resolves when nothing has been asked for some turns of the event loop. */
async function resting(): Promise<void> {
  let before = -1;
  while (before !== sandbox.requests.length) {
    before = sandbox.requests.length;
    for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}
