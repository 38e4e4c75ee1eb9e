import { Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { collectDocuments, orderDocument } from '../src/documents.js';
import { memoryStore, Requester } from '../src/index.js';
import { createSandbox, type Sandbox } from '../src/sandbox.js';
import { collectTexts, orderTexts } from '../src/texts.js';

/** A service, and how many requests to it have begun and are open. */
function openService() {
  const sandbox = createSandbox({ seed: 1, analysisTime: 0 });
  const counts = { begun: 0, open: 0 };
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    counts.begun += 1;
    counts.open += 1;
    try {
      return await sandbox.fetch(input, init);
    } finally {
      counts.open -= 1;
    }
  };
  const { baseUrl, accessToken } = sandbox;
  const requester = new Requester({ baseUrl, accessToken, fetch, store: memoryStore(), logLevel: 'silent' });
  return { sandbox, requester, counts };
}

interface Service {
  readonly sandbox: Sandbox;
  readonly requester: Requester;
}

const QUICK = { interval: 1, maxInterval: 3 };

/** Requests that never get an answer. */
const hang = ({ sandbox }: Service, path: string): void =>
  void sandbox.faults.add({ on: `GET ${path}`, fault: { kind: 'hang' }, times: 99 });

const texts = async ({ requester }: Service, using: 'simple' | 'project') =>
  orderTexts(requester, { name: 'shop', from: 'en', to: ['ja'], texts: { a: 'One', b: 'Two' }, using });

const file = (): File => new File(['One'], 'one.txt');

const document = ({ requester }: Service) =>
  orderDocument(requester, { key: 'menu', from: 'en', to: ['ja', 'de'], file: file() });

/** Iterators that wait: they poll for something that never comes, or for an answer. */
const WAITING: readonly [string, (service: Service) => Promise<AsyncGenerator<unknown>>][] = [
  [
    'follow, between polls',
    async ({ requester }) => requester.events.follow({ from: 'now', ...QUICK })[Symbol.asyncIterator](),
  ],
  [
    'follow, while it asks',
    async (service) => {
      hang(service, '/api/v1/my/application_events');
      return service.requester.events.follow({ from: 'beginning' })[Symbol.asyncIterator]();
    },
  ],
  [
    'collectTexts of simple questions',
    async (service) => collectTexts(service.requester, await texts(service, 'simple'), QUICK),
  ],
  [
    'collectTexts of projects',
    async (service) => collectTexts(service.requester, await texts(service, 'project'), QUICK),
  ],
  [
    'collectDocuments, between polls',
    async (service) => collectDocuments(service.requester, await document(service), QUICK),
  ],
  [
    'collectDocuments, while a download begins',
    async (service) => {
      const job = await document(service);
      for (const { question } of job.orders) service.sandbox.translators.translateQuestion(question, ['1']);
      hang(service, '/api/v1/questions/:question_id/revisions/:revision_number/file');
      return collectDocuments(service.requester, job, QUICK);
    },
  ],
  [
    'a listing',
    async (service) => {
      hang(service, '/api/v1/my/questions');
      return service.requester.questions.list()[Symbol.asyncIterator]();
    },
  ],
  [
    'the pages of a listing',
    async (service) => {
      hang(service, '/api/v1/my/questions');
      return service.requester.questions.list().pages();
    },
  ],
];

/** Ways to leave an iterator whose `next()` is pending. Each resolves when the pending `next()` has ended. */
const WAYS: readonly [string, (iterator: AsyncGenerator<unknown>) => Promise<void>][] = [
  [
    'return() after a race',
    async (iterator) => {
      const pending = iterator.next();
      await Promise.race([pending, working()]);
      const leaving = iterator.return(undefined);
      expect(await pending).toEqual({ done: true, value: undefined });
      await leaving;
    },
  ],
  [
    'throw()',
    async (iterator) => {
      const pending = iterator.next();
      await working();
      const enough = new Error('enough');
      const leaving = iterator.throw(enough);
      expect(await pending).toEqual({ done: true, value: undefined });
      await expect(leaving).rejects.toBe(enough);
    },
  ],
  [
    'the end of its scope',
    async (iterator) => {
      let pending: Promise<unknown>;
      {
        await using scoped = iterator;
        pending = scoped.next();
        await working();
      }
      expect(await pending).toEqual({ done: true, value: undefined });
    },
  ],
  [
    'destroying a stream made of it',
    async (iterator) => {
      const stream = Readable.from(iterator);
      const closed = new Promise((resolve) => stream.on('close', resolve));
      stream.resume();
      await working();
      stream.destroy();
      await closed;
    },
  ],
  [
    'cancelling a web stream made of it',
    async (iterator) => {
      // The types of the DOM do not know `from` yet.
      const { from } = ReadableStream as typeof ReadableStream & {
        from(iterable: AsyncIterable<unknown>): ReadableStream<unknown>;
      };
      const reader = from.call(ReadableStream, iterator).getReader();
      const pending = reader.read();
      await working();
      await reader.cancel();
      expect(await pending).toEqual({ done: true, value: undefined });
    },
  ],
];

