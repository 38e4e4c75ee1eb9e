import {
  crowdinAt,
  lokaliseAt,
  notionAt,
  octokitAt,
  openaiAt,
  openapiFetchAt,
  requesterAt,
  stripeAt,
} from './clients.ts';

/** Lists all of so many records, one by one. */
export type Listing = (each: (record: unknown) => void) => Promise<void>;
export type Pager = (base: string, total: number) => Promise<Listing>;

interface RawPage {
  readonly total_pages: number;
  readonly questions: readonly unknown[];
}

async function readPage(base: string, page: number): Promise<RawPage> {
  const address = `${base}/api/v1/my/questions?per_page=100&page=${page}&access_token=t`;
  // The server of the measures answers nothing else.
  return (await fetch(address)).json() as Promise<RawPage>;
}

const bareSequential: Pager = async (base) => async (each) => {
  for (let page = 1, last = 1; page <= last; page += 1) {
    const read = await readPage(base, page);
    read.questions.forEach(each);
    last = read.total_pages;
  }
};

/** What one writes by hand: the first page tells how many there are, then so many are always on their way. */
const handWritten =
  (width: number): Pager =>
  async (base) =>
  async (each) => {
    const first = await readPage(base, 1);
    const onTheirWay: Promise<RawPage>[] = [];
    let next = 2;
    const fill = (): void => {
      for (; onTheirWay.length < width && next <= first.total_pages; next += 1) {
        onTheirWay.push(readPage(base, next));
      }
    };
    fill();
    first.questions.forEach(each);
    for (let page = onTheirWay.shift(); page !== undefined; page = onTheirWay.shift()) {
      const { questions } = await page;
      fill();
      questions.forEach(each);
    }
  };

const ours =
  (options?: { readonly prefetch: number }): Pager =>
  async (base) => {
    const requester = requesterAt(base);
    return async (each) => {
      for await (const question of requester.questions.list({}, options)) each(question);
    };
  };

const openai: Pager = async (base) => {
  const client = await openaiAt(base);
  return async (each) => {
    for await (const record of client.files.list({ limit: 100 })) each(record);
  };
};

const stripe: Pager = async (base) => {
  const client = await stripeAt(base);
  return async (each) => {
    for await (const record of client.customers.list({ limit: 100 })) each(record);
  };
};

const octokit: Pager = async (base) => {
  const { paginate } = await octokitAt(base);
  const issues = { owner: 'o', repo: 'r', per_page: 100 };
  return async (each) => {
    for await (const { data } of paginate.iterator('GET /repos/{owner}/{repo}/issues', issues)) {
      data.forEach(each);
    }
  };
};

const notion: Pager = async (base) => {
  const { iteratePaginatedAPI } = await import('@notionhq/client');
  const client = await notionAt(base);
  return async (each) => {
    for await (const record of iteratePaginatedAPI(client.users.list, { page_size: 100 })) each(record);
  };
};

const openapiFetch: Pager = async (base) => {
  const client = await openapiFetchAt(base);
  return async (each) => {
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { data } = await client.GET('/api/v1/my/questions', {
        params: { query: { per_page: 100, page } },
      });
      data?.questions.forEach(each);
      last = data?.total_pages ?? 0;
    }
  };
};

const crowdin: Pager = async (base, total) => {
  const client = await crowdinAt(base);
  return async (each) => {
    for (let offset = 0; offset < total; offset += 100) {
      const { data } = await client.projectsGroupsApi.listProjects({ limit: 100, offset });
      for (const record of data) each(record.data);
    }
  };
};

const crowdinAll: Pager = async (base) => {
  const client = await crowdinAt(base);
  return async (each) => {
    const { data } = await client.projectsGroupsApi.withFetchAll().listProjects();
    for (const record of data) each(record.data);
  };
};

const lokalise: Pager = async (base) => {
  const client = await lokaliseAt(base);
  return async (each) => {
    for (let page = 1, more = true; more; page += 1) {
      const read = await client.keys().list({ project_id: 'p', limit: 100, page });
      read.items.forEach(each);
      more = read.hasNextPage();
    }
  };
};

/** Those that read page after page, each by its own pager where it has one. */
export const sequential: Readonly<Record<string, Pager>> = {
  'bare fetch, page by page': bareSequential,
  openai,
  stripe,
  '@octokit/core paginate.iterator': octokit,
  '@notionhq/client iteratePaginatedAPI': notion,
  'openapi-fetch (loop by hand)': openapiFetch,
  '@crowdin/crowdin-api-client (loop by hand)': crowdin,
  '@lokalise/node-api (loop by hand)': lokalise,
  'translation-requester, prefetch 0': ours({ prefetch: 0 }),
};

/** One that asks for 500 records a page, so it needs 20. */
export const bigPages: Readonly<Record<string, Pager>> = {
  '@crowdin/crowdin-api-client withFetchAll (20 pages of 500)': crowdinAll,
};

export const ahead = {
  'translation-requester, default': ours(),
  'translation-requester, prefetch 8': ours({ prefetch: 8 }),
  'by hand, 4 ahead': handWritten(4),
  'by hand, 8 ahead': handWritten(8),
} satisfies Readonly<Record<string, Pager>>;
