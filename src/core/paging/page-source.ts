import { fieldsOf } from '../errors/from-answer.js';
import type { Path } from '../http/address.js';
import type { Http } from '../http/http.js';
import { checkNames } from '../http/options.js';
import type { CallOptions } from '../http/settings.js';
import { argument, type Validate } from '../http/validate.js';
import { Listing, type ListOptions, type PageQuery, type PageTotals, type ReadPage } from './listing.js';

/** What the service puts on a page unless told. @see docs/service.md, Limits */
const DEFAULT_PER_PAGE = 30;

const PAGE_NAMES: readonly (keyof PageQuery)[] = ['page', 'per_page'];

/** A listing of the service: where it is, and what is on its pages. */
export interface Listed<Item, Body extends PageTotals> {
  readonly path: Path;
  /** The names that a query can have. @default page and per_page */
  readonly queryNames?: readonly string[] | undefined;
  /** Checks the query, `page` and `per_page` included. */
  readonly checkQuery: Validate<object>;
  readonly validate: Validate<Body>;
  readonly items: (body: Body) => readonly Item[];
  /** What tells two items apart. */
  readonly key: (item: Item) => unknown;
}

/** The listing; nothing is sent until it is used. */
export function listing<Item, Body extends PageTotals>(
  http: Http,
  listed: Listed<Item, Body>,
  query?: PageQuery,
  options?: ListOptions,
): Listing<Item, Body> {
  const { key, path } = listed;
  const request = { method: 'GET', path: path.template };
  return new Listing({ key, request, read: (...page) => readPage(http, listed, ...page) }, query, options);
}

/** One page of a listing. */
export async function readPage<Item, Body extends PageTotals>(
  http: Http,
  { path, queryNames = PAGE_NAMES, checkQuery, validate, items }: Listed<Item, Body>,
  asked: PageQuery,
  options: CallOptions | undefined,
): Promise<ReadPage<Item, Body>> {
  let counted = true;
  const complete = (answer: unknown): unknown => {
    counted = Number.isInteger(fieldsOf(answer).total_count);
    return withTotals(answer, asked, items);
  };
  const unknown = typeof asked === 'object' && asked !== null ? checkNames('query.', asked, queryNames) : [];
  const query = unknown.length > 0 ? { issues: unknown } : argument('query', checkQuery, asked);
  const { data, body } = await http.request(
    { method: 'GET', path, query, validate, complete, data: items },
    options,
  );
  // Where other shapes are ignored, it can be anything.
  return { items: Array.isArray(data) ? data : [], body, counted };
}

/**
 * Fills in the paging values that an answer lacks: a page with items has another after it, since the service may
 * put fewer on a page than it was asked for. So a listing without totals is walked like any other, to an empty page.
 */
function withTotals<Body>(answer: unknown, query: PageQuery, itemsOf: (body: Body) => unknown): unknown {
  const fields = fieldsOf(answer);
  const missing = (name: keyof PageTotals): boolean => fields[name] === undefined || fields[name] === null;
  if (!(['page', 'per_page', 'total_pages', 'total_count'] as const).some(missing)) return answer;
  // Only the list is taken from it, and its kind is checked here.
  const items = itemsOf(fields as Body);
  const length = Array.isArray(items) ? items.length : 0;
  const page = query.page ?? 1;
  const per_page = query.per_page ?? DEFAULT_PER_PAGE;
  const totals = {
    page,
    per_page,
    total_pages: length > 0 ? page + 1 : page,
    total_count: (page - 1) * per_page + length,
  };
  const own = Object.entries(fields).filter(
    ([name]) => !(name in totals) || !missing(name as keyof PageTotals),
  );
  return { ...totals, ...Object.fromEntries(own) };
}
