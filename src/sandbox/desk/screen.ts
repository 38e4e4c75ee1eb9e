import { type ReadonlySignal, signal } from '@preact/signals';

/** Whether the screen is wide enough for one thing only: the list, or an order. The style sheet has the same width. */
export const isNarrow = watchMedia('(width < 48rem)');
/** Whether the clock does not fit in one line with the title. */
export const isCompact = watchMedia('(width < 70rem)');

function watchMedia(query: string): ReadonlySignal<boolean> {
  const media = matchMedia(query);
  const matches = signal(media.matches);
  media.addEventListener('change', () => {
    matches.value = media.matches;
  });
  return matches;
}
