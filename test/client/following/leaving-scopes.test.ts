import { describe, expect, test, vi } from 'vitest';
import { memoryStore, Requester } from '../../../src/index.js';
import { createSandbox } from '../../../src/sandbox.js';
import { FakeLog } from './fake-log.js';
import { follow, loopOver, quiet } from './stream.js';

function world() {
  const sandbox = createSandbox();
  const { baseUrl, accessToken, fetch } = sandbox;
  const requester = new Requester({ baseUrl, accessToken, fetch, store: memoryStore() });
  return { sandbox, requester };
}

const order = {
  language_id: 'ja',
  translated_language_id: 'en',
  questions: [{ type: 'string', body: 'はい' }],
} as const;

describe('a wait that leaves its scope', () => {
  test('ends: nothing more is sent, and nobody has to catch its error', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const { sandbox, requester } = world();
    const { id } = await requester.projects.create(order);
    let left: Promise<unknown>;
    {
      await using waiting = requester.projects.wait(id, { interval: 1 });
      left = waiting;
      await expect.poll(() => sandbox.requests.length).toBeGreaterThan(2);
    }
    const sent = sandbox.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(sandbox.requests.length).toBe(sent);
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('at once sends nothing', async () => {
    const { sandbox, requester } = world();
    const { id } = await requester.projects.create(order);
    const sent = sandbox.requests.length;
    {
      await using _ = requester.projects.wait(id);
    }
    {
      await using _ = requester.files.wait(id);
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(sandbox.requests.length).toBe(sent);
  });

  test('leaves other waits for the same order alone', async () => {
    const { sandbox, requester } = world();
    const { id, questions } = await requester.projects.create(order);
    const another = requester.projects.wait(id, { interval: 1, maxInterval: 1 });
    {
      await using _ = requester.projects.wait(id);
    }
    for (const question of questions) sandbox.translators.translateQuestion(question.id, ['Yes']);
    sandbox.clock.advance(86_400_000);
    expect(await another).toMatchObject({ id });
  });

  test('after its end is what it was', async () => {
    const { sandbox, requester } = world();
    const { id } = await requester.files.upload(new Blob(['a']), { filename: 'a.txt' });
    // So that the file is analysed.
    await sandbox.clock.advance(10_000);
    await using waiting = requester.files.wait(id, { interval: 1 });
    const file = await waiting;
    await waiting[Symbol.asyncDispose]();
    expect(await waiting).toBe(file);
  });

  test('prints as a promise', () => {
    const { requester } = world();
    const waiting = requester.questions.wait(1);
    waiting.catch(() => undefined);
    expect(Object.keys(waiting)).toEqual([]);
    return waiting[Symbol.asyncDispose]();
  });
});

describe('a stream that leaves its scope', () => {
  test('ends its loop, as if there were no more events', async () => {
    const log = new FakeLog();
    log.insert(2);
    const { stream, reads } = follow(log, { from: 'beginning', interval: 1 });
    const loop = loopOver(stream);
    await expect.poll(() => reads.length).toBeGreaterThan(2);
    await stream[Symbol.asyncDispose]();
    await expect.poll(() => loop.ended).toEqual({});
    const read = reads.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([loop.ids.length, reads.length]).toEqual([2, read]);
  });

  test('ends its loop while a request is in flight', async () => {
    const { requester, sandbox } = world();
    sandbox.faults.add({ on: 'GET /api/v1/my/application_events', fault: { kind: 'hang' } });
    const stream = requester.events.follow({ from: 'beginning' });
    const loop = loopOver(stream);
    await expect.poll(() => sandbox.requests.length).toBe(1);
    await stream[Symbol.asyncDispose]();
    await expect.poll(() => loop.ended).toEqual({});
  });

  test('gives nothing more after the event that is being handled, which counts as handled', async () => {
    const log = new FakeLog();
    log.insert(3);
    const { stream } = follow(log, { from: 'beginning' });
    const ids: number[] = [];
    for await (const { id } of stream) {
      ids.push(id);
      await stream[Symbol.asyncDispose]();
    }
    expect(ids).toHaveLength(1);
    expect(stream.checkpoint?.lastId).toBe(ids[0]);
    for await (const { id } of stream) ids.push(id);
    expect(ids).toHaveLength(1);
  });

  test('does nothing where its loop was left before', async () => {
    const { requester, sandbox } = world();
    sandbox.events.append(2);
    {
      await using stream = requester.events.follow({ from: 'beginning' });
      for await (const _ of stream) break;
    }
    const sent = sandbox.requests.length;
    await quiet();
    expect(sandbox.requests.length).toBe(sent);
  });

  test('keeps the errors of its checkpoint', async () => {
    const log = new FakeLog();
    log.insert(1);
    const save = () => Promise.reject(new Error('disk full'));
    const { stream } = follow(log, { from: 'beginning', checkpoint: { load: async () => undefined, save } });
    const loop = loopOver(stream, () => stream[Symbol.asyncDispose]());
    await expect.poll(() => loop.ended).toMatchObject({ error: { message: 'disk full' } });
  });
});
