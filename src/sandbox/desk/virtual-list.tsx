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
import { Button } from './parts.js';

/** How many rows are rendered above and below the visible ones, so that scrolling shows no gap. */
const ROW_MARGIN = 6;
/** The greatest height of an element in pixels. Browsers do not draw higher ones. */
const MAX_HEIGHT = 8_000_000;

interface Props<T> {
  readonly feed: Feed<T>;
  readonly label: string;
  /** About how high a row is in pixels. Each is measured once it is rendered. */
  readonly rowHeight: number;
  readonly readKey: (item: T) => number;
  readonly selected: number | null;
  /** Called when a row is chosen. */
  readonly onSelect: (item: T) => void;
  /** Called when a row is clicked, or Enter is pressed on it. @default as when it is chosen */
  readonly onOpen?: (item: T, isByKey: boolean) => void;
  readonly row: (item: T) => ComponentChildren;
  /** Shown while there is nothing to list. */
  readonly empty: ComponentChildren;
}

/** A list of any length that renders only its visible rows. It is one tab stop; arrow keys move the selection. */
export function VirtualList<T>(props: Props<T>) {
  if (props.feed.total.value === 0) return <Empty {...props} />;
  // A search shows another list, which begins at its top.
  return <RowList key={props.feed.wanted.value} {...props} />;
}

function RowList<T>(props: Props<T>) {
  const { feed, label, rowHeight, onSelect, onOpen = onSelect } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  /** Counts from the oldest row, so that new rows do not move it. */
  const active = useSignal<number | null>(null);
  const newest = feed.total.value - 1;
  const activeIndex = active.value === null ? 0 : Math.max(0, newest - active.value);
  const total = Math.min(feed.total.value, Math.floor(MAX_HEIGHT / rowHeight));
  const virtualizer = useVirtualizer(box, { count: total, rowHeight, newest });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  useEffect(() => feed.load(first, last), [feed, first, last]);
  const choose = (index: number, use: (item: T) => void): void => {
    active.value = newest - index;
    const item = feed.at(index);
    if (item !== undefined) use(item);
  };
  const move = (step: number): void => {
    const index = Math.max(0, Math.min(total - 1, activeIndex + step));
    virtualizer.scrollToIndex(index);
    choose(index, step === 0 ? (item) => onOpen(item, true) : onSelect);
  };
  const height = virtualizer.getTotalSize();
  const nameRow = (index: number) => `${id}-${newest - index}`;
  return (
    <div
      ref={box}
      class="list"
      // Borders take two pixels.
      style={{ height: `min(${height + 2}px, var(--height))` }}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={activeIndex >= first && activeIndex <= last ? nameRow(activeIndex) : undefined}
      onKeyDown={(event) => onKey(event, Math.max(1, endIndex - startIndex), total, move)}
    >
      <div class="rows" role="presentation" style={{ height: `${height}px` }}>
        {items.map((place) => (
          <ListRow
            key={place.key}
            {...props}
            id={nameRow(place.index)}
            place={place}
            total={total}
            measure={virtualizer.measureElement}
            onClick={() => choose(place.index, (item) => onOpen(item, false))}
          />
        ))}
      </div>
    </div>
  );
}

function Empty<T>({ feed, empty }: Props<T>) {
  const wanted = feed.wanted.value.trim();
  if (wanted === '') return <div class="empty">{empty}</div>;
  return (
    <div class="empty">
      <p>
        Nothing here has “<bdi>{wanted}</bdi>”.
      </p>
      <Button onClick={() => feed.search('')}>Show all</Button>
    </div>
  );
}

interface ListSize {
  readonly count: number;
  readonly rowHeight: number;
  readonly newest: number;
}

/** Finds the rows to render, and renders again when they change. */
function useVirtualizer(box: RefObject<HTMLDivElement | null>, { count, rowHeight, newest }: ListSize) {
  const getItemKey = useCallback((index: number) => newest - index, [newest]);
  const [, render] = useState(0);
  const options = {
    count,
    getItemKey,
    overscan: ROW_MARGIN,
    estimateSize: () => rowHeight,
    getScrollElement: () => box.current,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => render((times) => times + 1),
    // New rows on top push the others down only where the top is in view.
    anchorTo: (box.current?.scrollTop ?? 0) > rowHeight ? ('end' as const) : ('start' as const),
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
  readonly measure: (element: HTMLElement | null) => void;
  readonly onClick: () => void;
}

function ListRow<T>({ feed, place, id, total, readKey, selected, row, measure, onClick }: RowProps<T>) {
  const item = feed.at(place.index);
  return (
    // The list itself has the focus and takes the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      ref={measure}
      data-index={place.index}
      class="row"
      role="option"
      aria-selected={item !== undefined && readKey(item) === selected}
      aria-setsize={total}
      aria-posinset={place.index + 1}
      style={{
        transform: `translateY(${place.start}px)`,
        // A row without its entry is measured too, and must not seem low.
        minHeight: item === undefined ? `${place.size}px` : '',
      }}
      onClick={onClick}
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
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -total,
    End: total,
    Enter: 0,
    ' ': 0,
  };
  return Object.hasOwn(steps, key) ? steps[key] : undefined;
}
