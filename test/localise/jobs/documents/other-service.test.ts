import { expect, test } from 'vitest';
import { collectDocuments, orderDocument, quoteDocument } from '../../../../src/documents.js';
import { Requester } from '../../../../src/index.js';
import { lastingStore } from '../../../lasting-store.js';
import { order } from './ordering.js';

const NOW = '2026-01-01T00:00:00.000+00:00';
const json = (body: object, status = 200): Response =>
  Response.json({ success: true, message: '', ...body }, { status });

interface Sent {
  readonly language_id: string;
  readonly translated_language_id: string;
  readonly questions: readonly { readonly source_id: number; readonly custom_field: string }[];
}

/** A service that is not the sandbox: it answers with what the client needs, and nothing more. */
function otherService() {
  const orders = new Map<number, Sent>();
  const requests: string[] = [];
  let looks = 0;
  const shown = (id: number, sent: Sent) => {
    const languages = { language_id: sent.language_id, translated_language_id: sent.translated_language_id };
    const facts = { user_id: 1, organization_id: 1, created_at: NOW, updated_at: NOW, individual: false };
    const questions = sent.questions.map((each) => ({
      ...languages,
      ...facts,
      id: id * 10,
      project_id: id,
      title: 'menu.txt',
      letter_count: 9,
      question_source_id: each.source_id,
      custom_field: each.custom_field,
      file_type: 'txt',
      description: '',
      status: 4,
      status_text: 'completed',
      total_point: 40,
      escape_text: false,
      double_check: false,
    }));
    return { ...languages, ...facts, id, point: 40, questions, question_count: 1 };
  };
  const fetch = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, origin } = new URL(input);
    const path = pathname.replace('/api/v1/', '');
    const method = init.method ?? 'GET';
    requests.push(`${method} ${path}`);
    const id = Number(/\d+/.exec(path)?.[0]);
    if (path === 'my') return json({ id: 7 });
    if (path === 'my/files' || path === 'my/files/5') {
      looks += 1;
      return json({
        question_source: { id: 5, status: looks < 3 ? 1 : 2, user_id: 1, created_at: NOW, updated_at: NOW },
      });
    }
    if (path.endsWith('/check')) return json({ project: shown(0, JSON.parse(String(init.body))) });
    if (path === 'projects') {
      orders.set(100 + orders.size, JSON.parse(String(init.body)));
      return json({ project: shown(99 + orders.size, JSON.parse(String(init.body))) }, 201);
    }
    const all = [...orders].flatMap(([id, sent]) => shown(id, sent).questions);
    if (path === 'my/questions')
      return json({ page: 1, per_page: 100, total_pages: 1, total_count: all.length, questions: all });
    const sent = orders.get(path.startsWith('projects/') ? id : Math.floor(id / 10));
    if (sent === undefined) return json({ success: false, error_code: 404 }, 404);
    if (path.startsWith('projects/')) return json({ project: shown(id, sent) });
    if (path.endsWith('/file'))
      return new Response(`in ${sent.translated_language_id}`, {
        headers: { 'content-disposition': 'attachment; filename="/etc/passwd"' },
      });
    if (path.includes('/revisions/'))
      return json({
        translation: {
          revision_number: 3,
          download_url: `${origin}${pathname.replace(/\/\w+$/, '/3')}/file`,
        },
      });
    return json({ question: shown(Math.floor(id / 10), sent).questions[0] });
  };
  return { fetch, orders, requests };
}

test('a document is quoted, ordered and collected at a service that answers with no more than is needed', async () => {
  const { fetch, orders, requests } = otherService();
  const options = { baseUrl: 'https://other.example', accessToken: 'token', logLevel: 'silent' } as const;
  const requester = new Requester({ ...options, fetch, store: lastingStore() });
  expect(await quoteDocument(requester, order())).toMatchObject({ points: 80, placed: 0 });
  const job = await orderDocument(requester, order());
  const again = await orderDocument(requester, order());
  expect(again.orders.map(({ id }) => id)).toEqual(job.orders.map(({ id }) => id));
  expect(orders.size).toBe(2);
  expect(requests.filter((each) => each === 'POST my/files')).toHaveLength(1);
  const texts: Record<string, string | undefined> = {};
  for await (const { filename, download } of collectDocuments(requester, job, { interval: 1 }))
    texts[filename] = await download?.text();
  expect(texts).toEqual({ 'menu.ja.txt': 'in ja', 'menu.de.txt': 'in de' });
});
