import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { type CallbackHandlerOptions, createCallbackHandler } from '../../src/callbacks.js';
import {
  type BudgetOptions,
  type CallOptions,
  type EventPageQuery,
  type FollowOptions,
  type Hooks,
  InputError,
  type ListOptions,
  type OrderOptions,
  type PageQuery,
  Requester,
  type RequesterOptions,
  type UploadOptions,
  type WaitOptions,
} from '../../src/index.js';
import { OAuthClient, type OAuthClientOptions } from '../../src/oauth.js';
import { createSandbox } from '../../src/sandbox.js';
import { account, ok, paging, questionListItem, source } from '../fixtures.js';
import { answer, recordedFetch, rejection, requesterOn } from '../recorded-fetch.js';

type Names<Options> = Readonly<Record<keyof Options, true>>;

/** What takes an options object, with whatever is given to it. */
type Use = (options: never) => unknown;

interface Taker {
  readonly names: readonly string[];
  /** Where the names are, when not in the options themselves. */
  readonly inside?: string;
  readonly use: Use;
}

const taker = <Options>(names: Names<Options>, use: Use, inside?: string): Taker => ({
  names: Object.keys(names),
  use,
  ...(inside !== undefined && { inside }),
});

const fetch = recordedFetch(answer(account));
const requester = requesterOn(fetch);
const BASE = { baseUrl: 'https://service.example', accessToken: 'token' };
const OAUTH = {
  baseUrl: 'https://service.example',
  clientId: 'id',
  clientSecret: 'secret',
  redirectUri: 'https://shop.example/callback',
};
const oauth = new OAuthClient({ ...OAUTH, fetch });
const file = new File(['text'], 'a.txt');
const order = { language_id: 'ja', translated_language_id: 'en' };
const simpleOrder = { ...order, question_bodies: [{ body: 'text' }] };
const projectOrder = { ...order, questions: [{ type: 'string', body: 'text' }] } as const;

const call: Names<CallOptions> = {
  signal: true,
  timeout: true,
  attemptTimeout: true,
  retries: true,
  headers: true,
};
const list: Names<ListOptions> = { ...call, prefetch: true };
const page: Names<PageQuery> = { page: true, per_page: true };
const orders: Names<OrderOptions> = {
  ...call,
  once: true,
  maxPoints: true,
  lookback: true,
  settle: true,
};
const waits: Names<WaitOptions> = {
  signal: true,
  timeout: true,
  interval: true,
  maxInterval: true,
  onProgress: true,
  wake: true,
};
const uploads: Names<UploadOptions> = { ...call, filename: true, key: true, onProgress: true };
const follows: Names<FollowOptions> = {
  from: true,
  until: true,
  checkpoint: true,
  interval: true,
  maxInterval: true,
  types: true,
  wake: true,
  signal: true,
};
const client: Names<RequesterOptions> = {
  baseUrl: true,
  allowInsecureHttp: true,
  fetch: true,
  timeout: true,
  attemptTimeout: true,
  retries: true,
  maxRetryAfter: true,
  headers: true,
  downloadOrigins: true,
  maxConcurrency: true,
  maxAnswerSize: true,
  onUnexpectedShape: true,
  logger: true,
  logLevel: true,
  hooks: true,
  dangerouslyAllowBrowser: true,
  accessToken: true,
  eventOrderParameter: true,
  store: true,
  budget: true,
};
const budget: Names<BudgetOptions> = { points: true, onSpend: true, name: true };
const hooks: Names<Hooks> = { onStart: true, onEnd: true, onRequest: true, onResponse: true };
const signIn: Names<OAuthClientOptions> = {
  baseUrl: true,
  allowInsecureHttp: true,
  fetch: true,
  timeout: true,
  headers: true,
  clientId: true,
  clientSecret: true,
  redirectUri: true,
  dangerouslyAllowBrowser: true,
};
const receiver: Names<CallbackHandlerOptions> = {
  requester: true,
  onEvent: true,
  onEventTimeout: true,
  onError: true,
  secret: true,
  seen: true,
};

