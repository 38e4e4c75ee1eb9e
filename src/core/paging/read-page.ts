import { argument, type Checked, type Validate } from '../../base/checked.js';
import { checkNames } from '../../base/options.js';
import type { Issue } from '../errors/errors.js';
import { fieldsOf } from '../errors/from-answer.js';
import type { Path } from '../http/address.js';
import { isTooLong } from '../http/answer.js';
import type { Http } from '../http/http.js';
import type { CallOptions } from '../http/settings.js';
import { checkPage, DEFAULT_PER_PAGE, withTotals } from './check-page.js';
import { PageSizes, readInSmallerPages } from './large-pages.js';
import { Listing, type ListOptions } from './listing.js';
import type { PageQuery, PageTotals, ReadPage, UnexpectedItem } from './page.js';

/** How many issues one message lists at most. */
const MAX_LOGGED_ISSUES = 20;

/** What `onUnexpectedShape: 'throw'` does with an item of an unexpected shape. */
export type Verdict = 'leave out' | 'pass on' | 'fail';

const PAGE_NAMES: readonly (keyof PageQuery)[] = ['page', 'per_page'];

/** A listing of the service: where it is, and what is on its pages. */
export interface ListOperation<Item, Body extends PageTotals> {
  readonly path: Path;
  /** The names that a query can have. @default page and per_page */
  readonly queryNames?: readonly string[] | undefined;
  /** Checks the query, `page` and `per_page` included. */
  readonly checkQuery: Validate<object>;
  /** Checks a whole page. */
  readonly validate: Validate<Body>;
  /** The name of the list in the answer. */
  readonly list: keyof Body & string;
  readonly items: (body: Body) => readonly Item[];
  /** What identifies an item. */
  readonly key: (item: Item) => unknown;
  /** What `onUnexpectedShape: 'throw'` means for an item; `fail` refuses its page. @default 'leave out' for each */
  readonly judge?: ((item: unknown) => Verdict) | undefined;
  /** Whether to log an item of an unexpected shape, for pages that are read repeatedly. @default each is logged */
  readonly isFirstSeen?: ((item: unknown) => boolean) | undefined;
}

/** The listing; nothing is sent until it is used. */
export function listing<Item, Body extends PageTotals>(
  http: Http,
  operation: ListOperation<Item, Body>,
  query?: PageQuery,
  options?: ListOptions,
): Listing<Item, Body> {
  const { path, key } = operation;
  const request = { method: 'GET', path: path.template };
  return new Listing(
    {
      ...{ key, request },
      read: (...page) => readPage(http, operation, ...page),
      warn: (message, fields) => http.log('warn', message, { ...request, ...fields }),
    },
    query,
    options,
  );
}

const SIZES = new WeakMap<Http, PageSizes>();

/**
 * Reads one page of a listing. An item of an unexpected shape does not affect the other items. A page that is
 * longer than `maxAnswerSize` is read as several smaller pages.
 */
export async function readPage<Item, Body extends PageTotals>(
  http: Http,
  operation: ListOperation<Item, Body>,
  asked: PageQuery,
  options: CallOptions | undefined,
): Promise<ReadPage<Item, Body>> {
  const { template } = operation.path;
  const sizes = SIZES.get(http) ?? new PageSizes();
  SIZES.set(http, sizes);
  const per_page = asked?.per_page ?? DEFAULT_PER_PAGE;
  const read = (query: PageQuery): Promise<ReadPage<Item, Body>> =>
    readWhole(http, operation, query, options);
  // Reading with a wrong query throws an InputError.
  if ('issues' in queryOf(operation, asked)) return read(asked);
  for (let size = sizes.sizeFor(template, per_page); ; ) {
    try {
      if (size < per_page) {
        const joined = await readInSmallerPages(read, { ...asked, per_page }, size, operation);
        if (joined !== undefined) return joined;
        // Smaller pages would leave a gap, so throw what a page of the full size fails with.
        size = 1;
      }
      return await read(asked);
    } catch (error) {
      if (!isTooLong(error) || size === 1) throw error;
      http.log('warn', 'a page is longer than maxAnswerSize and is read as several smaller pages', {
        path: template,
        size,
      });
      size = sizes.tooLong(template, size);
    }
  }
}

function queryOf<Item, Body extends PageTotals>(
  { queryNames = PAGE_NAMES, checkQuery }: ListOperation<Item, Body>,
  asked: PageQuery,
): Checked<object> {
  const unknown = typeof asked === 'object' && asked !== null ? checkNames('query.', asked, queryNames) : [];
  return unknown.length > 0 ? { issues: unknown } : argument('query', checkQuery, asked);
}

/** Reads one page of a listing in one request. */
async function readWhole<Item, Body extends PageTotals>(
  http: Http,
  operation: ListOperation<Item, Body>,
  asked: PageQuery,
  options: CallOptions | undefined,
): Promise<ReadPage<Item, Body>> {
  const { path, items, judge = () => 'leave out' } = operation;
  const { onUnexpectedShape } = http.settings;
  let hasTotals = true;
  let unexpected: readonly UnexpectedItem[] = [];
  const fillIn = (answer: unknown): unknown => {
    hasTotals = Number.isInteger(fieldsOf(answer).total_count);
    return withTotals(answer, asked, items);
  };
  const validate = (answer: unknown): Checked<Body> => {
    const checked = checkPage(operation, answer);
    unexpected = checked.unexpected;
    const mayFail = onUnexpectedShape === 'throw' && unexpected.some(({ item }) => judge(item) === 'fail');
    return mayFail ? { issues: issuesOf(unexpected) } : checked.page;
  };
  const query = queryOf(operation, asked);
  const { data, body } = await http.request(
    { method: 'GET', path, query, validate, fillIn, data: items },
    options,
  );
  // An answer of an unexpected shape can be passed on. Its list can be anything.
  const all = Array.isArray(data) ? data : [];
  if (unexpected.length === 0) return { items: all, unexpected, body, hasTotals };
  logUnexpected(
    http,
    path,
    unexpected.filter(({ item }) => operation.isFirstSeen?.(item) ?? true),
  );
  const leftOut = new Set(
    unexpected.filter(({ item }) => judge(item) === 'leave out').map(({ index }) => index),
  );
  const kept = onUnexpectedShape === 'throw' ? all.filter((_, index) => !leftOut.has(index)) : all;
  return { items: kept, unexpected, body, hasTotals };
}

const issuesOf = (unexpected: readonly UnexpectedItem[]): readonly Issue[] =>
  unexpected.flatMap(({ issues }) => issues).slice(0, MAX_LOGGED_ISSUES);

/** Logs the items that do not fit, in one message a page. */
function logUnexpected(http: Http, path: Path, unexpected: readonly UnexpectedItem[]): void {
  const { onUnexpectedShape } = http.settings;
  if (onUnexpectedShape === 'ignore' || unexpected.length === 0) return;
  const fields = { method: 'GET', path: path.template, issues: issuesOf(unexpected) };
  http.log('warn', 'some items of the list are not what the service promises', fields);
}
