import {
  crowdinAt,
  deeplAt,
  lokaliseAt,
  notionAt,
  type Open,
  octokitAt,
  openaiAt,
  openapiFetchAt,
  requesterAt,
  stripeAt,
} from './clients.ts';

const OURS = {
  one: '/api/v1/my?access_token=t',
  page: '/api/v1/my/questions?per_page=100&page=1&access_token=t',
};

function at(base: string, paths: { readonly one: string; readonly page: string }) {
  return { one: base + paths.one, page: base + paths.page };
}

const bare: Open = async (base, fetch = globalThis.fetch) => {
  const addresses = at(base, OURS);
  const read = async (address: string): Promise<unknown> => (await fetch(address)).json();
  return { one: () => read(addresses.one), page: () => read(addresses.page), addresses };
};

const ours: Open = async (base, fetch) => {
  const requester = requesterAt(base, fetch);
  return {
    one: () => requester.account.get(),
    page: () => requester.questions.list({ per_page: 100, page: 1 }),
    addresses: at(base, OURS),
  };
};

const openai: Open = async (base, fetch) => {
  const client = await openaiAt(base, fetch);
  return {
    one: () => client.models.retrieve('m'),
    page: () => client.models.list(),
    addresses: at(base, { one: '/openai/models/m', page: '/openai/models' }),
  };
};

const stripe: Open = async (base, fetch) => {
  const client = await stripeAt(base, fetch);
  return {
    one: () => client.customers.retrieve('c'),
    page: () => client.customers.list({ limit: 100 }),
    addresses: at(base, { one: '/v1/customers/c', page: '/v1/customers?limit=100' }),
  };
};

const octokit: Open = async (base, fetch) => {
  const client = await octokitAt(base, fetch);
  const place = { owner: 'o', repo: 'r' };
  return {
    one: () => client.request('GET /repos/{owner}/{repo}', place),
    page: () => client.request('GET /repos/{owner}/{repo}/issues', { ...place, per_page: 100 }),
    addresses: at(base, { one: '/repos/o/r', page: '/repos/o/r/issues?per_page=100' }),
  };
};

const notion: Open = async (base, fetch) => {
  const client = await notionAt(base, fetch);
  return {
    one: () => client.users.retrieve({ user_id: 'u' }),
    page: () => client.users.list({ page_size: 100 }),
    addresses: at(base, { one: '/v1/users/u', page: '/v1/users?page_size=100' }),
  };
};

const openapiFetch: Open = async (base, fetch) => {
  const client = await openapiFetchAt(base, fetch);
  return {
    one: () => client.GET('/api/v1/my'),
    page: () => client.GET('/api/v1/my/questions', { params: { query: { per_page: 100, page: 1 } } }),
    addresses: at(base, { one: '/api/v1/my', page: '/api/v1/my/questions?per_page=100&page=1' }),
  };
};

const deepl: Open = async (base) => {
  const client = await deeplAt(base);
  return {
    one: () => client.getUsage(),
    page: () => client.getSourceLanguages(),
    addresses: at(base, { one: '/v2/usage', page: '/v2/languages?type=source' }),
  };
};

const crowdin: Open = async (base, fetch) => {
  const client = await crowdinAt(base, fetch);
  return {
    one: () => client.projectsGroupsApi.getProject(1),
    page: () => client.projectsGroupsApi.listProjects({ limit: 100, offset: 0 }),
    addresses: at(base, { one: '/api/v2/projects/1', page: '/api/v2/projects?limit=100&offset=0' }),
  };
};

const lokalise: Open = async (base) => {
  const client = await lokaliseAt(base);
  return {
    one: () => client.projects().get('p'),
    page: () => client.keys().list({ project_id: 'p', limit: 100, page: 1 }),
    addresses: at(base, { one: '/api2/projects/p', page: '/api2/projects/p/keys?limit=100&page=1' }),
  };
};

/** Bare fetch as a client is the null test: whatever it differs from bare fetch by is noise. */
export const clients: Readonly<Record<string, Open>> = {
  'bare fetch': bare,
  'translation-requester': ours,
  openai,
  stripe,
  '@octokit/core': octokit,
  '@notionhq/client': notion,
  'openapi-fetch': openapiFetch,
  'deepl-node': deepl,
  '@crowdin/crowdin-api-client': crowdin,
  '@lokalise/node-api': lokalise,
};

/** It goes over node:http alone, so nothing can stand in for its network. */
export const WITHOUT_FETCH: ReadonlySet<string> = new Set(['deepl-node']);
/** It waits about 10 ms before each request of its own accord, so fewer are enough. */
export const SLOW: ReadonlySet<string> = new Set(['@crowdin/crowdin-api-client']);
