import { describe, expect, test, vi } from 'vitest';
import { Requester, type RequesterOptions } from '../../../../src/index.js';
import { createSandbox, type Sandbox } from '../../../../src/sandbox.js';
import { ok, questionListItem } from '../../../fixtures.js';
import {
  answer,
  type RecordedFetch,
  recordedFetch,
  rejection,
  requesterOn,
} from '../../../recorded-fetch.js';

/** About 2.5 long questions of a listing. */
const LIMIT = 4_500;

/** A service with a listing of questions, newest first, each of about 1,800 bytes. */
class Service {
  readonly ids: number[];
  readonly fetch: RecordedFetch = recordedFetch((arrived) => {
    const { page = 1, per_page = 30 } = arrived.query;
    const size = Math.min(this.most, Number(per_page));
    const start = (Number(page) - 1) * size;
    const questions = this.ids.slice(start, start + size).map((id) => this.#question(id));
    const total_count = this.ids.length;
    const total_pages = Math.ceil(total_count / size);
    const totals = this.counts ? { page: Number(page), per_page: size, total_pages, total_count } : {};
    const reply = answer({ ...ok, ...totals, questions });
    this.after();
    return reply;
  });
  /** Most items on a page. */
  most = 100;
  counts = true;
  isLong: (id: number) => boolean = () => true;
  /** Happens after each answer. */
  after: () => void = () => undefined;

  constructor(count: number) {
    this.ids = Array.from({ length: count }, (_, index) => 1_000 + count - index);
  }

  #question(id: number) {
    return { ...questionListItem, id, custom_field: 'x'.repeat(this.isLong(id) ? 800 : 1) };
  }

  get asked(): string[] {
    return this.fetch.arrived.map(({ query }) => `${query.page}/${query.per_page}`);
  }

  client(options: Partial<RequesterOptions> = {}): Requester {
    return requesterOn(this.fetch, { retries: 0, maxAnswerSize: LIMIT, ...options });
  }
}

const getIds = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id);

describe('a page that is longer than an answer may be', () => {
  test('is read in parts, joined, with its totals', async () => {
    const service = new Service(11);
    const page = await service.client().questions.list({ page: 2, per_page: 4 });
    expect(getIds(page.items)).toEqual(service.ids.slice(4, 8));
    expect(page).toMatchObject({ page: 2, per_page: 4, total_pages: 3, total_count: 11, hasNext: true });
    expect(getIds(page.body.questions)).toEqual(service.ids.slice(4, 8));
    expect(service.asked).toEqual(['2/4', '3/2', '4/2']);
  });

  test('is read in thirds and fifths where its size is odd', async () => {
    const service = new Service(40);
    const page = await service.client().questions.list({ page: 2, per_page: 15 });
    expect(getIds(page.items)).toEqual(service.ids.slice(15, 30));
  });

  test('ends with the last part that has items', async () => {
    const service = new Service(3);
    expect(await service.client().questions.list({ per_page: 8 })).toMatchObject({ total_pages: 1 });
    expect(service.asked.map((each) => each.replace('undefined', '1'))).toEqual(['1/8', '1/4', '1/2', '2/2']);
  });

  test('is not asked for again for an hour, and is then', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const service = new Service(11);
    const { questions } = service.client({ timeout: Number.POSITIVE_INFINITY });
    await questions.list({ per_page: 4, page: 1 });
    now.mockReturnValue(3_600_000);
    await questions.list({ per_page: 4, page: 1 });
    now.mockReturnValue(3_600_001);
    await questions.list({ per_page: 4, page: 1 });
    now.mockRestore();
    expect(service.asked).toEqual(['1/4', '1/2', '2/2', '1/2', '2/2', '1/4', '1/2', '2/2']);
  });

  test('is logged once', async () => {
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const service = new Service(11);
    const { questions } = service.client({ logger });
    await questions.list({ per_page: 4 });
    await questions.list({ per_page: 4 });
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('maxAnswerSize'), {
      method: 'GET',
      path: '/api/v1/my/questions',
      address: '/api/v1/my/questions',
      size: 4,
    });
  });

  test('has each item once although one is inserted between its parts', async () => {
    const service = new Service(11);
    service.after = () => void service.ids.unshift((service.ids[0] ?? 0) + 1);
    const page = await service.client().questions.list({ per_page: 4 });
    expect(new Set(getIds(page.items)).size).toBe(page.items.length);
  });

  test('lacks no item although one is removed between its parts', async () => {
    const service = new Service(11);
    let answers = 0;
    service.after = () => {
      answers += 1;
      if (answers === 2) service.ids.shift();
    };
    const page = await service.client().questions.list({ per_page: 4 });
    // The removed one had been read before.
    expect(getIds(page.items).sort()).toEqual([1_011, ...service.ids.slice(0, 4)].sort());
  });

  test('lacks no item although a part comes from a lagging replica', async () => {
    const service = new Service(11);
    const [newest = 0] = service.ids;
    let answers = 0;
    service.after = () => {
      answers += 1;
      if (answers === 2) service.ids.shift();
      if (answers === 3) service.ids.unshift(newest);
    };
    const page = await service.client().questions.list({ per_page: 4 });
    expect(getIds(page.items)).toEqual(service.ids.slice(0, 4));
  });

  test('ends although an item is removed at each request', async () => {
    const service = new Service(1_000);
    service.after = () => void service.ids.shift();
    await service.client().questions.list({ per_page: 4 });
    expect(service.asked.length).toBeLessThan(100);
  });

  test('shows an item of an unexpected shape at its place in the whole page', async () => {
    const service = new Service(4);
    service.ids[3] = 'x' as unknown as number;
    const page = await service.client().questions.list({ per_page: 4 });
    expect(page.unexpected).toMatchObject([{ index: 3 }]);
    expect(page.items).toHaveLength(3);
  });

  test('is read in a listing without totals up to its end', async () => {
    const service = new Service(11);
    service.counts = false;
    expect(await service.client().questions.list({ per_page: 4 })).toMatchObject({ page: 1, total_pages: 2 });
    const items = await service.client().questions.list({ per_page: 4 }).toArray({ max: 99 });
    expect(getIds(items)).toEqual(service.ids);
  });

  test('is an error where the service puts fewer on a page than it is asked for, since parts would leave a gap', async () => {
    const service = new Service(50);
    service.most = 3;
    service.isLong = (id) => service.ids.indexOf(id) < 6;
    expect(await rejection(service.client().questions.list({ page: 2, per_page: 100 }))).toMatchObject({
      name: 'UnexpectedAnswerError',
      message: expect.stringContaining('maxAnswerSize'),
    });
  });

  test('is an error that names the option where a single item is too long', async () => {
    const service = new Service(5);
    expect(await rejection(service.client({ maxAnswerSize: 1_024 }).questions.list())).toMatchObject({
      name: 'UnexpectedAnswerError',
      message: expect.stringContaining('longer than 0.0009765625 MiB. Raise maxAnswerSize.'),
    });
  });

  test('does not make a wrong query a right one', async () => {
    const service = new Service(11);
    const { questions } = service.client();
    await questions.list({ per_page: 4 });
    expect(await rejection(questions.list({ per_page: 200 }))).toMatchObject({ name: 'InputError' });
  });
});

