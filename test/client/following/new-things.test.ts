import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NotFoundError, type Requester } from '../../../src/index.js';
import type { SandboxFetch } from '../../../src/sandbox.js';
import {
  fastTime,
  openWorld,
  projectOrder,
  realTime,
  simpleOrder,
  swiftly,
  swiftRejection,
} from '../ordering/world.js';

beforeEach(fastTime);
afterEach(realTime);

const missing = () =>
  Response.json({ success: false, message: 'Not found.' }, { status: 404, statusText: 'Not Found' });

/** A service whose replica does not show a thing by its id before `ms` have passed since the first request for it. */
function behindBy(ms: number): (fetch: SandboxFetch) => SandboxFetch {
  const first = new Map<string, number>();
  return (fetch) => async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET' || !/\/\d+$/.test(pathname)) return fetch(request);
    const since = first.get(pathname) ?? performance.now();
    first.set(pathname, since);
    return performance.now() - since < ms ? missing() : fetch(request);
  };
}

/** Makes a thing, and waits for it until it is finished. */
const KINDS: readonly (readonly [
  string,
  (requester: Requester) => Promise<(options?: object) => Promise<unknown>>,
])[] = [
  [
    'a project',
    async (requester) => {
      const { id } = await swiftly(requester.projects.create(projectOrder('k')));
      return (options) => requester.projects.wait(id, options);
    },
  ],
  [
    'a question of a project',
    async (requester) => {
      const { questions } = await swiftly(requester.projects.create(projectOrder('k')));
      return (options) => requester.questions.wait(questions[0]?.id ?? 0, options);
    },
  ],
  [
    'a simple question',
    async (requester) => {
      const { id } = await swiftly(requester.simple.questions.create(simpleOrder('k'), { once: true }));
      return (options) => requester.simple.questions.wait(id ?? 0, options);
    },
  ],
  [
    'a file',
    async (requester) => {
      const file = new File(['Good morning'], 'a.txt');
      const { id } = await requester.files.upload(file);
      return (options) => requester.files.wait(id, options);
    },
  ],
];

describe.each(KINDS)('a wait for %s that was just made', (_, make) => {
  test('goes on while a lagging replica does not show it yet', async () => {
    const { requester } = openWorld({ autopilot: true, analysisTime: 1_000 }, {}, behindBy(8_000));
    const wait = await make(requester);
    expect(await swiftly(wait())).toMatchObject({ id: expect.any(Number) });
  });

  test('believes that it is gone after 30 s', async () => {
    const { requester } = openWorld({}, {}, behindBy(1e9));
    const wait = await make(requester);
    const began = performance.now();
    expect(await swiftRejection(wait())).toBeInstanceOf(NotFoundError);
    expect(performance.now() - began).toBeGreaterThanOrEqual(30_000);
  });

  test('ends at its own deadline before that', async () => {
    const { requester } = openWorld({}, {}, behindBy(1e9));
    const wait = await make(requester);
    expect(await swiftRejection(wait({ timeout: 9_000 }))).toMatchObject({ name: 'TimeoutError' });
  });
});

test('a wait for something that this client has not made believes a 404 at once', async () => {
  const { requester, sandbox } = openWorld();
  await swiftly(requester.projects.create(projectOrder('k')));
  const before = sandbox.requests.length;
  expect(await swiftRejection(requester.projects.wait(987_654))).toBeInstanceOf(NotFoundError);
  expect(sandbox.requests.length - before).toBe(1);
});

test('a wait goes on when a lagging replica does not show what another has shown', async () => {
  let isBehind = false;
  const { requester, client } = openWorld({ autopilot: true }, {}, (fetch) => async (input, init) => {
    const request = new Request(input, init);
    return isBehind && request.method === 'GET' ? missing() : fetch(request);
  });
  const { id } = await swiftly(requester.projects.create(projectOrder('k')));
  const elsewhere = client({ baseUrl: 'https://process.example' });
  const waiting = elsewhere.projects.wait(id, {
    onProgress: () => {
      isBehind = true;
      setTimeout(() => {
        isBehind = false;
      }, 8_000);
    },
  });
  expect(await swiftly(waiting)).toMatchObject({ id });
});

