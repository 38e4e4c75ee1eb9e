import { toFields } from '../../../base/kinds.js';
import type { Http } from '../http/http.js';
import { findLastPage } from './last-page.js';
import { getKey, type PageQuery, type PageTotals, type ReadPage } from './page.js';
import { PageReader, readFacts } from './page-reader.js';

/** Milliseconds until a page of the usual size is tried again. */
const SIZE_LIFETIME = 3_600_000;
/** How often the parts of a page are read at most, while its items are removed again and again. */
const MAX_READINGS = 3;

type PageSizes = Http['pageSizes'];

/** How many items of a listing to ask for at once, for a page of so many. */
export function getPageSize(sizes: PageSizes, listing: string, page: number): number {
  const known = sizes.get(listing);
  if (known === undefined || performance.now() > known.until) return page;
  let size = page;
  while (size > known.size) size = findSmallerSize(size);
  return size;
}

/** Notes that a page of this size was too long. Returns the size to ask for instead. */
export function shrinkPageSize(sizes: PageSizes, listing: string, size: number): number {
  const next = findSmallerSize(size);
  sizes.set(listing, { size: next, until: performance.now() + SIZE_LIFETIME });
  return next;
}

/** The largest page of which several make one of this size. */
function findSmallerSize(size: number): number {
  let divisor = 2;
  while (size % divisor !== 0) divisor += 1;
  return size / divisor;
}

/** What joining needs to know of a listing. */
interface Joined<Item, Body> {
  readonly list: keyof Body & string;
  readonly key: (item: Item) => unknown;
}

/**
 * Reads a page as several pages of `size` items and joins them. The totals are those of the whole page. The page can have
 * more items than it was asked for: after a removal meanwhile, those that may have been hidden are read as well.
 *
 * @returns undefined when the service does not put as many items on a page as it is asked for
 */
export async function readInSmallerPages<Item, Body extends PageTotals>(
  read: (query: PageQuery) => Promise<ReadPage<Item, Body>>,
  { page = 1, per_page, ...query }: PageQuery & { readonly per_page: number },
  size: number,
  listing: Joined<Item, Body>,
): Promise<ReadPage<Item, Body> | undefined> {
  const pages: ReadPage<Item, Body>[] = [];
  const parts = per_page / size;
  const last = page * parts;
  const reader = new PageReader(
    (number) => read({ ...query, page: number, per_page: size }),
    (smallPage: ReadPage<Item, Body>, number) => readFacts(listing.key, smallPage, number),
    last - parts + 1,
  );
  for (let next = await reader.next(); next !== undefined; next = await reader.next()) {
    const { body, hasTotals } = next.page;
    if (hasTotals && body.per_page !== size) return undefined;
    pages.push(next.page);
    if (next.number === last || pages.length === MAX_READINGS * parts) break;
  }
  return joinPages(pages, page, per_page, listing);
}

function joinPages<Item, Body extends PageTotals>(
  pages: readonly ReadPage<Item, Body>[],
  page: number,
  per_page: number,
  { list, key }: Joined<Item, Body>,
): ReadPage<Item, Body> | undefined {
  const [first] = pages;
  if (first === undefined) return undefined;
  const { body, hasTotals } = first;
  const items = new Map<unknown, Item>();
  let all: readonly unknown[] = [];
  const unexpected = pages.flatMap((smallPage) => {
    const before = all.length;
    for (const item of smallPage.items) {
      const id = getKey(key, item);
      if (!items.has(id)) items.set(id, item);
    }
    all = all.concat(toFields(smallPage.body)[list]);
    return smallPage.unexpected.map((item) => ({ ...item, index: item.index + before }));
  });
  const total_count = hasTotals ? body.total_count : (page - 1) * per_page + all.length;
  const total_pages = hasTotals ? Math.ceil(total_count / per_page) : page + Math.min(1, all.length);
  const end = { page, perPage: per_page, length: all.length, totalPages: total_pages };
  return {
    items: [...items.values()],
    unexpected,
    body: { ...body, page, per_page, total_pages, total_count, [list]: all },
    hasTotals,
    lastPage: findLastPage({ ...end, total: hasTotals ? total_count : undefined }),
  };
}
