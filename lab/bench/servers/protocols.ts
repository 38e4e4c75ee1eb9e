import { FIRST_ID, type Records } from './records.ts';

export interface Answer {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Listed {
  readonly records: Records;
  readonly total: number;
  readonly base: string;
}

type Protocol = (url: URL, listed: Listed) => Answer;

const number = (url: URL, name: string, otherwise: number): number =>
  Number(url.searchParams.get(name) ?? otherwise);

/** Where the page begins that a cursor asks for, the id of a record that has been read. */
const behind = (url: URL, name: string): number =>
  url.searchParams.has(name) ? number(url, name, 0) - FIRST_ID + 1 : 0;

function makePage({ records, total }: Listed, from: number, count: number): string {
  return `[${records.slice(from, Math.min(count, total - from))}]`;
}

const ours: Protocol = (url, listed) => {
  if (url.pathname === '/api/v1/my') return { body: listed.records.account };
  const page = number(url, 'page', 1);
  const perPage = number(url, 'per_page', 100);
  const pages = Math.ceil(listed.total / perPage);
  const totals = `"page":${page},"per_page":${perPage},"total_pages":${pages},"total_count":${listed.total}`;
  const questions = makePage(listed, (page - 1) * perPage, perPage);
  return { body: `{"success":true,"message":"Requests are found.",${totals},"questions":${questions}}` };
};

const openai: Protocol = (url, listed) => {
  if (url.pathname.startsWith('/openai/models/')) return { body: listed.records.account };
  const from = behind(url, 'after');
  const limit = number(url, 'limit', 100);
  const more = from + limit < listed.total && url.pathname !== '/openai/models';
  return { body: `{"object":"list","data":${makePage(listed, from, limit)},"has_more":${more}}` };
};

const stripe: Protocol = (url, listed) => {
  if (url.pathname.startsWith('/v1/customers/')) return { body: listed.records.account };
  const from = behind(url, 'starting_after');
  const limit = number(url, 'limit', 100);
  const more = from + limit < listed.total;
  const data = makePage(listed, from, limit);
  return { body: `{"object":"list","url":"/v1/customers","data":${data},"has_more":${more}}` };
};

const notion: Protocol = (url, listed) => {
  if (url.pathname.startsWith('/v1/users/')) return { body: listed.records.account };
  const from = number(url, 'start_cursor', 0);
  const size = number(url, 'page_size', 100);
  const more = from + size < listed.total;
  const next = more ? `"${from + size}"` : 'null';
  const results = makePage(listed, from, size);
  return { body: `{"object":"list","results":${results},"next_cursor":${next},"has_more":${more}}` };
};

const octokit: Protocol = (url, listed) => {
  if (url.pathname === '/repos/o/r') return { body: listed.records.account };
  const page = number(url, 'page', 1);
  const perPage = number(url, 'per_page', 100);
  const body = makePage(listed, (page - 1) * perPage, perPage);
  if (page >= Math.ceil(listed.total / perPage)) return { body };
  const next = `${listed.base}/repos/o/r/issues?per_page=${perPage}&page=${page + 1}`;
  return { body, headers: { link: `<${next}>; rel="next"` } };
};

const crowdin: Protocol = (url, { records, total }) => {
  if (url.pathname !== '/api/v2/projects') return { body: `{"data":${records.account}}` };
  const offset = number(url, 'offset', 0);
  const limit = number(url, 'limit', 25);
  const data = records.list(offset, Math.min(limit, total - offset)).map((record) => `{"data":${record}}`);
  return { body: `{"data":[${data}],"pagination":{"offset":${offset},"limit":${limit}}}` };
};

const lokalise: Protocol = (url, listed) => {
  if (url.pathname === '/api2/projects/p') return { body: listed.records.account };
  const page = number(url, 'page', 1);
  const limit = number(url, 'limit', 100);
  const headers = {
    'x-pagination-total-count': String(listed.total),
    'x-pagination-page-count': String(Math.ceil(listed.total / limit)),
    'x-pagination-limit': String(limit),
    'x-pagination-page': String(page),
  };
  return { body: `{"project_id":"p","keys":${makePage(listed, (page - 1) * limit, limit)}}`, headers };
};

const deepl: Protocol = (url, { records }) => {
  if (url.pathname === '/v2/usage') return { body: records.account };
  // Its client reads the language's code as a text; the last of two fields with one name counts.
  const languages = records.list(0, 100).map((record) => `${record.slice(0, -1)},"language":"EN"}`);
  return { body: `[${languages}]` };
};

/** By how the path begins. */
const PROTOCOLS: readonly (readonly [string, Protocol])[] = [
  ['/api/v1/', ours],
  ['/openai/', openai],
  ['/v1/customers', stripe],
  ['/v1/users', notion],
  ['/repos/', octokit],
  ['/api/v2/', crowdin],
  ['/api2/', lokalise],
  ['/v2/', deepl],
];

/** The same records in the protocol that the address belongs to. */
export function answer(url: URL, listed: Listed): Answer | undefined {
  return PROTOCOLS.find(([start]) => url.pathname.startsWith(start))?.[1](url, listed);
}