describe('a revision of a question that a wait has seen translated', () => {
  /** A world where the paths with these ends answer 404 for `ms` from now on, and the question of a translated project. */
  async function openTranslated(ends: RegExp, ms: number) {
    let until = 0;
    const asked: string[] = [];
    const { requester, client, sandbox } = openWorld({}, {}, (fetch) => async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      if (!ends.test(pathname)) return fetch(request);
      asked.push(pathname);
      return performance.now() < until ? missing() : fetch(request);
    });
    const { questions } = await swiftly(requester.projects.create(projectOrder('k')));
    const [{ id = 0 } = {}] = questions;
    sandbox.translators.translateAll();
    const fallBehind = (): void => {
      until = performance.now() + ms;
    };
    return { requester, client, id, asked, fallBehind };
  }
  const seen = (requester: Requester, id: number) =>
    swiftly(requester.questions.wait(id, { until: 'translated' }));

  test('is asked for again while a lagging replica does not show it yet', async () => {
    const { requester, id, fallBehind } = await openTranslated(/latest$/, 8_000);
    await seen(requester, id);
    fallBehind();
    expect(await swiftly(requester.revisions.latest(id))).toMatchObject({ revision_number: 1 });
  });

  test('is gone after 30 s, or at the end of the call', async () => {
    const { requester, id, fallBehind } = await openTranslated(/latest$/, 1e9);
    await seen(requester, id);
    fallBehind();
    const began = performance.now();
    expect(await swiftRejection(requester.revisions.latest(id, { timeout: 9_000 }))).toBeInstanceOf(
      NotFoundError,
    );
    expect(performance.now() - began).toBeLessThanOrEqual(9_000);
    expect(await swiftRejection(requester.revisions.latest(id))).toBeInstanceOf(NotFoundError);
    expect(performance.now() - began).toBeGreaterThanOrEqual(30_000);
    expect(performance.now() - began).toBeLessThan(40_000);
  });

  test('is shown by its number, and with its file, as soon as every replica has it', async () => {
    const { requester, id, fallBehind, asked } = await openTranslated(/revisions.\d+(.file)?$/, 4_000);
    await seen(requester, id);
    const { revision_number: n } = await swiftly(requester.revisions.latest(id));
    fallBehind();
    expect(await swiftly(requester.revisions.get(id, n))).toMatchObject({ revision_number: n });
    fallBehind();
    const file = await swiftly(requester.revisions.download(id, n));
    expect(file.ok).toBe(true);
    await file.body?.cancel();
    const before = asked.length;
    expect(await swiftRejection(requester.revisions.get(id, n + 1))).toBeInstanceOf(NotFoundError);
    expect(asked.length - before).toBe(1);
  });

  test('is read by `projects.texts`, which the project shows translated', async () => {
    const { client, fallBehind } = await openTranslated(/latest$/, 8_000);
    fallBehind();
    const elsewhere = client({ baseUrl: 'https://process.example' });
    const [listed] = await swiftly(elsewhere.questions.list().toArray({ max: 1 }));
    const texts = await swiftly(elsewhere.projects.texts(listed?.project_id ?? 0));
    expect(texts).toMatchObject([{ translation: expect.any(String) }]);
  });

  test('is one request when nobody has seen it', async () => {
    const { client, id, asked, fallBehind } = await openTranslated(/latest$/, 1e9);
    fallBehind();
    const elsewhere = client({ baseUrl: 'https://process.example' });
    expect(await swiftRejection(elsewhere.revisions.latest(id))).toBeInstanceOf(NotFoundError);
    expect(asked).toHaveLength(1);
  });
});
