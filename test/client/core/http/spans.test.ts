import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { inspect } from 'node:util';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeSpans } from '../../../../examples/tracing/open-telemetry.js';
import {
  type CallEndObservation,
  type CallObservation,
  type Hooks,
  memoryStore,
  Requester,
  type RequesterOptions,
  type ResponseObservation,
} from '../../../../src/index.js';
import { createSandbox, type Sandbox } from '../../../../src/sandbox.js';
import { rejection } from '../../../recorded-fetch.js';

const order = (key: string) =>
  ({
    language_id: 'ja',
    translated_language_id: 'en',
    questions: [{ type: 'string', body: 'おはようございます', custom_field: key }],
  }) as const;

function requesterFor(
  { baseUrl, accessToken, fetch }: Sandbox,
  options: Partial<RequesterOptions> = {},
): Requester {
  return new Requester({ baseUrl, accessToken, fetch, logLevel: 'silent', store: memoryStore(), ...options });
}

/** Everything that hooks are told, and the calls as a tree of their names. */
function watched() {
  const starts: CallObservation[] = [];
  const ends: CallEndObservation[] = [];
  const responses: ResponseObservation[] = [];
  const hooks: Hooks = {
    onStart: (told) => void starts.push(told),
    onEnd: (told) => void ends.push(told),
    onResponse: (told) => void responses.push(told),
  };
  const below = (parent: number | undefined): readonly unknown[] =>
    starts
      .filter((each) => each.parent === parent)
      .map(({ call, operation }) => {
        const inside = below(call);
        return inside.length === 0 ? operation : [operation, ...inside];
      });
  return { starts, ends, responses, hooks, tree: () => below(undefined) };
}

describe('an order with once and maxPoints', () => {
  test('is one call, with its requests below it', async () => {
    const { hooks, tree, ends, responses } = watched();
    await requesterFor(createSandbox(), { hooks }).projects.create(order('k'), {
      once: true,
      maxPoints: 500,
    });
    const requests = ['account.get', 'questions.list', 'projects.check', 'projects.create', 'questions.list'];
    expect(tree()).toEqual([['projects.create', ...requests]]);
    expect(responses.map(({ operation }) => operation)).toEqual(requests);
    const own = ends.at(-1);
    expect(own).toMatchObject({ operation: 'projects.create', parent: undefined, error: undefined });
    expect(new Set(responses.map(({ parent }) => parent))).toEqual(new Set([own?.call]));
    expect(ends.map(({ duration }) => duration >= 0)).not.toContain(false);
  });

  test('is one call for each of two with its key, and the second reads what the first has placed', async () => {
    const { hooks, tree } = watched();
    const requester = requesterFor(createSandbox(), { hooks });
    await Promise.all([1, 2].map(() => requester.simple.questions.create(simple('s'), { once: true })));
    const create = 'simple.questions.create';
    const first = [create, 'account.get', 'events.list', create, 'events.list'];
    expect(tree()).toEqual([first, [create, 'simple.questions.get']]);
  });

  test('has the search that its refusal made necessary below it', async () => {
    const { hooks, tree } = watched();
    const sandbox = createSandbox();
    sandbox.faults.add({ on: 'POST /api/v1/projects', fault: { kind: 'drop-after' } });
    await requesterFor(sandbox, { hooks }).projects.create(order('k'), { once: true });
    const [[, ...requests] = []] = tree() as string[][];
    expect(tree()).toHaveLength(1);
    expect(requests.slice(0, 3)).toEqual(['account.get', 'questions.list', 'projects.create']);
    expect(requests.slice(3)).toEqual(expect.arrayContaining(['questions.list', 'projects.get']));
  });

  test('ends with the name of its error', async () => {
    const { hooks, ends } = watched();
    const requester = requesterFor(createSandbox(), { hooks });
    await rejection(requester.projects.create(order('k'), { maxPoints: 1 }));
    expect(ends.map(({ operation, error }) => [operation, error])).toEqual([
      ['projects.check', undefined],
      ['projects.create', 'BudgetError'],
    ]);
  });
});

const simple = (key: string) =>
  ({
    language_id: 'ja',
    translated_language_id: 'en',
    question_bodies: [{ body: 'はい' }],
    custom_field: key,
  }) as const;

