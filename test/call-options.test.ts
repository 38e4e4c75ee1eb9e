import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Http } from '../src/client/core/http/http.js';
import { CALL_OPTIONS } from '../src/client/core/http/settings.js';
import { orderDocument, quoteDocument } from '../src/documents.js';
import type { CallOptions, Requester } from '../src/index.js';
import { orderTexts, quoteTexts } from '../src/texts.js';
import { openWorld, projectOrder, simpleOrder } from './client/ordering/world.js';
import { lastingStore } from './lasting-store.js';

/** A value of each option, which nothing else has: whoever adds an option to CallOptions names it here. */
const GIVEN = {
  timeout: 54_321,
  attemptTimeout: 43_210,
  retries: 1,
  headers: { 'x-of-call': '1' },
} satisfies Required<Omit<CallOptions, 'signal'>>;

/** The listings that `once` searches are read with the client's own settings, since several calls share them. */
const SEARCHES = ['questions.list', 'events.list'];

let seen: { readonly service: string; readonly name: string; readonly options: CallOptions }[] = [];

beforeEach(() => {
  seen = [];
  const run = Http.prototype.run;
  vi.spyOn(Http.prototype, 'run').mockImplementation(function (this: Http, plan, options, handle) {
    const { baseUrl: service } = this.settings;
    if (!SEARCHES.includes(plan.name)) seen.push({ service, name: plan.name, options: options ?? {} });
    return run.call(this, plan, options, handle) as Promise<never>;
  });
});

afterEach(() => vi.restoreAllMocks());

const menu = () => new File(['Soup of the day'], 'menu.txt');
const table = { name: 'shop', from: 'en', to: ['ja'], texts: { greeting: 'Hello' } };
const document = () => ({ key: 'menu', from: 'en', to: ['ja'], file: menu() });

interface Case {
  readonly what: string;
  /** The requests that it makes, each at least once. */
  readonly names: readonly string[];
  /** The request of a wait in it. A wait has a `timeout` of its own, and its requests are shared. */
  readonly polls?: string;
  readonly use: (requester: Requester, call: CallOptions) => PromiseLike<unknown>;
}

const CASES: readonly Case[] = [
  {
    what: 'an order of a project',
    names: ['projects.create'],
    use: ({ projects }, call) => projects.create(projectOrder('a'), call),
  },
  {
    what: 'an order with maxPoints',
    names: ['projects.check', 'projects.create'],
    use: ({ projects }, call) => projects.create(projectOrder('a'), { ...call, maxPoints: 10_000 }),
  },
  {
    what: 'an order with once, placed twice',
    names: ['account.get', 'projects.check', 'projects.create', 'projects.get'],
    use: async ({ projects }, call) => {
      await projects.create(projectOrder('a'), { ...call, once: true, maxPoints: 10_000 });
      return projects.create(projectOrder('a'), { ...call, once: true });
    },
  },
  {
    what: 'an order of a simple question with once, placed twice',
    names: ['account.get', 'simple.questions.check', 'simple.questions.create', 'simple.questions.get'],
    use: async ({ simple }, call) => {
      await simple.questions.create(simpleOrder('a'), { ...call, once: true, maxPoints: 10_000 });
      return simple.questions.create(simpleOrder('a'), { ...call, once: true });
    },
  },
  {
    what: 'an upload with once, made twice',
    names: ['account.get', 'files.upload', 'files.get'],
    use: async ({ files }, call) => {
      await files.upload(menu(), { ...call, key: 'menu' });
      return files.upload(menu(), { ...call, key: 'menu' });
    },
  },
  {
    what: 'a table of texts, quoted and ordered',
    names: ['account.get', 'simple.questions.check', 'simple.questions.create'],
    use: async (requester, call) => {
      await quoteTexts(requester, { ...table, ...call });
      return orderTexts(requester, { ...table, ...call });
    },
  },
  {
    what: 'a document, quoted and ordered',
    names: ['account.get', 'files.upload', 'projects.check', 'projects.create'],
    polls: 'files.get',
    use: async (requester, call) => {
      await quoteDocument(requester, { ...document(), ...call });
      return orderDocument(requester, { ...document(), ...call });
    },
  },
];

test.each(CASES)('every option of a call reaches every request of $what', async ({ names, polls, use }) => {
  expect(Object.keys({ ...GIVEN, signal: undefined }).sort()).toEqual(Object.keys(CALL_OPTIONS).sort());
  // What an earlier file of this process has left running is of another service.
  const service = 'https://call-options.example';
  const settings = { baseUrl: service, store: lastingStore(), logLevel: 'silent' } as const;
  const { requester } = openWorld({ analysisTime: 0 }, settings);
  await use(requester, { ...GIVEN, signal: new AbortController().signal });
  const own = seen.filter((call) => call.service === service && call.name !== polls);
  expect(new Set(own.map(({ name }) => name))).toEqual(new Set(names));
  const expected = { ...GIVEN, signal: expect.any(AbortSignal) };
  expect(own).toEqual(own.map(({ name }) => ({ service, name, options: expect.objectContaining(expected) })));
});

test.each(Object.keys(CALL_OPTIONS))(
  'what makes the attempts of a call reads its option %s, which beginCall fills in',
  (name) => {
    const used = ['http', 'transport', 'retry']
      .map((file) => readFileSync(new URL(`../src/client/core/http/${file}.ts`, import.meta.url), 'utf8'))
      .join('');
    // `call.timeout`, `{ timeout } = call`, or `{ timeout }: CallState` as a parameter.
    expect(used).toMatch(
      new RegExp(`\\bcall\\.${name}\\b|\\{[^{}]*\\b${name}\\b[^{}]*\\}(?: = call|: CallState)\\b`),
    );
  },
);
