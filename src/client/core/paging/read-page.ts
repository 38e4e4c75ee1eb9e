import {
  type Checked,
  checkArgument,
  type Inspect,
  type Mismatch,
  type Validate,
} from '../../../base/checked.js';
import { isWhole, toFields } from '../../../base/kinds.js';
import { checkNames } from '../../../base/options.js';
import { CHECK_ADDRESS } from '../errors/advice.js';
import { UnexpectedAnswerError } from '../errors/errors.js';
import { type Path, toRequestFacts } from '../http/address.js';
import { isTooLong } from '../http/answer.js';
import type { Http } from '../http/http.js';
import type { CallOptions } from '../http/settings.js';
import { collectUnexpected, DEFAULT_PER_PAGE, makePageInspector, separateItems } from './check-page.js';
import { getPageSize, readInSmallerPages, shrinkPageSize } from './large-pages.js';
import { findLastPage } from './last-page.js';
import { Listing, type ListingSearch, type ListOptions } from './listing.js';
import type { PageQuery, PageTotals, ReadPage } from './page.js';

const PAGE_NAMES: readonly (keyof PageQuery)[] = ['page', 'per_page'];

/** A listing of the service: where it is, and what is on its pages. */
export interface ListOperation<Item, Body extends PageTotals> {
  /** The name of the call: `questions.list`. */
  readonly name: string;
  readonly path: Path;
  /** The names that a query can have. @default page and per_page */
  readonly queryNames?: readonly string[] | undefined;
  /** Checks the query, `page` and `per_page` included. */
  readonly checkQuery: Validate<object>;
  readonly inspect: Inspect<Body>;
  /** The name of the list in the answer. */
  readonly list: keyof Body & string;
  /** What identifies an item. */
  readonly key: (item: Item) => unknown;
  /** The places that this caller uses of the answer. @default what the contract says */
  readonly uses?: readonly string[] | undefined;
  /** Whether an item that can't be used fails its page. @default false: it is left out */
  readonly needsEach?: boolean | undefined;
  /** Whether a 429 fails this call at once, and pauses no other call. @default false */
  readonly pausesNothing?: boolean | undefined;
  /** What a search needs. @default every page is read */
  readonly search?: ListingSearch | undefined;
}

/** The listing; nothing is sent until it is used. */
export function makeListing<Item, Body extends PageTotals>(
  http: Http,
  operation: ListOperation<Item, Body>,
  query?: PageQuery,
  options?: ListOptions,
): Listing<Item, Body> {
  const { path, key, search } = operation;
  const request = toRequestFacts('GET', path);
  return new Listing(
    {
      key,
      request,
      search,
      read: (...page) => readListingPage(http, operation, ...page),
      warn: (message, fields) => http.log('warn', message, { ...request, ...fields }),
    },
    query,
    options,
  );
}

/**
 * Reads one page of a listing. An item of an unexpected shape does not affect the other items. A page that is
 * longer than `maxAnswerSize` is read as several smaller pages.
 */
export async function readListingPage<Item, Body extends PageTotals>(
  http: Http,
  operation: ListOperation<Item, Body>,
  asked: PageQuery,
  options: CallOptions | undefined,
): Promise<ReadPage<Item, Body>> {
  const { template } = operation.path;
  const per_page = asked?.per_page ?? DEFAULT_PER_PAGE;
  // Of a wrong query, no size is computed: reading with it throws an InputError.
  const isShrunk = http.pageSizes.has(template) && checkPageQuery(operation, asked).issues === undefined;
  for (let size = isShrunk ? getPageSize(http.pageSizes, template, per_page) : per_page; ; ) {
    try {
      // It is never larger. A wrong one, which can be of any type, is as it was asked for.
      if (!Object.is(size, per_page)) {
        const joined = await readInSmallerPages(
          (query) => readWhole(http, operation, query, options),
          { ...asked, per_page },
          size,
          operation,
        );
        if (joined !== undefined) return joined;
        // Smaller pages would leave a gap, so throw what a page of the full size fails with.
        size = 1;
      }
      return await readWhole(http, operation, asked, options);
    } catch (error) {
      if (!isTooLong(error) || size === 1) throw error;
      const message = 'a page is longer than maxAnswerSize and is read as several smaller pages';
      http.log('warn', message, { ...toRequestFacts('GET', operation.path), size });
      size = shrinkPageSize(http.pageSizes, template, size);
    }
  }
}

function checkPageQuery<Item, Body extends PageTotals>(
  { queryNames = PAGE_NAMES, checkQuery }: ListOperation<Item, Body>,
  asked: PageQuery,
): Checked<object> {
  const unknown = typeof asked === 'object' && asked !== null ? checkNames('query.', asked, queryNames) : [];
  return unknown.length > 0 ? { issues: unknown } : checkArgument('query', checkQuery, asked);
}

