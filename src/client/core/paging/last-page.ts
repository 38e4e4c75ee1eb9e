/** What an answer says of where its listing ends. */
export interface PageEnd {
  /** The number of the page, as it was asked for. */
  readonly page: number;
  /** How many items a full page has. */
  readonly perPage: number;
  /** How many items the page has. */
  readonly length: number;
  readonly totalPages: number;
  /** How many items the listing has; undefined when the service did not say. */
  readonly total: number | undefined;
}

/**
 * The number of the last page, as far as an answer can be believed: the page itself when nothing follows it. Where
 * `total_pages` ends the listing and the rest of the answer does not, because the page is full or the total is larger, it
 * is the page after this one. The one rule for listings, searches and the log.
 */
export function findLastPage({ page, perPage, length, totalPages, total }: PageEnd): number {
  if (length === 0) return page;
  if (totalPages > page) return totalPages;
  const shown = (page - 1) * perPage + length;
  const isFull = length >= perPage;
  const mayGoOn = total === undefined ? isFull : total > shown || (isFull && total < shown);
  return mayGoOn ? page + 1 : page;
}
