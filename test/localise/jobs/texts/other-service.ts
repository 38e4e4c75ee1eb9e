import type { Fetch } from '../../../../src/index.js';

/** An order of the service, as it was sent. */
interface KeptOrder {
  readonly id: number;
  readonly key: string;
  readonly texts: readonly string[];
}

/** What an order says, of either kind. */
interface Sent {
  readonly language_id?: string;
  readonly translated_language_id?: string;
  readonly text_format?: number;
  readonly description?: string;
  readonly custom_field?: string;
  readonly questions?: readonly { readonly body: string; readonly custom_field?: string }[];
  readonly question_bodies?: readonly { readonly body: string }[];
}

/** A service that is not the sandbox: it answers with what the client needs, and nothing more. */
export interface OtherService {
  readonly fetch: Fetch;
  readonly orders: KeptOrder[];
  /** The paths of all requests, each after its method. */
  readonly requests: string[];
  /** Answers the next order that has this text with 503, and does not carry it out. */
  failOnce(text: string): void;
}

const json = (status: number, body: object): Response =>
  Response.json({ success: status < 300, message: '', ...body }, { status });

const language = (id: string) => ({ id, localized_name: id });
const toList = (items: unknown): object[] => (Array.isArray(items) ? items : []);
const NOW = '2026-01-01T00:00:00.000+00:00';

/** @param pointsFor the price of an order of so many texts */
export function otherService(pointsFor: (texts: number) => number): OtherService {
  const orders: KeptOrder[] = [];
  const bodies = new Map<number, Sent>();
  const requests: string[] = [];
  const failing = new Set<string>();
  let ids = 100;
  const getTexts = ({ questions = [], question_bodies = [] }: Sent): string[] =>
    [...questions, ...question_bodies].map(({ body }) => body);
  const shown = (id: number | null, sent: Sent, point: number): object => {
    const common = {
      id,
      user_id: 1,
      organization_id: 1,
      point,
      total_point: point,
      status: 4,
      status_text: 'completed',
      created_at: NOW,
      updated_at: NOW,
      escape_text: true,
      native: false,
      individual: false,
      language_id: sent.language_id,
      translated_language_id: sent.translated_language_id,
      language: language('en'),
      translated_language: language('de'),
      draft_question_id: null,
      published_scope: 0,
      text_format: sent.text_format,
      description: sent.description,
      custom_field: sent.custom_field,
    };
    if (sent.questions === undefined) {
      const question_bodies = (sent.question_bodies ?? []).map(({ body }, index) => ({
        id: (id ?? 0) * 1_000 + index,
        question_id: id,
        display_order: index + 1,
        body,
        translations: [{ id: 1, body: `de: ${body}` }],
      }));
      return { ...common, question_bodies };
    }
    const questions = sent.questions.map((each, index) => ({
      ...common,
      ...each,
      id: (id ?? 0) * 1_000 + index,
      project_id: id,
      title: each.body,
      letter_count: each.body.length,
      file_type: 'string',
      question_source_id: 1,
      escape_text: true,
      double_check: false,
    }));
    return { ...common, questions };
  };
  const create = (name: string, sent: Sent): Response => {
    const texts = getTexts(sent);
    const failed = texts.find((text) => failing.delete(text));
    if (failed !== undefined) return json(503, {});
    ids += 1;
    orders.push({ id: ids, key: sent.custom_field ?? sent.questions?.[0]?.custom_field ?? '', texts });
    bodies.set(ids, sent);
    return json(201, { [name]: shown(ids, sent, pointsFor(texts.length)) });
  };
  const page = (name: string, items: readonly object[]): Response =>
    json(200, { page: 1, per_page: 100, total_pages: 1, total_count: items.length, [name]: items });
  const answer = (method: string, path: string, sent: Sent): Response => {
    const name = path.startsWith('/api/v1/projects') ? 'project' : 'question';
    const id = Number(/\d+$/.exec(path)?.[0]);
    if (path === '/api/v1/my') return json(200, { id: 7 });
    if (path === '/api/v1/my/questions') {
      const all = orders.flatMap(({ id }) => toList(Object(shown(id, bodies.get(id) ?? {}, 0)).questions));
      return page('questions', all);
    }
    if (path === '/api/v1/my/application_events') {
      const all = orders.map((each) => {
        const question = shown(each.id, bodies.get(each.id) ?? {}, 0);
        return { id: each.id, type: 'simple_question.created', created_at: NOW, question };
      });
      return page('events', all.toReversed());
    }
    if (path.endsWith('/revisions/latest')) {
      const question = Number(path.split('/').at(-3));
      const original = bodies.get(Math.floor(question / 1_000))?.questions?.[question % 1_000]?.body;
      const paragraph = { display_order: 1, original_text: original, translated_text: `de: ${original}` };
      return json(200, { translation: { revision_number: 1, paragraphs: [paragraph] } });
    }
    if (path.endsWith('/check'))
      return json(200, { [name]: shown(null, sent, pointsFor(getTexts(sent).length)) });
    if (method === 'POST') return create(name, sent);
    const kept = bodies.get(id);
    return kept === undefined ? json(404, {}) : json(200, { [name]: shown(id, kept, 0) });
  };
  return {
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input));
      const method = init?.method ?? 'GET';
      requests.push(`${method} ${pathname}`);
      return answer(method, pathname, init?.body === undefined ? {} : JSON.parse(String(init?.body)));
    },
    orders,
    requests,
    failOnce: (text) => failing.add(text),
  };
}
