import type { Checked, Validate } from '../../base/checked.js';
import type { Issue } from '../errors/errors.js';
import { fieldsOf } from '../errors/from-answer.js';
import type { PageQuery, PageTotals, UnexpectedItem } from './page.js';

/** How many items the service puts on a page by default. @see docs/service.md, Limits */
export const DEFAULT_PER_PAGE = 30;

/** What checking a page needs to know of its listing. */
interface PageShape<Body> {
  readonly validate: Validate<Body>;
  /** The name of the list in the answer. */
  readonly list: keyof Body & string;
}

/** Checks a page as a whole. If that fails, checks what is around the list, and each item. */
export function checkPage<Body extends PageTotals>(
  { validate, list }: PageShape<Body>,
  answer: unknown,
): { readonly page: Checked<Body>; readonly unexpected: readonly UnexpectedItem[] } {
  const whole = validate(answer);
  if ('value' in whole) return { page: whole, unexpected: [] };
  const fields = fieldsOf(answer);
  const all: unknown = fields[list];
  if (!Array.isArray(all)) return { page: whole, unexpected: [] };
  const withoutItems = validate({ ...fields, [list]: [] });
  if ('issues' in withoutItems) return { page: withoutItems, unexpected: [] };
  const unexpected = all.flatMap((item: unknown, index): UnexpectedItem[] => {
    const alone = validate({ ...fields, [list]: [item] });
    return 'value' in alone ? [] : [{ index, issues: withIndex(alone.issues, list, index), item }];
  });
  // The page is valid without its items, and each invalid item is in `unexpected`.
  return { page: { value: answer as Body }, unexpected };
}

/** The issues of an item that was checked alone, with its index in the whole list. */
function withIndex(issues: readonly Issue[], list: string, index: number): readonly Issue[] {
  const alone = `${list}[0]`;
  return issues.map(({ path, message }) => ({
    path: path.startsWith(alone) ? `${list}[${index}]${path.slice(alone.length)}` : path,
    message,
  }));
}

/**
 * Fills in the page numbers and totals that an answer lacks. After a page with items another one is expected, since the
 * service may put fewer items on a page than it was asked for. A listing without totals is read up to an empty page.
 */
export function withTotals<Body>(
  answer: unknown,
  query: PageQuery,
  itemsOf: (body: Body) => unknown,
): unknown {
  const fields = fieldsOf(answer);
  const missing = (name: keyof PageTotals): boolean => fields[name] === undefined || fields[name] === null;
  if (!(['page', 'per_page', 'total_pages', 'total_count'] as const).some(missing)) return answer;
  // Only the list is taken from it, and the next line checks that it is an array.
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
  const given = Object.entries(fields).filter(
    ([name]) => !(name in totals) || !missing(name as keyof PageTotals),
  );
  return { ...totals, ...Object.fromEntries(given) };
}