const { simple } = requester;
const CALLS: Readonly<Record<string, Use>> = {
  'account.get': (options) => requester.account.get(options),
  'organizations.create': (options) => requester.organizations.create({ name: 'a' }, options),
  'organizations.get': (options) => requester.organizations.get(1, options),
  'languages.list': (options) => requester.languages.list(options),
  'files.get': (options) => requester.files.get(1, options),
  'projects.check': (options) => requester.projects.check(projectOrder, options),
  'projects.get': (options) => requester.projects.get(1, options),
  'questions.get': (options) => requester.questions.get(1, options),
  'questions.cancel': (options) => requester.questions.cancel(1, options),
  'comments.get': (options) => requester.comments.get(1, 2, options),
  'comments.create': (options) => requester.comments.create(1, { body: 'a' }, options),
  'comments.update': (options) => requester.comments.update(1, 2, { body: 'a' }, options),
  'comments.delete': (options) => requester.comments.delete(1, 2, options),
  'revisions.get': (options) => requester.revisions.get(1, 2, options),
  'revisions.latest': (options) => requester.revisions.latest(1, options),
  'revisions.download': (options) => requester.revisions.download(1, 2, options),
  'simple.questions.check': (options) => simple.questions.check(simpleOrder, options),
  'simple.questions.get': (options) => simple.questions.get(1, options),
  'simple.questions.cancel': (options) => simple.questions.cancel(1, options),
  'simple.translations.get': (options) => simple.translations.get(1, options),
  'simple.translations.reject': (options) =>
    simple.translations.reject(1, { reason: 'a'.repeat(99) }, options),
  'simple.translations.comments.list': (options) => simple.translations.comments.list(1, options),
  'simple.translations.comments.get': (options) => simple.translations.comments.get(1, 2, options),
  'events.get': (options) => requester.events.get(1, options),
  'oauth.exchangeCode': (options) => oauth.exchangeCode('code', options),
  'oauth.exchangeRedirect': (options) =>
    oauth.exchangeRedirect('/callback?state=s&code=c', { state: 's' }, options),
};

const LISTINGS: Readonly<Record<string, (query?: never, options?: never) => AsyncIterable<unknown>>> = {
  'organizations.list': (...given) => requester.organizations.list(...given),
  'questions.list': (...given) => requester.questions.list(...given),
  'comments.list': (...given) => requester.comments.list(1, ...given),
  'revisions.list': (...given) => requester.revisions.list(1, ...given),
  'events.list': (...given) => requester.events.list(...given),
};

async function readFirst(listing: AsyncIterable<unknown>): Promise<unknown> {
  for await (const item of listing) return item;
  return undefined;
}

const WAITS: Readonly<Record<string, Use>> = {
  'files.wait': (options) => requester.files.wait(1, options),
  'projects.wait': (options) => requester.projects.wait(1, options),
  'questions.wait': (options) => requester.questions.wait(1, options),
  'simple.questions.wait': (options) => simple.questions.wait(1, options),
};

const each = (uses: Readonly<Record<string, Use>>, names: Names<never>) =>
  Object.entries(uses).map(([name, use]) => [name, taker(names, use)] as const);

const TAKERS: readonly (readonly [string, Taker])[] = [
  [
    'Requester',
    taker<RequesterOptions>(client, (options) => new Requester({ ...BASE, ...(options as object) })),
  ],
  ['its budget', taker(budget, (options) => new Requester({ ...BASE, budget: options }), 'budget')],
  ['its hooks', taker(hooks, (options) => new Requester({ ...BASE, hooks: options }), 'hooks')],
  ...each(CALLS, call),
  ...Object.entries(LISTINGS).flatMap(([name, listing]) => [
    [`${name}, awaited`, taker(list, (options) => listing({} as never, options))] as const,
    [`${name}, iterated`, taker(list, (options) => readFirst(listing({} as never, options)))] as const,
    [`the query of ${name}, awaited`, taker(page, (query) => listing(query), 'query')] as const,
    [`the query of ${name}, iterated`, taker(page, (query) => readFirst(listing(query)), 'query')] as const,
  ]),
  [
    'the query of events.list',
    taker<EventPageQuery>(
      { ...page, order: true, since: true },
      (query) => requester.events.list(query),
      'query',
    ),
  ],
  ['toArray', taker({ max: true }, (limit) => requester.questions.list().toArray(limit))],
  ['projects.create', taker(orders, (options) => requester.projects.create(projectOrder, options))],
  ['simple.questions.create', taker(orders, (options) => simple.questions.create(simpleOrder, options))],
  ['files.upload', taker(uploads, (options) => requester.files.upload(file, options))],
  ...each(WAITS, waits),
  ['events.follow', taker(follows, (options) => requester.events.follow(options))],
  [
    'OAuthClient',
    taker<OAuthClientOptions>(signIn, (options) => new OAuthClient({ ...OAUTH, ...(options as object) })),
  ],
  ['authorizationUrl', taker({ state: true }, (options) => oauth.authorizationUrl(options))],
  ['exchangeRedirect', taker({ state: true }, (begun) => oauth.exchangeRedirect('/callback?code=c', begun))],
  ['createCallbackHandler', taker(receiver, (options) => createCallbackHandler(options))],
];