/** Reads one page of a listing in one request. */
async function readWhole<Item, Body extends PageTotals>(
  http: Http,
  operation: ListOperation<Item, Body>,
  asked: PageQuery,
  options: CallOptions | undefined,
): Promise<ReadPage<Item, Body>> {
  const { name, path, list, uses, needsEach, pausesNothing } = operation;
  let itemMismatches: readonly Mismatch[] = [];
  let refusals: readonly Mismatch[] = [];
  let hasTotals = false;
  const inspect = makePageInspector(operation.inspect, list, asked);
  const inspectApart: Inspect<Body> = (answer, used) => {
    hasTotals = Number.isInteger(toFields(answer).total_count);
    const inspected = inspect(answer, used);
    refusals = inspected.mismatches.filter(({ refuses }) => refuses);
    if (needsEach) return inspected;
    const parted = separateItems(inspected, list);
    ({ itemMismatches } = parted);
    return parted;
  };
  const query = checkPageQuery(operation, asked);
  const plan = { name, method: 'GET', path, query, uses, pausesNothing } as const;
  const operated = { ...plan, inspect: inspectApart, data: (answer: Body) => answer };
  const { body } = await http.request(operated, options);
  const found: unknown = body[list];
  // An answer of an unexpected shape can be passed on. Its list can be anything.
  const items: readonly Item[] = Array.isArray(found) ? found : [];
  if (needsEach) requireEach(operation, items, refusals);
  const read = { body, hasTotals, lastPage: judgeEnd(http, operation, asked, { body, hasTotals, items }) };
  if (itemMismatches.length === 0) return { ...read, items, unexpected: [] };
  logUnexpected(http, operation, itemMismatches);
  const unexpected = collectUnexpected(itemMismatches, items);
  const leftOut = new Set(unexpected.map(({ index }) => index));
  const leavesOut = uses !== undefined || http.settings.onUnexpectedShape === 'throw';
  const kept = leavesOut ? items.filter((_, index) => !leftOut.has(index)) : items;
  return { ...read, items: kept, unexpected };
}

/** The number of the last page. Warns where the totals of the answer contradict its items. */
function judgeEnd<Item, Body extends PageTotals>(
  http: Http,
  { path }: ListOperation<Item, Body>,
  { page = 1, per_page = DEFAULT_PER_PAGE }: PageQuery,
  { body, hasTotals, items }: Pick<ReadPage<Item, Body>, 'body' | 'hasTotals' | 'items'>,
): number {
  const { total_pages: totalPages, total_count } = body;
  const isShort = isWhole(body.per_page, items.length) && body.per_page < per_page;
  const perPage = isShort ? body.per_page : per_page;
  const total = hasTotals ? total_count : undefined;
  const lastPage = findLastPage({ page, perPage, length: items.length, totalPages, total });
  // A service that answers with another page ignores the number: the listing warns of that.
  if (lastPage > page && !(totalPages > page) && body.page === page) {
    const message = `is ${totalPages}, which is too low; one more page is read`;
    const request = toRequestFacts('GET', path);
    const mismatch = { place: 'total_pages', message };
    http.warnOfMismatches({ request }, [mismatch]);
  }
  return lastPage;
}

/** Fails a page on which an item can't be used, or has no id that is a safe positive integer. */
function requireEach<Item, Body extends PageTotals>(
  { path, list, key }: ListOperation<Item, Body>,
  items: readonly Item[],
  refusals: readonly Mismatch[],
): void {
  const [refusal] = refusals;
  const wrong = items.findIndex((item) => !isWhole(key(Object(item)), 1));
  if (refusal === undefined && wrong < 0) return;
  const { path: where, message } = refusal ?? {
    path: `${list}[${wrong}].id`,
    message: 'is not a safe positive integer',
  };
  throw new UnexpectedAnswerError(`the page can't be used: ${where} ${message}`, {
    outcome: 'done',
    request: toRequestFacts('GET', path),
    issues: [{ path: where, message }],
    snippet: '',
    advice: CHECK_ADDRESS,
  });
}

/** Warns of the items that can't be used: once a page, or once a minute where the library itself polls. */
function logUnexpected<Item, Body extends PageTotals>(
  http: Http,
  { path, uses }: ListOperation<Item, Body>,
  itemMismatches: readonly Mismatch[],
): void {
  const message = 'some items of the list are not what the service promises';
  const request = toRequestFacts('GET', path);
  const issues = itemMismatches.map(({ path: where, message: issue }) => ({ path: where, message: issue }));
  if (uses) http.warnOfMismatches({ request }, itemMismatches, message);
  else if (http.settings.onUnexpectedShape !== 'ignore') http.log('warn', message, { ...request, issues });
}