/** Time in which an iterator begins to wait. */
const working = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 25));

describe.each(WAITING)('%s', (_, open) => {
  test.each(WAYS)('ends by %s: nothing is in flight, and nothing more is asked', async (_way, leave) => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const { counts, ...service } = openService();
    const iterator = await open(service);
    const before = counts.begun;
    await leave(iterator);
    await expect.poll(() => counts.open).toBe(0);
    const { begun } = counts;
    expect(begun).toBeGreaterThan(before);
    await working();
    process.off('unhandledRejection', unhandled);
    expect(counts).toEqual({ begun, open: 0 });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('leaving after an item', () => {
  test('ends the pages that are read ahead', async () => {
    const { counts, ...service } = openService();
    for (let left = 12; left > 0; left -= 1) await service.sandbox.place.project(['One']);
    const pages = service.requester.questions.list({ per_page: 1 }).pages();
    await pages.next();
    await pages.next();
    hang(service, '/api/v1/my/questions');
    await pages.next();
    await pages.return();
    await expect.poll(() => counts.open).toBe(0);
  });

  test('of collectDocuments lets the document be read that it has given', async () => {
    const service = openService();
    const job = await document(service);
    for (const { question } of job.orders) service.sandbox.translators.translateQuestion(question, ['1']);
    const documents = collectDocuments(service.requester, job, QUICK);
    const first = await documents.next();
    // Another one is being waited for.
    void documents.next();
    await documents.return();
    expect(await (first.value ?? undefined)?.download?.text()).toBe('1');
  });
});

describe('a checkpoint of a stream that is left', () => {
  const makeCheckpoint = (save: () => Promise<unknown> = async () => undefined) => {
    const saved: number[] = [];
    const store = {
      load: () => undefined,
      save: async ({ lastId }: { lastId: number }) => {
        await save();
        saved.push(lastId);
      },
    };
    return { saved, store };
  };

  test('has the events that were handled, and none that was not', async () => {
    const { sandbox, requester } = openService();
    sandbox.events.append(3);
    const { saved, store } = makeCheckpoint();
    const events = requester.events
      .follow({ from: 'beginning', checkpoint: store, ...QUICK })
      [Symbol.asyncIterator]();
    const first = await events.next();
    const second = await events.next();
    await events.return();
    expect([first.value?.id, second.value?.id]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(saved).toEqual([first.value?.id]);
  });

  test('is saved for the event that was handled when next() was asked, and not for the one after it', async () => {
    const { sandbox, requester } = openService();
    sandbox.events.append(3);
    let letThrough: () => void = () => undefined;
    const { saved, store } = makeCheckpoint(
      () =>
        new Promise<void>((resolve) => {
          letThrough = resolve;
        }),
    );
    const stream = requester.events.follow({ from: 'beginning', checkpoint: store, ...QUICK });
    const events = stream[Symbol.asyncIterator]();
    const first = await events.next();
    const pending = events.next();
    await working();
    const leaving = events.return();
    expect(await pending).toEqual({ done: true, value: undefined });
    letThrough();
    await leaving;
    expect(saved).toEqual([first.value?.id]);
    expect(stream.checkpoint?.lastId).toBe(first.value?.id);
    // The same stream goes on with the event after that.
    const ids: number[] = [];
    const again = requester.events.follow({ from: stream.checkpoint ?? 'now', until: 'caught-up', ...QUICK });
    for await (const { id } of again) ids.push(id);
    expect(ids).toHaveLength(2);
  });

  test('that another loop of the stream goes on from loses no event', async () => {
    const { sandbox, requester } = openService();
    const stream = requester.events.follow({ from: 'beginning', ...QUICK });
    const ids: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const events = stream[Symbol.asyncIterator]();
      sandbox.events.append(1);
      const step = await events.next();
      if (step.done !== true) ids.push(step.value.id);
      // This one counts as handled now, and nothing comes after it.
      const pending = events.next();
      await events.return();
      expect(await pending).toEqual({ done: true, value: undefined });
    }
    const known = await requester.events.list({ order: 'id_asc' }).toArray({ max: 99 });
    expect(ids).toEqual(known.map(({ id }) => id));
  });
});