/** Places so many simple orders with a text of 900 letters each. */
async function place(sandbox: Sandbox, count: number): Promise<number[]> {
  const { baseUrl, accessToken, fetch } = sandbox;
  const requester = new Requester({ baseUrl, accessToken, fetch });
  const ids: number[] = [];
  for (let left = count; left > 0; left -= 1) {
    const { id } = await requester.simple.questions.create(order(`k${left}`));
    ids.push(id);
  }
  return ids;
}

const order = (key: string) => ({
  language_id: 'en',
  translated_language_id: 'ja',
  custom_field: key,
  question_bodies: [{ body: 'word '.repeat(180) }],
});

describe('with 100 orders that make a page of events too long', () => {
  async function world() {
    const sandbox = createSandbox();
    const ids = await place(sandbox, 100);
    const { baseUrl, accessToken, fetch } = sandbox;
    const client = new Requester({ baseUrl, accessToken, fetch, maxAnswerSize: 100_000, retries: 0 });
    return { sandbox, ids, client };
  }

  test('following gives every event, and asks for the long page once', async () => {
    const { sandbox, client } = await world();
    const given: number[] = [];
    const { ids } = sandbox.events;
    for await (const { id } of client.events.follow({ from: 'beginning', interval: 1 })) {
      if (given.push(id) === 110) break;
      if (given.length >= 100) sandbox.events.append(1);
    }
    expect(given).toEqual(ids.call(sandbox.events).slice(0, 110));
    const long = sandbox.requests.filter(({ query }) => Object(query).per_page === '100');
    expect(long.length).toBe(1);
  });

  test('waits end', async () => {
    const { sandbox, ids, client } = await world();
    const [one = 0, two = 0] = ids;
    const waits = [one, two].map((id) => client.simple.questions.wait(id, { interval: 1, maxInterval: 2 }));
    for (const id of [one, two]) sandbox.translators.translateOrder(id);
    expect((await Promise.all(waits)).map(({ status }) => status)).toEqual([4, 4]);
  });

  test('an order with once is placed', async () => {
    const { sandbox, client } = await world();
    await client.simple.questions.create(order('new'), { once: true });
    expect(sandbox.orders().filter(({ key }) => key === 'new')).toHaveLength(1);
  });
});
