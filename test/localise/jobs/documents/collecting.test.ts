import { describe, expect, test } from 'vitest';
import {
  type CollectDocumentsOptions,
  collectDocuments,
  type DocumentJob,
  type DocumentResult,
  orderDocument,
} from '../../../../src/documents.js';
import type { Requester } from '../../../../src/index.js';
import type { World } from '../../../client/ordering/world.js';
import { rejection } from '../../../recorded-fetch.js';
import { openKitchen, order } from './ordering.js';

const QUICK = { interval: 1, maxInterval: 2 };

interface Collected extends Omit<DocumentResult, 'download'> {
  readonly text: string | null;
}

async function inTurn(results: AsyncIterable<DocumentResult>): Promise<DocumentResult[]> {
  const all: DocumentResult[] = [];
  for await (const each of results) all.push(each);
  return all;
}

/** Collects with the texts of the documents. */
async function collect(
  requester: Requester,
  job: DocumentJob,
  options: CollectDocumentsOptions = {},
): Promise<Collected[]> {
  const all: Collected[] = [];
  for await (const { download, ...rest } of collectDocuments(requester, job, { ...QUICK, ...options }))
    all.push({ ...rest, text: download === null ? null : await download.text() });
  return all;
}

function translate({ sandbox }: World, job: DocumentJob, ...languages: readonly string[]): void {
  for (const { language, question } of job.orders)
    if (languages.includes(language)) {
      // Then it is in feedback after its translation.
      sandbox.translators.takeQuestion(question);
      sandbox.translators.translateQuestion(question, [`${language} one`, `${language} two`]);
    }
}

async function openOrdered(languages = ['ja', 'de']) {
  const world = openKitchen();
  const job = await orderDocument(world.requester, order({ to: languages }));
  return { world, job };
}

test('documents are collected with a name for each language, also by a process that has nothing but the job', async () => {
  const { world, job } = await openOrdered();
  translate(world, job, 'ja', 'de');
  const parsed: DocumentJob = JSON.parse(JSON.stringify(job));
  const all = await collect(world.elsewhere(), parsed);
  expect(all.toSorted((a, b) => (a.language < b.language ? -1 : 1))).toEqual([
    { language: 'de', filename: 'menu.de.txt', text: 'de one\nde two', mayChange: true },
    { language: 'ja', filename: 'menu.ja.txt', text: 'ja one\nja two', mayChange: true },
  ]);
});

test('each document is yielded as soon as it is ready', async () => {
  const { world, job } = await openOrdered();
  translate(world, job, 'de');
  const languages: string[] = [];
  for await (const { language, download } of collectDocuments(world.requester, job, QUICK)) {
    await download?.body.cancel();
    languages.push(language);
    if (language === 'de') translate(world, job, 'ja');
  }
  expect(languages).toEqual(['de', 'ja']);
});

test('with ready: finished, a document that may change is not ready', async () => {
  const { world, job } = await openOrdered();
  translate(world, job, 'ja', 'de');
  expect(await collect(world.requester, job, { ready: 'finished', wait: false })).toEqual([]);
  await world.sandbox.clock.advance(25 * 3_600_000);
  const all = await collect(world.requester, job, { ready: 'finished' });
  expect(all.map(({ mayChange }) => mayChange)).toEqual([undefined, undefined]);
});

test('the newest revision is collected', async () => {
  const { world, job } = await openOrdered(['ja']);
  translate(world, job, 'ja');
  world.sandbox.translators.translateQuestion(job.orders[0]?.question ?? 0, ['better', 'best']);
  expect(await collect(world.requester, job)).toMatchObject([{ text: 'better\nbest' }]);
});

test('without waiting, only what is ready is yielded', async () => {
  const { world, job } = await openOrdered();
  translate(world, job, 'de');
  expect(await collect(world.requester, job, { wait: false })).toMatchObject([{ language: 'de' }]);
});

describe('a language without a translation', () => {
  test('is yielded with an issue when its order is cancelled, and the others are collected', async () => {
    const { world, job } = await openOrdered();
    await world.requester.questions.cancel(job.orders[0]?.question ?? 0);
    translate(world, job, 'de');
    const all = await collect(world.requester, job);
    expect(all).toContainEqual({
      language: 'ja',
      filename: 'menu.ja.txt',
      text: null,
      issues: [{ kind: 'untranslated', message: expect.stringContaining('expired or was cancelled') }],
    });
    expect(all).toContainEqual(expect.objectContaining({ language: 'de', text: 'de one\nde two' }));
  });

  test('is yielded with an issue when the service does not show its order', async () => {
    const { world, job } = await openOrdered();
    translate(world, job, 'de');
    const [ja, de] = job.orders;
    if (ja === undefined || de === undefined) throw new Error('There are two.');
    const altered = { ...job, orders: [{ ...ja, question: 999_999_999 }, de] };
    for (const wait of [true, false]) {
      const all = await collect(world.requester, altered, { wait, timeout: 50 });
      expect(all).toContainEqual(
        expect.objectContaining({
          language: 'ja',
          text: null,
          issues: [expect.objectContaining({ kind: 'missing' })],
        }),
      );
      expect(all).toHaveLength(2);
    }
  });

  test('is yielded with an issue when the service has no file of it', async () => {
    const { world, job } = await openOrdered(['ja']);
    translate(world, job, 'ja');
    world.sandbox.faults.add({
      on: 'GET /api/v1/questions/:id/revisions/:n',
      times: 2,
      fault: {
        kind: 'alter',
        alter: (answer) => ({ ...answer, translation: { ...answer.translation, download_url: null } }),
      },
    });
    expect(await collect(world.requester, job)).toMatchObject([
      { text: null, issues: [{ kind: 'missing' }] },
    ]);
  });
});

