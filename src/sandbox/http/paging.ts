import type { Paging } from '../../client/contract/types.js';
import { invalid } from './reply.js';

const DEFAULT_PER_PAGE = 30;
const MAX_PER_PAGE = 100;

/** A page of a listing, with the totals of the whole listing. */
export interface RequestedPage<T> {
  readonly paging: Paging;
  readonly items: T[];
}

/**
 * Reads the page that the query asks for, out of `total` entries. A page has at most 100 entries; one beyond the end is
 * empty.
 * @throws Refusal with 422 when `page` or `per_page` is not an integer above 0
 */
export function selectPage<T>(
  query: URLSearchParams,
  total: number,
  read: (position: number) => T,
): RequestedPage<T> {
  const page = readPositive(query, 'page', 1);
  const perPage = Math.min(MAX_PER_PAGE, readPositive(query, 'per_page', DEFAULT_PER_PAGE));
  const start = Math.min(total, (page - 1) * perPage);
  const end = Math.min(total, start + perPage);
  return {
    paging: { page, per_page: perPage, total_pages: Math.ceil(total / perPage), total_count: total },
    items: Array.from({ length: end - start }, (_, index) => read(start + index)),
  };
}

/** The page of a list that the query asks for. */
export function slicePage<T>(query: URLSearchParams, list: readonly T[]): RequestedPage<T> {
  return selectPage(query, list.length, (position) => list[position] as T); // positions end at the length
}

function readPositive(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  if (!/^[1-9]\d{0,14}$/.test(text)) throw invalid({ [name]: 'is invalid' });
  return Number(text);
}