/** What using it throws or is rejected with. */
async function catchFailure(use: Use, options: unknown): Promise<unknown> {
  const attempt = async (): Promise<unknown> => use(options as never); // what JavaScript lets through
  return rejection(attempt());
}

/** The name with one letter missing, two swapped, one too many, and in another case. */
function misspellings(name: string): readonly string[] {
  const swapped = name.slice(0, -2) + name.slice(-1) + name.slice(-2, -1);
  return [name.slice(0, 1) + name.slice(2), swapped, `${name}s`, name.toUpperCase()];
}

/** One of those that share the rules of their options. */
const OF_EACH_KIND = TAKERS.filter(
  ([name]) => !(name in CALLS || name in WAITS) && !/^(?:the query of )?(?!questions)\w+\.list, /.test(name),
).concat(TAKERS.filter(([name]) => name === 'account.get' || name === 'questions.wait'));

describe.each(OF_EACH_KIND)('%s', (_, { names, inside, use }) => {
  const makePath = (name: string): string => (inside === undefined ? name : `${inside}.${name}`);

  test.each(names)('%s misspelt is an InputError with the right name, and nothing is sent', async (name) => {
    const before = fetch.arrived.length;
    for (const wrong of misspellings(name).filter((each) => !names.includes(each))) {
      const error = await catchFailure(use, { [wrong]: undefined });
      expect(error).toBeInstanceOf(InputError);
      expect(error).toHaveProperty(
        'issues',
        expect.arrayContaining([
          { path: makePath(wrong), message: `is not an option; did you mean ${name}?` },
        ]),
      );
    }
    expect(fetch.arrived).toHaveLength(before);
  });

  // Each is wrong for every option, whatever its type.
  test.each(names)('%s of a wrong type is an InputError that names it', async (name) => {
    const wrong = name === 'filename' || name === 'baseUrl' ? 5 : Symbol('wrong');
    const error = await catchFailure(use, { [name]: wrong });
    expect(error).toBeInstanceOf(InputError);
    expect(error).toHaveProperty(
      'issues',
      expect.arrayContaining([expect.objectContaining({ path: makePath(name) })]),
    );
  });
});

test.each(TAKERS)(
  '%s has all options checked: one that resembles none is told the names of all',
  async (_, { inside, use }) => {
    const error = await catchFailure(use, { zzzzzzzz: 1 });
    const path = inside === undefined ? 'zzzzzzzz' : `${inside}.zzzzzzzz`;
    const message = expect.stringMatching(/^is not an option; the options are /);
    expect(error).toHaveProperty('issues', expect.arrayContaining([{ path, message }]));
  },
);

test.each([
  ...each(CALLS, call),
  ...each(WAITS, waits),
  ...TAKERS.filter(([name]) =>
    /^(withAccessToken|.*create|files.upload|events.follow|createCall.*)/.test(name),
  ),
  ...TAKERS.filter(([name]) => name.endsWith('awaited') || name.endsWith('iterated')),
])('%s: options that are not an object are an InputError', async (_, { use }) => {
  for (const options of [null, 'text', 5, []]) {
    expect(await catchFailure(use, options)).toBeInstanceOf(InputError);
  }
});

