import { signal } from '@preact/signals';
import type { QuestionListItem } from 'translation-requester';
import { requester } from './client.ts';
import { explainReading } from './explain.ts';

/** Rows that are read before they can be seen. */
const AHEAD = 400;

/** The questions that have been read, newest first. */
export const rows = signal<readonly QuestionListItem[]>([]);
/** How many there are; undefined until the first page has come. */
export const total = signal<number>();
export const isReading = signal(false);
export const trouble = signal('');

let pages = openListing();
let wanted = 1;

function openListing() {
  return requester.questions.list({}, { prefetch: 4 }).pages();
}

/** Reads on until the row can be shown, and some more. The listing reads its next pages while these are drawn. */
export async function readTo(row: number): Promise<void> {
  wanted = Math.min(Math.max(wanted, row + AHEAD), total.value ?? AHEAD);
  if (isReading.value || trouble.value !== '' || rows.value.length >= wanted) return;
  isReading.value = true;
  const from = pages;
  try {
    while (rows.value.length < wanted) {
      const { value: page, done } = await from.next();
      // The listing was started again in the meantime.
      if (from !== pages) return;
      if (done === true) break;
      total.value = page.total_count;
      rows.value = [...rows.value, ...page.items];
    }
    if (rows.value.length < wanted) total.value = rows.value.length;
  } catch (error) {
    trouble.value = explainReading(error);
  } finally {
    if (from === pages) isReading.value = false;
  }
}

/** Starts again with the newest questions. */
export function readAnew(): Promise<void> {
  void pages.return();
  pages = openListing();
  rows.value = [];
  total.value = undefined;
  wanted = 1;
  isReading.value = false;
  trouble.value = '';
  return readTo(0);
}
