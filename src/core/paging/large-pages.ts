import { fieldsOf } from '../errors/from-answer.js';
import type { PageQuery, PageTotals, ReadPage } from './page.js';

/** How long smaller pages are asked for, in milliseconds, before a page of the usual size is tried again. */
const REMEMBERED = 3_600_000;
/** How often a page is read because its listing became shorter meanwhile. */
const MAX_RESTARTS = 3;

/** How many items the listings of one client can be asked for at once, where more were too long for an answer. */
export class PageSizes {
  readonly #known = new Map<string, { readonly size: number; readonly until: number }>();

  /** How many items to ask for at once, for a page of so many. */
  sizeFor(listing: string, page: number): number {
    const known = this.#known.get(listing);
    if (known === undefined || performance.now() > known.until) return page;
    let size = page;
    while (size > known.size) size = smaller(size);
    return size;
  }

  /** So many were too long. Returns how many to ask for instead. */
  tooLong(listing: string, size: number): number {
    const next = smaller(size);
    this.#known.set(listing, { size: next, until: performance.now() + REMEMBERED });
    return next;
  }
}

/** The largest page of which several make one of this size. */
function smaller(size: number): number {
  let parts = 2;
  while (size % parts !== 0) parts += 1;
  return size / parts;
}

/** What joining needs to know of a listing. */
interface Joined<Item, Body> {
  readonly list: keyof Body & string;
  readonly key: (item: Item) => unknown;
}

/**
 * Reads a page as several pages of `size` items and joins them; the totals are those of the whole page. An insert
 * between two of them repeats an item, which is left out. After a removal an item may be missing, so they are read again.
 *
 * @returns undefined when the service does not put as many items on a page as it is asked for
 */
export async function readInSmallerPages<Item, Body extends PageTotals>(
  read: (query: PageQuery) => Promise<ReadPage<Item, Body>>,
  { page = 1, per_page, ...query }: PageQuery & { readonly per_page: number },
  size: number,
  listing: Joined<Item, Body>,
): Promise<ReadPage<Item, Body> | undefined> {
  const parts: ReadPage<Item, Body>[] = [];
  const last = (page * per_page) / size;
  const first = last - per_page / size;
  for (let number = first, readings = 1; number < last; ) {
    number += 1;
    const part = await read({ ...query, page: number, per_page: size });
    const { body, hasTotals } = part;
    if (hasTotals && body.per_page !== size) return undefined;
    const isShorter = hasTotals && body.total_count < (parts[0]?.body.total_count ?? 0);
    if (isShorter && readings < MAX_RESTARTS) {
      readings += 1;
      number = first;
      parts.length = 0;
    } else {
      parts.push(part);
      if (number >= body.total_pages) break;
    }
  }
  return joined(parts, page, per_page, listing);
}

function joined<Item, Body extends PageTotals>(
  parts: readonly ReadPage<Item, Body>[],
  page: number,
  per_page: number,
  { list, key }: Joined<Item, Body>,
): ReadPage<Item, Body> | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  const { body, hasTotals } = first;
  const items = new Map<unknown, Item>();
  const all: unknown[] = [];
  const unexpected = parts.flatMap((part) => {
    const before = all.length;
    for (const item of part.items) {
      // An item of an unexpected shape can lack its key.
      const id = key(Object(item)) ?? JSON.stringify(item);
      if (!items.has(id)) items.set(id, item);
    }
    all.push(...[fieldsOf(part.body)[list]].flat());
    return part.unexpected.map((one) => ({ ...one, index: one.index + before }));
  });
  const total_count = hasTotals ? body.total_count : (page - 1) * per_page + all.length;
  const total_pages = hasTotals ? Math.ceil(total_count / per_page) : page + Math.min(1, all.length);
  return {
    items: [...items.values()],
    unexpected,
    body: { ...body, page, per_page, total_pages, total_count, [list]: all },
    hasTotals,
  };
}