describe('a call', () => {
  test('starts in the turn in which it is made, before anything is sent', () => {
    const { hooks, starts } = watched();
    const requester = requesterFor(createSandbox(), { hooks });
    const calls = [requester.account.get(), requester.projects.create(order('k'), { once: true })];
    expect(starts.map(({ operation }) => operation)).toEqual(['account.get', 'projects.create']);
    return Promise.all(calls);
  });

  test('with wrong arguments is not told', async () => {
    const { hooks, starts } = watched();
    const requester = requesterFor(createSandbox(), { hooks });
    await rejection(requester.projects.get(-1));
    await rejection(requester.projects.create({} as never, { once: true }));
    expect(starts).toEqual([]);
  });

  test('that its caller ends is told as an error of another library', async () => {
    const { hooks, ends } = watched();
    const requester = requesterFor(createSandbox(), { hooks });
    const controller = new AbortController();
    const call = rejection(requester.account.get({ signal: controller.signal }));
    controller.abort(new Error('secret'));
    await call;
    expect(ends).toMatchObject([{ error: 'Error' }]);
  });

  test('to any address, an upload with once', async () => {
    const { hooks, tree } = watched();
    const requester = requesterFor(createSandbox(), { hooks });
    await requester.request({ method: 'GET', path: '/api/v1/my' });
    await requester.files.upload(new Blob(['a']), { filename: 'a.txt', key: 'a' });
    await requester.files.upload(new Blob(['a']), { filename: 'a.txt', key: 'a' });
    expect(tree()).toEqual([
      'request',
      ['files.upload', 'account.get', 'files.upload'],
      ['files.upload', 'files.get'],
    ]);
  });

  test('has the signal of its caller, which no other call belongs to anything by', async () => {
    const { hooks, tree } = watched();
    const requester = requesterFor(createSandbox(), { hooks });
    const { signal } = new AbortController();
    await requester.projects.create(order('k'), { once: true, signal });
    await requester.account.get({ signal });
    expect(tree().slice(1)).toEqual(['account.get']);
  });
});

describe('a wait', () => {
  test('has its polls below it; those that several share belong to the one that has lasted longest', async () => {
    const { hooks, tree } = watched();
    const sandbox = createSandbox();
    const requester = requesterFor(sandbox);
    const ids = [];
    for (const key of ['a', 'b', 'c']) {
      const { id, question_bodies = [] } = await requester.simple.questions.create(simple(key));
      for (const body of question_bodies) sandbox.translators.translateBody(body.id, 'yes');
      ids.push(id ?? 0);
    }
    sandbox.clock.advance(86_400_000);
    const observed = requesterFor(sandbox, { hooks });
    await Promise.all(ids.map((id) => observed.simple.questions.wait(id)));
    const [first, ...others] = tree();
    expect(first).toEqual(expect.arrayContaining(['simple.questions.wait', 'events.list']));
    expect(others).toEqual(['simple.questions.wait', 'simple.questions.wait']);
  });

  test('that its time ends is told as a TimeoutError', async () => {
    const { hooks, ends } = watched();
    const sandbox = createSandbox();
    const { id } = await requesterFor(sandbox).projects.create(order('k'));
    await rejection(requesterFor(sandbox, { hooks }).projects.wait(id, { timeout: 20 }));
    expect(ends.at(-1)).toMatchObject({ operation: 'projects.wait', error: 'TimeoutError' });
  });
});

describe('a poll of the events', () => {
  test('is one call, with its requests below it', async () => {
    const { hooks, tree } = watched();
    const sandbox = createSandbox();
    sandbox.events.append(3);
    const requester = requesterFor(sandbox, { hooks });
    for await (const _ of requester.events.follow({ from: 'beginning', until: 'caught-up' }));
    expect(tree()).toEqual([['events.follow', 'events.list']]);
  });

  test('is one for each range of pages of a backlog', async () => {
    const { hooks, tree } = watched();
    const sandbox = createSandbox();
    sandbox.events.append(450);
    const requester = requesterFor(sandbox, { hooks });
    let handled = 0;
    for await (const _ of requester.events.follow({ from: 'beginning', until: 'caught-up' })) handled += 1;
    expect(handled).toBe(450);
    expect(
      tree()
        .flat()
        .filter((name) => name === 'events.follow').length,
    ).toBe(tree().length);
    expect(tree()).not.toContain('events.follow');
  });
});

