import { useSignal } from '@preact/signals';
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { ComponentChildren, RefObject, TargetedKeyboardEvent } from 'preact';
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Feed } from './feed.js';

/** How many rows are rendered above and below the visible ones, so that scrolling shows no gap. */
const MARGIN = 6;
/** The greatest height of an element in pixels. Browsers do not draw higher ones. */
const MAX_HEIGHT = 8_000_000;

interface Props<T> {
  readonly feed: Feed<T>;
  readonly label: string;
  readonly rowHeight: number;
  readonly readKey: (item: T) => number;
  readonly selected: number | null;
  readonly onSelect: (item: T) => void;
  readonly row: (item: T) => ComponentChildren;
  /** Shown while the list is empty. */
  readonly empty: ComponentChildren;
}

/** A list of any length that renders only its visible rows. It is one tab stop; arrow keys move the selection. */
export function VirtualList<T>(props: Props<T>) {
  const { feed, label, rowHeight } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  /** Counts from the oldest row, so that new rows do not move it. */
  const active = useSignal<number | null>(null);
  const newest = feed.total.value - 1;
  const activeIndex = active.value === null ? 0 : Math.max(0, newest - active.value);
  const total = Math.min(feed.total.value, Math.floor(MAX_HEIGHT / rowHeight));
  const getItemKey = useCallback((index: number) => newest - index, [newest]);
  const virtualizer = useVirtualizer(box, { count: total, rowHeight, getItemKey });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  const rowsOnPage = Math.floor((virtualizer.scrollRect?.height ?? 0) / rowHeight);
  useEffect(() => feed.load(first, last), [feed, first, last]);
  useAnchor(box, feed.total.value, rowHeight);
  const move = (to: number): void => {
    const index = Math.max(0, Math.min(total - 1, to));
    active.value = newest - index;
    virtualizer.scrollToIndex(index);
    const item = feed.at(index);
    if (item !== undefined) props.onSelect(item);
  };
  if (total === 0) return <div class="empty">{props.empty}</div>;
  const nameRow = (index: number) => `${id}-${newest - index}`;
  return (
    <div
      ref={box}
      class="list"
      // Borders take two pixels.
      style={{ height: `min(${total * rowHeight + 2}px, var(--height))` }}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={activeIndex >= first && activeIndex <= last ? nameRow(activeIndex) : undefined}
      onKeyDown={(event) => onKey(event, rowsOnPage, total, (step) => move(activeIndex + step))}
    >
      <div class="rows" role="presentation" style={{ height: `${total * rowHeight}px` }}>
        {items.map((place) => (
          <Row key={place.key} {...props} {...{ id: nameRow(place.index), place, total, move }} />
        ))}
      </div>
    </div>
  );
}

interface ListSize {
  readonly count: number;
  readonly rowHeight: number;
  readonly getItemKey: (index: number) => number;
}

/** Finds the rows to render, and renders again when they change. */
function useVirtualizer(box: RefObject<HTMLDivElement | null>, { count, rowHeight, getItemKey }: ListSize) {
  const [, render] = useState(0);
  const options = {
    ...{ count, getItemKey, overscan: MARGIN, estimateSize: () => rowHeight },
    ...{ getScrollElement: () => box.current, scrollToFn: elementScroll },
    ...{ observeElementRect, observeElementOffset },
    onChange: () => render((times) => times + 1),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, Element>(options));
  virtualizer.setOptions(options);
  // The library has no adapter for Preact. Its adapters for others call these two.
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
}

interface RowProps<T> extends Props<T> {
  readonly id: string;
  readonly place: VirtualItem;
  readonly total: number;
  readonly move: (to: number) => void;
}

function Row<T>({ feed, place, id, total, readKey, selected, row, move }: RowProps<T>) {
  const item = feed.at(place.index);
  return (
    // The list itself has the focus and takes the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      class="row"
      role="option"
      aria-selected={item !== undefined && readKey(item) === selected}
      aria-setsize={total}
      aria-posinset={place.index + 1}
      style={{ height: `${place.size}px`, transform: `translateY(${place.start}px)` }}
      onClick={() => move(place.index)}
    >
      {item === undefined ? <span class="skeleton" /> : row(item)}
    </div>
  );
}

function onKey(
  event: TargetedKeyboardEvent<HTMLDivElement>,
  page: number,
  total: number,
  move: (step: number) => void,
): void {
  const step = findStep(event.key, page, total);
  if (step === undefined) return;
  event.preventDefault();
  move(step);
}

function findStep(key: string, page: number, total: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page },
    ...{ Home: -total, End: total, Enter: 0, ' ': 0 },
  };
  return Object.hasOwn(steps, key) ? steps[key] : undefined;
}

/** Keeps the same rows visible after new ones are added on top, unless the list is at its top. */
function useAnchor(box: RefObject<HTMLElement | null>, total: number, rowHeight: number): void {
  const before = useRef(total);
  useLayoutEffect(() => {
    const added = total - before.current;
    before.current = total;
    if (box.current !== null && added > 0 && box.current.scrollTop > rowHeight)
      box.current.scrollTop += added * rowHeight;
  }, [box, total, rowHeight]);
}