describe('a later change of the options reaches nobody', () => {
  test('neither the client nor its copies, with its hooks and its budget', async () => {
    const sandbox = createSandbox();
    const first = vi.fn();
    const second = vi.fn();
    const options = {
      baseUrl: sandbox.baseUrl,
      accessToken: sandbox.accessToken,
      fetch: sandbox.fetch,
      hooks: { onRequest: first },
      budget: { points: 0, onSpend: second },
    };
    const changed = new Requester(options);
    options.hooks.onRequest = second;
    options.budget.points = 1_000_000;
    options.fetch = async () => answer({});
    options.accessToken = 'other';
    for (const each of [changed, changed.withAccessToken(sandbox.accessToken)]) {
      await each.account.get();
      expect(await rejection(each.simple.questions.create(simpleOrder))).toMatchObject({
        name: 'BudgetError',
      });
    }
    expect(first).toHaveBeenCalled();
    expect(second).not.toHaveBeenCalled();
  });

  test('nor hooks that need their own `this`', async () => {
    class Counter {
      sent = 0;
      onRequest(): void {
        this.sent += 1;
      }
    }
    const counter = new Counter();
    await requesterOn(recordedFetch(answer(account)), { hooks: counter }).account.get();
    expect(counter.sent).toBe(1);
  });

  test('nor a listing, its query included', async () => {
    const seen = recordedFetch(answer({ ...ok, ...paging(1), questions: [questionListItem] }));
    const [query, options] = [{ page: 1, per_page: 7 }, { prefetch: 0 }];
    const listing = requesterOn(seen).questions.list(query, options);
    query.per_page = 8;
    Object.assign(options, { prefetch: -1 });
    await listing;
    await readFirst(listing);
    expect(seen.arrived.map((each) => each.query.per_page)).toEqual(['7', '7']);
  });

  test('nor a wait', async () => {
    const first = vi.fn();
    const second = vi.fn();
    const options = { onProgress: first };
    const { files } = requesterOn(
      recordedFetch(answer({ ...ok, question_source: { ...source, status: 2 } })),
    );
    const waiting = files.wait(source.id, options);
    options.onProgress = second;
    await waiting;
    expect(first).toHaveBeenCalled();
    expect(second).not.toHaveBeenCalled();
  });

  test('nor a stream of events', async () => {
    const sandbox = createSandbox();
    sandbox.events.append(1);
    const [id] = sandbox.events.ids();
    const client = new Requester({
      baseUrl: sandbox.baseUrl,
      accessToken: sandbox.accessToken,
      fetch: sandbox.fetch,
    });
    const options = { from: 'beginning' as 'beginning' | 'now', types: ['simple_question.created'] };
    const stream = client.events.follow(options);
    options.from = 'now';
    options.types[0] = 'other';
    expect(await readFirst(stream)).toMatchObject({ id });
  });

  test('nor a callback handler', async () => {
    const options = {
      requester: requesterOn(recordedFetch(answer(account))),
      onEvent: () => undefined,
      secret: 'a',
    };
    const handle = createCallbackHandler(options);
    options.secret = 'b';
    const { status } = await handle(new Request('https://shop.example/events?secret=b', { method: 'POST' }));
    expect(status).toBe(401);
  });
});

describe('the secret of a callback handler', () => {
  const onEvent = (): void => undefined;

  test.each([{}, { secret: undefined }, { secret: '' }, { secret: null }, { secret: true }, { secret: 0 }])(
    'that is none, as in %j, is an InputError, since it would let everyone in',
    (given) => {
      const options = { requester, onEvent, ...given };
      expect(() => createCallbackHandler(options as never)).toThrow(
        /secret must be a non-empty string, or false for none; got /,
      );
    },
  );

  test('can be false, said aloud', () => {
    expect(() => createCallbackHandler({ requester, onEvent, secret: false })).not.toThrow();
  });
});

test.each(['https://service.example/api/v1', 'https://service.example/api/v1/'])(
  'the address %s is refused, with the one that is meant',
  (baseUrl) => {
    expect(() => requesterOn(fetch, { baseUrl })).toThrow(
      'baseUrl must end before /api/v1: https://service.example',
    );
    expect(() => new OAuthClient({ ...OAUTH, baseUrl })).toThrow('baseUrl must end before /api/v1');
  },
);

test('a client shows its address, and nothing else', () => {
  expect(inspect(requester)).toMatch(/^Requester \{ baseUrl: 'https?:[^']+' \}$/);
  expect(inspect(oauth)).toBe("OAuthClient { baseUrl: 'https://service.example' }");
});