describe('with OpenTelemetry', () => {
  function traced() {
    const exporter = new InMemorySpanExporter();
    const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
    return { hooks: makeSpans(provider.getTracer('test')), exporter };
  }

  const writeLines = (spans: readonly ReadableSpan[], parent?: ReadableSpan, indent = ''): string[] =>
    spans
      .filter((span) => span.parentSpanContext?.spanId === parent?.spanContext().spanId)
      .flatMap((span) => [
        [indent + span.name, ...span.events.map(({ attributes }) => attributes?.status)].join(' '),
        ...writeLines(spans, span, `${indent}  `),
      ]);

  test('an order is a tree, with what was tried again and refused for now as events', async () => {
    const { hooks, exporter } = traced();
    const sandbox = createSandbox();
    sandbox.faults.add({ on: 'GET /api/v1/my/questions', fault: { kind: 'status', status: 503 } });
    sandbox.faults.add({ on: 'POST /api/v1/projects', fault: { kind: 'status', status: 429 } });
    await requesterFor(sandbox, { hooks }).projects.create(order('k'), { once: true });
    const spans = exporter.getFinishedSpans();
    expect(writeLines(spans)).toEqual([
      'projects.create',
      '  account.get 200',
      '  questions.list 503 200',
      '  projects.create 429 201',
      '  questions.list 200',
    ]);
    expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1);
  });

  test('no span has a secret or a text', async () => {
    const { hooks, exporter } = traced();
    const sandbox = createSandbox();
    const requester = requesterFor(sandbox, { hooks });
    const { accessToken } = sandbox;
    await requester.projects.create(order(`key-${accessToken}`), { once: true });
    sandbox.faults.add({ on: '*', times: 9, fault: { kind: 'status', status: 404, body: accessToken } });
    await rejection(requester.request({ method: 'GET', path: `/api/v1/${accessToken}/x` }));
    await rejection(requester.account.get());
    const shown = inspect(exporter.getFinishedSpans(), { depth: 9, showHidden: true });
    expect(exporter.getFinishedSpans().length).toBeGreaterThan(4);
    expect(shown).not.toContain(accessToken);
    expect(shown).not.toContain('おはよう');
  });
});

describe('the tracing channel', () => {
  const channel = tracingChannel<unknown, object>('translation-requester');
  const published: [string, Record<string, unknown>][] = [];
  const heard = (name: string) => (facts: object) => void published.push([name, { ...facts }]);
  const subscribers = {
    start: heard('start'),
    end: () => {},
    asyncStart: () => {},
    asyncEnd: heard('end'),
    error: heard('error'),
  };

  function subscribe(): void {
    channel.subscribe(subscribers);
    onTestFinished(() => void channel.unsubscribe(subscribers));
  }
  afterEach(() => void published.splice(0));

  test('publishes calls and attempts with the facts of the hooks, and no result', async () => {
    subscribe();
    const { hooks, responses } = watched();
    const sandbox = createSandbox();
    await requesterFor(sandbox, { hooks }).account.get();
    const { call } = responses[0] ?? {};
    const facts = { call, operation: 'account.get', parent: undefined };
    const request = { method: 'GET', path: '/api/v1/my', address: '/api/v1/my' };
    const attempt = { ...facts, ...request, attempt: 1 };
    const ended = { status: 200, duration: expect.any(Number), result: undefined };
    expect(published).toEqual([
      ['start', facts],
      ['start', attempt],
      ['end', { ...attempt, ...ended }],
      ['end', { ...facts, result: undefined }],
    ]);
  });

  test('publishes errors of this library, and nothing of others', async () => {
    subscribe();
    const sandbox = createSandbox();
    const failing = requesterFor(sandbox, { accessToken: () => Promise.reject(new Error('secret-of-mine')) });
    expect(String(await rejection(failing.account.get()))).toContain('secret-of-mine');
    await rejection(requesterFor(sandbox).projects.get(1));
    const errors = published.filter(([name]) => name === 'error').map(([, { error }]) => error as Error);
    expect(errors.map(({ name }) => name)).toEqual(['Error', 'NotFoundError']);
    expect(inspect(published, { depth: 9, showHidden: true })).not.toMatch(
      new RegExp(`secret-of-mine|${sandbox.accessToken}`),
    );
  });

  test('carries what is bound to it into the requests', async () => {
    const storage = new AsyncLocalStorage<unknown>();
    channel.start.bindStore(storage, (facts) => facts);
    onTestFinished(() => void channel.start.unbindStore(storage));
    const stores: unknown[] = [];
    const sandbox = createSandbox();
    const fetch: Sandbox['fetch'] = (input, init) => {
      stores.push(storage.getStore());
      return sandbox.fetch(input, init);
    };
    await requesterFor(sandbox, { fetch }).account.get();
    expect(stores).toMatchObject([{ operation: 'account.get', attempt: 1 }]);
  });

  test('a subscriber that throws changes nothing', async () => {
    const thrown: unknown[] = [];
    const onError = (error: unknown) => void thrown.push(error);
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', onError);
    const start = () => {
      throw new Error('subscriber');
    };
    channel.start.subscribe(start);
    try {
      await expect(requesterFor(createSandbox()).account.get()).resolves.toMatchObject({});
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      channel.start.unsubscribe(start);
      process.off('uncaughtException', onError);
      for (const listener of listeners) process.on('uncaughtException', listener);
    }
    expect(thrown.length).toBeGreaterThan(0);
  });
});
