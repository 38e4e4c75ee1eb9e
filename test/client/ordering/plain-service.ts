import { account, ok, project, projectQuote, question, questionListItem } from '../../fixtures.js';

interface PlainOrder {
  readonly id: number;
  readonly key: string;
  readonly source: number | undefined;
  readonly body: string | undefined;
  readonly createdAt: number;
}

/** What the service does in its own way. */
export interface Ways {
  /** Points of a quote, and of an order. */
  quote: number;
  price: number;
  /** Milliseconds that its clock is behind in `created_at`. */
  behind: number;
  /** Milliseconds between carrying an order out and its answer. */
  answerAfter: number;
  /** What answers instead, once an order is carried out. Undefined: the answer is lost. */
  afterOrder: (() => Response | undefined) | 'the order';
  /** The key as it is shown when an order is read, or listed. */
  shownKey: (key: string) => string;
  /** Called with each request, before it is looked at. */
  onRequest: (what: string) => void;
}

/** A small service with projects, which is not the sandbox: it does what a test says, and no more. */
export class PlainService {
  readonly orders: PlainOrder[] = [];
  readonly requests: string[] = [];
  readonly ways: Ways = {
    quote: 40,
    price: 40,
    behind: 0,
    answerAfter: 0,
    afterOrder: 'the order',
    shownKey: (key) => key,
    onRequest: () => undefined,
  };

  readonly fetch = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input);
    const what = `${init.method ?? 'GET'} ${url.pathname.replace('/api/v1/', '')}`;
    this.requests.push(what);
    this.ways.onRequest(what);
    const response = await this.#answer(
      what,
      typeof init.body === 'string' ? JSON.parse(init.body) : {},
      url,
    );
    response.headers.set('date', new Date().toUTCString());
    return response;
  };

  /** How many orders were sent. */
  get posts(): number {
    return this.requests.filter((what) => what === 'POST projects').length;
  }

  add(
    key: string,
    { source, body }: { source?: number; body?: string } = { body: 'Good morning' },
  ): PlainOrder {
    const createdAt = Date.now() - this.ways.behind;
    const order = { id: 1_000 + this.orders.length, key, source, body, createdAt };
    this.orders.push(order);
    return order;
  }

  async #answer(what: string, body: { questions?: Asked[] }, url: URL): Promise<Response> {
    const [asked] = body.questions ?? [];
    if (what === 'GET my') return Response.json(account);
    if (what === 'POST projects/check') {
      const { title, letter_count } = makeQuestion(asked ?? {}, '');
      const quote = { ...projectQuote, ...LANGUAGES, point: this.ways.quote };
      const questions = projectQuote.questions.map((each) => ({ ...each, title, letter_count }));
      return Response.json({ ...ok, project: { ...quote, questions } });
    }
    if (what === 'POST projects') return this.#order(asked ?? {});
    if (what === 'GET my/questions') return this.#list(url);
    const order = this.orders.find(({ id }) => what === `GET projects/${id}`);
    if (order === undefined) return Response.json({ success: false, message: 'Not Found' }, { status: 404 });
    return Response.json({ ...ok, project: this.#shown(order, this.ways.shownKey(order.key)) });
  }

  async #order({ custom_field = '', source_id, body }: Asked): Promise<Response> {
    const order = this.add(custom_field, {
      ...(source_id !== undefined && { source: source_id }),
      ...(body !== undefined && { body }),
    });
    const { answerAfter, afterOrder } = this.ways;
    if (answerAfter > 0) await new Promise((resolve) => setTimeout(resolve, answerAfter));
    if (afterOrder === 'the order') {
      return Response.json({ ...ok, project: this.#shown(order, order.key) }, { status: 201 });
    }
    const answer = afterOrder();
    if (answer !== undefined) return answer;
    throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
  }

  #list(url: URL): Response {
    const page = Number(url.searchParams.get('page') ?? 1);
    const perPage = 100;
    const newest = this.orders.toReversed();
    const questions = newest.slice((page - 1) * perPage, page * perPage).map((order) => ({
      ...questionListItem,
      ...makeQuestion(order, this.ways.shownKey(order.key)),
      id: order.id + 100_000,
      project_id: order.id,
      created_at: new Date(order.createdAt).toISOString(),
    }));
    const totals = { total_pages: Math.ceil(newest.length / perPage), total_count: newest.length };
    return Response.json({ ...ok, page, per_page: perPage, ...totals, questions });
  }

  #shown(order: PlainOrder, key: string) {
    const shown = {
      ...question,
      ...LANGUAGES,
      ...makeQuestion(order, key),
      id: order.id + 100_000,
      project_id: order.id,
    };
    const created_at = new Date(order.createdAt).toISOString();
    return { ...project, ...LANGUAGES, id: order.id, created_at, point: this.ways.price, questions: [shown] };
  }
}

interface Asked {
  readonly custom_field?: string | undefined;
  readonly source_id?: number | undefined;
  readonly source?: number | undefined;
  readonly body?: string | undefined;
}

const LANGUAGES = { language_id: 'en', translated_language_id: 'ja' };

const makeQuestion = ({ source_id, source = source_id, body }: Asked, key: string) => ({
  custom_field: key,
  title: body ?? 'menu.docx',
  letter_count: (body ?? 'menu').length,
  ...(source === undefined ? { file_type: 'string' } : { file_type: 'word', question_source_id: source }),
});
