import type { Sandbox } from 'translation-requester/sandbox';

/** The most entries of a page. */
const LONGEST_PAGE = 100;

/** An answer of the service. */
interface Answer {
  readonly status: number;
  readonly body: string;
}

type Fields = Record<string, unknown>;
interface Entry {
  readonly created_at: string;
}

/** The listings in which new orders and events appear, and the field that holds the entries. */
const LISTINGS: Readonly<Record<string, string>> = {
  '/api/v1/my/questions': 'questions',
  '/api/v1/my/application_events': 'events',
};

export function isListing(path: string): boolean {
  return path in LISTINGS;
}

/** The page that a copy of the data shows which knows nothing newer than `latest`, in milliseconds since 1970. */
export async function pageUntil(sandbox: Sandbox, url: URL, latest: number): Promise<Answer> {
  const name = LISTINGS[url.pathname] ?? '';
  const read = async (query: Fields): Promise<{ body: Fields; entries: readonly Entry[] }> => {
    const own = new URL(url);
    for (const [parameter, value] of Object.entries(query)) own.searchParams.set(parameter, `${value}`);
    const body = await (await sandbox.fetch(own)).json();
    return { body, entries: body[name] ?? [] };
  };
  const isKnown = ({ created_at }: Entry): boolean => Date.parse(created_at) <= latest;
  const isAscending = url.searchParams.get('order') === 'id_asc';
  const newestFirst = url.searchParams.has('order') ? { order: 'id_desc' } : {};
  const newest = (await read({ ...newestFirst, page: 1, per_page: LONGEST_PAGE })).entries;
  const first = newest.findIndex(isKnown);
  const hidden = first < 0 ? newest.length : first;
  const { body } = await read({});
  const [page, size, total] = [body.page, body.per_page, body.total_count].map(Number) as [
    number,
    number,
    number,
  ];
  const start = (page - 1) * size + (isAscending ? 0 : hidden);
  const begin = Math.floor(start / size) + 1;
  const both = [...(await read({ page: begin })).entries, ...(await read({ page: begin + 1 })).entries];
  const shown = both.slice(start % size, (start % size) + size);
  const count = total - hidden;
  const answer = {
    ...body,
    total_count: count,
    total_pages: Math.ceil(count / size),
    [name]: isAscending ? shown.filter(isKnown) : shown,
  };
  return { status: 200, body: JSON.stringify(answer) };
}