test.each([true, false])(
  'a translation is there though a copy that is behind answers next; wait: %s',
  async (wait) => {
    const { world, job } = await openOrdered(['ja']);
    translate(world, job, 'ja');
    world.sandbox.faults.add({
      on: 'GET /api/v1/questions/:id',
      after: 1,
      times: 9,
      fault: {
        kind: 'alter',
        alter: (answer) => ({
          ...answer,
          question: { ...answer.question, status: 0, status_text: 'pending' },
        }),
      },
    });
    expect(await collect(world.requester, job, { wait })).toMatchObject([{ text: 'ja one\nja two' }]);
  },
);

const THREE = ['ja', 'de', 'es'] as const;

// Whichever is ready first.
test.each(THREE)(
  'a language that fails keeps back no other, and its error is thrown at the end: %s',
  async (failing) => {
    const { world, job } = await openOrdered([...THREE]);
    translate(world, job, ...THREE);
    const { question } = job.orders.find(({ language }) => language === failing) ?? {};
    world.sandbox.faults.add({
      on: `GET /api/v1/questions/${question}/revisions/:n/file`,
      fault: { kind: 'status', status: 500 },
    });
    const seen: string[] = [];
    const client = world.client({ retries: 0 });
    const loop = async () => {
      for await (const { language, download } of collectDocuments(client, job, QUICK)) {
        await download?.body.cancel();
        seen.push(language);
      }
    };
    expect(await rejection(loop())).toMatchObject({ name: 'ServerError' });
    expect(seen.toSorted()).toEqual(THREE.filter((language) => language !== failing).toSorted());
  },
);

test('a failure without a reason ends the loop, too', async () => {
  const { world, job } = await openOrdered();
  const requester = world.elsewhere({ accessToken: () => Promise.reject(undefined) });
  expect(await rejection(collect(requester, job))).toBeUndefined();
});

test('an order that is not ready in time is a TimeoutError, after the others were yielded', async () => {
  const { world, job } = await openOrdered();
  translate(world, job, 'de');
  const seen: string[] = [];
  const loop = async () => {
    for await (const { language, download } of collectDocuments(world.requester, job, {
      ...QUICK,
      timeout: 50,
    })) {
      await download?.body.cancel();
      seen.push(language);
    }
  };
  expect(await rejection(loop())).toMatchObject({ name: 'TimeoutError' });
  expect(seen).toEqual(['de']);
});

describe('a signal', () => {
  test('ends the loop with its reason', async () => {
    const { world, job } = await openOrdered();
    const end = new AbortController();
    const work = rejection(collect(world.requester, job, { signal: end.signal }));
    const reason = new Error('enough');
    setTimeout(() => end.abort(reason), 10);
    expect(await work).toBe(reason);
    expect(await rejection(collect(world.requester, job, { signal: end.signal }))).toBe(reason);
  });

  test('ends a download that is being read', async () => {
    const { world, job } = await openOrdered(['ja']);
    translate(world, job, 'ja');
    const end = new AbortController();
    const [first] = await inTurn(collectDocuments(world.requester, job, { ...QUICK, signal: end.signal }));
    end.abort(new Error('enough'));
    await expect(first?.download?.text()).rejects.toThrow('enough');
  });
});

test('a download can be read after the loop was left', async () => {
  const { world, job } = await openOrdered();
  translate(world, job, 'de');
  let last: DocumentResult | undefined;
  for await (const result of collectDocuments(world.requester, job, QUICK)) {
    last = result;
    break;
  }
  expect(await last?.download?.text()).toBe('de one\nde two');
});

test('an empty file is a download with an empty body', async () => {
  const { world, job } = await openOrdered(['ja']);
  translate(world, job, 'ja');
  const fetch = async (url: string, init: RequestInit) => {
    const response = await world.sandbox.fetch(url, init);
    return new URL(url).pathname.endsWith('/file') ? new Response(null) : response;
  };
  expect(await collect(world.client({ fetch }), job)).toMatchObject([{ text: '' }]);
});

test('nothing in the name of a file comes from the service', async () => {
  const { world, job } = await openOrdered();
  translate(world, job, 'ja', 'de');
  const fetch = async (url: string, init: RequestInit) => {
    const response = await world.sandbox.fetch(url, init);
    const headers = new Headers(response.headers);
    headers.set('content-disposition', 'attachment; filename="../../../.bashrc"');
    return new Response(response.body, { status: response.status, headers });
  };
  const names = (await collect(world.client({ fetch }), job)).map(({ filename }) => filename);
  expect(names.toSorted()).toEqual(['menu.de.txt', 'menu.ja.txt']);
});

describe('what is no job or no option is an InputError', () => {
  const job = { version: 1, filename: 'a.txt', orders: [] };
  test.each<readonly [string, unknown, object, string]>([
    ['nothing', undefined, {}, 'job'],
    ['another version', { ...job, version: 2 }, {}, 'job'],
    ['a job of texts', { version: 1, orders: [], texts: [], pieces: [] }, {}, 'job'],
    ['an order without a question', { ...job, orders: [{ language: 'ja' }] }, {}, 'job'],
    ['a misspelt option', job, { timeOut: 1 }, 'options.timeOut'],
    ['a number for ready', job, { ready: 1 }, 'options.ready'],
  ])('%s', async (_, given, options, path) => {
    const world = openKitchen();
    // What is checked can be anything.
    const work = inTurn(collectDocuments(world.requester, given as DocumentJob, options));
    expect(await rejection(work)).toMatchObject({ name: 'InputError', issues: [{ path }] });
    expect(world.sandbox.requests).toEqual([]);
  });

  test('a job without orders yields nothing', async () => {
    expect(await collect(openKitchen().requester, job as unknown as DocumentJob)).toEqual([]);
  });
});
