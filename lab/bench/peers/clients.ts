// The clients that are measured, each in its own protocol and with the settings that it comes with.
// A client is loaded only where it is measured.
import type { Client as CrowdinClient } from '@crowdin/crowdin-api-client';
import { Requester } from 'translation-requester';

export type Fetch = typeof globalThis.fetch;

/** What is measured of a client, and the same request for bare fetch. */
interface Calls {
  /** Reads a small object. */
  one(): PromiseLike<unknown>;
  /** Reads a page of 100 records. */
  page(): PromiseLike<unknown>;
  readonly addresses: { readonly one: string; readonly page: string };
}

/** Opens a client at an address; with a `fetch` of the measure's own where it takes one. */
export type Open = (base: string, fetch?: Fetch) => Promise<Calls>;

const TOKEN = 't';
const given = (fetch: Fetch | undefined): { fetch?: Fetch } => (fetch === undefined ? {} : { fetch });

export function requesterAt(base: string, fetch?: Fetch): Requester {
  return new Requester({ baseUrl: base, accessToken: TOKEN, ...given(fetch) });
}

export async function openaiAt(base: string, fetch?: Fetch) {
  const { default: OpenAI } = await import('openai');
  return new OpenAI({ apiKey: TOKEN, baseURL: `${base}/openai`, ...given(fetch) });
}

/** Over node:http, as it comes, unless there is a `fetch`. */
export async function stripeAt(base: string, fetch?: Fetch) {
  const { default: Stripe } = await import('stripe');
  const { hostname: host, port } = new URL(base);
  const client = fetch === undefined ? {} : { httpClient: Stripe.createFetchHttpClient(fetch) };
  return new Stripe('sk_test_t', { host, port, protocol: 'http', ...client });
}

export async function octokitAt(base: string, fetch?: Fetch) {
  const { Octokit } = await import('@octokit/core');
  const { paginateRest } = await import('@octokit/plugin-paginate-rest');
  return new (Octokit.plugin(paginateRest))({ auth: TOKEN, baseUrl: base, request: given(fetch) });
}

export async function notionAt(base: string, fetch?: Fetch) {
  const { Client } = await import('@notionhq/client');
  const options = { auth: TOKEN, baseUrl: base };
  // Its own type of fetch is narrower than the one that it uses.
  return new Client(fetch === undefined ? options : { ...options, fetch: fetch as never });
}

export async function openapiFetchAt(base: string, fetch?: Fetch) {
  const { default: createClient } = await import('openapi-fetch');
  return createClient<QuestionPaths>({ baseUrl: base, ...given(fetch) });
}

/** What openapi-typescript would make of the two operations that are measured. */
interface QuestionPaths {
  '/api/v1/my': { get: { responses: { 200: { content: { 'application/json': object } } } } };
  '/api/v1/my/questions': {
    get: {
      parameters: { query: { page: number; per_page: number } };
      responses: { 200: { content: { 'application/json': { questions: unknown[]; total_pages: number } } } };
    };
  };
}

/** Over axios, as it comes, unless there is a `fetch`, which it then takes from the globals. */
export async function crowdinAt(base: string, fetch?: Fetch): Promise<CrowdinClient> {
  const { Client } = await import('@crowdin/crowdin-api-client');
  const credentials = { token: TOKEN, baseUrl: `${base}/api/v2` };
  return new Client(credentials, fetch === undefined ? {} : { httpClientType: 'fetch' });
}

export async function lokaliseAt(base: string) {
  const { LokaliseApi } = await import('@lokalise/node-api');
  return new LokaliseApi({ apiKey: TOKEN, host: base });
}

export async function deeplAt(base: string) {
  const { DeepLClient } = await import('deepl-node');
  return new DeepLClient(TOKEN, { serverUrl: base });
}
