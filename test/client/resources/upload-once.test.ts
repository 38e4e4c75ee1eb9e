import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type OrderConflictError, Requester, type RequesterOptions, type Store } from '../../../src/index.js';
import { account, ok, source } from '../../fixtures.js';
import { lastingStore } from '../../lasting-store.js';
import { rejection } from '../../recorded-fetch.js';

/** A service that keeps files. */
let files: Map<number, object>;
let uploads: number;
let fails: boolean;
let latency: number;

const fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
  const { pathname } = new URL(url);
  if (pathname === '/api/v1/my') return Response.json(account);
  if (init.method === 'POST') {
    uploads += 1;
    // Each upload makes a file of its own, also of those that are sent at once.
    const file = { ...source, id: 500 + uploads };
    await new Promise((resolve) => setTimeout(resolve, latency));
    if (fails) return Response.json({ success: false, message: 'no' }, { status: 500 });
    files.set(file.id, file);
    return Response.json({ ...ok, question_source: file }, { status: 201 });
  }
  const file = files.get(Number(pathname.split('/').at(-1)));
  if (file === undefined) return Response.json({ success: false, message: 'Not Found' }, { status: 404 });
  return Response.json({ ...ok, question_source: file });
};

let places = 0;
/** A client of a process that shares no more than the store with others. */
function createClient(store?: Store, options: Partial<RequesterOptions> = {}): Requester {
  places += 1;
  const baseUrl = `https://files-${places}.example`;
  return new Requester({ baseUrl, accessToken: 'token', fetch, store, retries: 0, ...options });
}

const menu = (text = 'A menu', name = 'menu.txt') => new File([text], name);

beforeEach(() => {
  files = new Map();
  uploads = 0;
  fails = false;
  latency = 0;
});

describe.each([
  ['in memory', () => undefined],
  ["in a store of the caller's", lastingStore],
])('an upload with a key, remembered %s', (_, openStore) => {
  test('is made once, and returns the earlier file', async () => {
    const { files: sending } = createClient(openStore());
    const ids = [];
    for (let call = 0; call < 3; call += 1) ids.push((await sending.upload(menu(), { key: 'k' })).id);
    expect([ids, uploads]).toEqual([[501, 501, 501], 1]);
  });

  test('gives one file to calls at once, and to later ones', async () => {
    latency = 50;
    const { files: sending } = createClient(openStore());
    const all = await Promise.all([1, 2, 3].map(() => sending.upload(menu(), { key: 'k' })));
    all.push(await sending.upload(menu(), { key: 'k' }));
    const [first] = all;
    expect(all.map(({ id }) => id)).toEqual(all.map(() => first?.id));
    expect(uploads).toBeLessThanOrEqual(3);
  });

  test('is made again when the service has the file no longer', async () => {
    const { files: sending } = createClient(openStore());
    await sending.upload(menu(), { key: 'k' });
    files.clear();
    expect((await sending.upload(menu(), { key: 'k' })).id).toBe(502);
  });

  test('is made again after a failure', async () => {
    const { files: sending } = createClient(openStore());
    fails = true;
    expect(await rejection(sending.upload(menu(), { key: 'k' }))).toMatchObject({ name: 'ServerError' });
    fails = false;
    expect((await sending.upload(menu(), { key: 'k' })).id).toBe(502);
  });

  test.each([
    ['filename', menu('A menu', 'other.txt')],
    ['digest', menu('B menu')],
    ['size', menu('A longer menu')],
  ])('is a conflict with a file of another %s', async (path, another) => {
    const { files: sending } = createClient(openStore());
    await sending.upload(menu(), { key: 'k' });
    const error = await rejection(sending.upload(another, { key: 'k' }));
    expect(error).toMatchObject({ name: 'OrderConflictError', outcome: 'not_sent', existing: { id: 501 } });
    const { differences } = error as OrderConflictError; // as the line above shows
    expect(differences.map((each) => each.path)).toContain(path);
    expect(uploads).toBe(1);
  });
});

test('two processes get one file, and a conflict when their files differ', async () => {
  latency = 50;
  const store = lastingStore();
  const upload = (file: File) => createClient(store).files.upload(file, { key: 'k' });
  const same = [upload(menu()), upload(menu())];
  await expect.poll(() => uploads).toBe(2);
  latency = 500;
  const another = rejection(upload(menu('B menu')));
  const [first, second] = await Promise.all(same);
  expect(second).toEqual(first);
  expect(await another).toMatchObject({ name: 'OrderConflictError', existing: { id: first?.id } });
});

test('calls at once after the service has lost the file get one new file', async () => {
  const store = lastingStore();
  await createClient(store).files.upload(menu(), { key: 'k' });
  files.clear();
  const again = [1, 2].map(() => createClient(store).files.upload(menu(), { key: 'k' }));
  const [first, second] = await Promise.all(again);
  expect(first?.id).toBeGreaterThan(501);
  expect(second?.id).toBe(first?.id);
});

test('the bytes of a large file are compared as a whole', async () => {
  const { files: sending } = createClient(lastingStore());
  const bytes = new Uint8Array(3 * 1024 * 1024 + 5);
  const options = { key: 'k', filename: 'large.txt' };
  await sending.upload(bytes, options);
  expect((await sending.upload(new Blob([bytes]), options)).id).toBe(501);
  bytes[2 * 1024 * 1024] = 1;
  expect(await rejection(sending.upload(bytes, options))).toMatchObject({
    differences: [{ path: 'digest' }],
  });
});

test.each([
  ['a stream', new Blob(['a']).stream(), { key: 'k', filename: 'a.txt' }, 'file'],
  ['no key', menu(), { key: '' }, 'key'],
  ['a file that the service does not take', menu('a', 'a.exe'), { key: 'k' }, 'filename'],
])('%s is an InputError', async (_, file, options, path) => {
  const error = await rejection(createClient().files.upload(file, options));
  expect(error).toMatchObject({ name: 'InputError', issues: [{ path }] });
  expect(uploads).toBe(0);
});

const broken = () => Promise.reject(new Error('the disk is full'));

test('a store that cannot be read is a StoreError, and nothing is uploaded', async () => {
  const error = await rejection(
    createClient({ ...lastingStore(), get: broken }).files.upload(menu(), { key: 'k' }),
  );
  expect(error).toMatchObject({ name: 'StoreError', cause: { message: 'the disk is full' } });
  expect(uploads).toBe(0);
});

test('a store that cannot be written is a warning, and the file is returned', async () => {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const { files: sending } = createClient({ ...lastingStore(), swap: broken }, { logger });
  expect((await sending.upload(menu(), { key: 'k' })).id).toBe(501);
  expect(logger.warn.mock.calls).toEqual([[expect.stringContaining('the store failed'), { key: 'k' }]]);
});

test('without crypto.subtle, as in a page in plain http, an upload with a key sends nothing and says so', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  try {
    const error = await rejection(createClient().files.upload(menu(), { key: 'k' }));
    expect(error).toMatchObject({ name: 'InputError', issues: [{ path: 'options.key' }] });
    expect(uploads).toBe(0);
    expect(await createClient().files.upload(menu())).toMatchObject({ id: 501 });
  } finally {
    vi.unstubAllGlobals();
  }
});
