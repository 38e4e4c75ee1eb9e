import type { Inspect, Inspected, Issue, Mismatch } from '../../../base/checked.js';
import { toFields } from '../../../base/kinds.js';
import type { PageQuery, PageTotals, UnexpectedItem } from './page.js';

/** How many items the service puts on a page by default. @see docs/service.md, Limits */
export const DEFAULT_PER_PAGE = 30;

/** How many more items a page may have than it was asked for. */
const MAX_EXTRA_ITEMS = 100;

/**
 * Compares a page with the contract, and then fills in the page numbers and totals that it lacks. A page with far more items
 * than it was asked for is a mismatch as a whole.
 *
 * @param list the name of the list in the answer
 */
export function makePageInspector<Body>(
  inspect: Inspect<Body>,
  list: string,
  asked: PageQuery,
): Inspect<Body> {
  return (answer, uses) => {
    const { per_page = DEFAULT_PER_PAGE } = asked;
    const items = toFields(answer)[list];
    if (!Array.isArray(items)) return inspect(answer, uses);
    if (items.length <= per_page + MAX_EXTRA_ITEMS) {
      const inspected = inspect(answer, uses);
      fillTotals(answer, asked, items.length);
      return inspected;
    }
    const message = `has ${items.length} items; the page was asked for ${per_page}`;
    const tooMany = { path: list, place: list, message, refuses: true, index: undefined };
    // The answer is refused, or passed on as it is.
    return { value: answer as Body, mismatches: [tooMany] };
  };
}

/** Separates the mismatches of items that can't be used from all others. */
export function separateItems<Body>(
  { value, mismatches }: Inspected<Body>,
  list: string,
): Inspected<Body> & { readonly itemMismatches: readonly Mismatch[] } {
  const isOfItem = ({ refuses, index, place }: Mismatch): boolean =>
    refuses && index !== undefined && place.startsWith(`${list}[]`);
  return {
    value,
    mismatches: mismatches.filter((mismatch) => !isOfItem(mismatch)),
    itemMismatches: mismatches.filter(isOfItem),
  };
}

/** The items that can't be used, each with what is wrong with it. */
export function collectUnexpected(
  itemMismatches: readonly Mismatch[],
  items: readonly unknown[],
): readonly UnexpectedItem[] {
  const issues = new Map<number, Issue[]>();
  for (const { index = 0, path, message } of itemMismatches) {
    issues.set(index, [...(issues.get(index) ?? []), { path, message }]);
  }
  return [...issues].map(([index, own]) => ({ index, issues: own, item: items[index] }));
}

/**
 * Fills in the page numbers and totals that an answer lacks. After a page with items another one is expected, since the
 * service may put fewer items on a page than it was asked for. A listing without totals is read up to an empty page.
 */
function fillTotals(
  answer: unknown,
  { page = 1, per_page = DEFAULT_PER_PAGE }: PageQuery,
  length: number,
): void {
  const totals: PageTotals = {
    page,
    per_page,
    total_pages: length > 0 ? page + 1 : page,
    total_count: (page - 1) * per_page + length,
  };
  const fields: Record<string, unknown> = toFields(answer);
  // Into the answer itself, which nobody else holds: a copy of very many fields takes longer than parsing them.
  for (const [name, total] of Object.entries(totals)) fields[name] ??= total;
}
