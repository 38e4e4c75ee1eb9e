import { useSignal } from '@preact/signals';
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { Feed } from './feed.js';

/** How many rows are rendered above and below the visible ones, so that scrolling shows no gap. */
const MARGIN = 6;
/** The greatest height of an element in pixels. Browsers do not draw higher ones. */
const MAX_HEIGHT = 8_000_000;

interface Props<T> {
  readonly feed: Feed<T>;
  readonly label: string;
  readonly rowHeight: number;
  readonly keyOf: (item: T) => number;
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
  const view = useSignal({ top: 0, height: 400 });
  /** Counts from the oldest row, so that new rows do not move it. */
  const active = useSignal<number | null>(null);
  const newest = feed.total.value - 1;
  const activeIndex = active.value === null ? 0 : Math.max(0, newest - active.value);
  const total = Math.min(feed.total.value, Math.floor(MAX_HEIGHT / rowHeight));
  const first = Math.max(0, Math.floor(view.value.top / rowHeight) - MARGIN);
  const last = Math.min(total - 1, Math.ceil((view.value.top + view.value.height) / rowHeight) + MARGIN);
  useMeasure(box, view, total > 0);
  useEffect(() => feed.load(first, last), [feed, first, last]);
  useAnchor(box, feed.total.value, rowHeight);
  const move = (to: number): void => {
    const index = Math.max(0, Math.min(total - 1, to));
    active.value = newest - index;
    scrollTo(box.current, index, rowHeight);
    const item = feed.at(index);
    if (item !== undefined) props.onSelect(item);
  };
  if (total === 0) return <div class="empty">{props.empty}</div>;
  const idOf = (index: number) => `${id}-${newest - index}`;
  return (
    <div
      ref={box}
      class="list"
      // Borders take two pixels.
      style={{ height: `min(${total * rowHeight + 2}px, var(--height))` }}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={activeIndex >= first && activeIndex <= last ? idOf(activeIndex) : undefined}
      onKeyDown={(event) =>
        onKey(event, Math.floor(view.value.height / rowHeight), total, (step) => move(activeIndex + step))
      }
    >
      <div class="rows" role="presentation" style={{ height: `${total * rowHeight}px` }}>
        {range(first, last).map((index) => (
          <Row
            key={newest - index}
            {...props}
            {...{ id: idOf(index), index, total }}
            onPick={() => move(index)}
          />
        ))}
      </div>
    </div>
  );
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

interface RowProps<T> extends Props<T> {
  readonly id: string;
  readonly index: number;
  readonly total: number;
  readonly onPick: () => void;
}

function Row<T>({ feed, index, id, total, rowHeight, keyOf, selected, row, onPick }: RowProps<T>) {
  const item = feed.at(index);
  return (
    // The list itself has the focus and takes the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      class="row"
      role="option"
      aria-selected={item !== undefined && keyOf(item) === selected}
      aria-setsize={total}
      aria-posinset={index + 1}
      style={{ height: `${rowHeight}px`, transform: `translateY(${index * rowHeight}px)` }}
      onClick={onPick}
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
  const step = stepOf(event.key, page, total);
  if (step === undefined) return;
  event.preventDefault();
  move(step);
}

function stepOf(key: string, page: number, total: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page },
    ...{ Home: -total, End: total, Enter: 0, ' ': 0 },
  };
  return Object.hasOwn(steps, key) ? steps[key] : undefined;
}

function scrollTo(box: HTMLElement | null, index: number, rowHeight: number): void {
  if (box === null) return;
  const top = index * rowHeight;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + rowHeight > box.scrollTop + box.clientHeight)
    box.scrollTop = top + rowHeight - box.clientHeight;
}

type View = { value: { readonly top: number; readonly height: number } };

/** Tracks the scroll position and height of the list. */
function useMeasure(box: { readonly current: HTMLElement | null }, view: View, isThere: boolean): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || !isThere) return;
    const measure = () => {
      view.value = { top: element.scrollTop, height: element.clientHeight };
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [box, view, isThere]);
}

/** Keeps the same rows visible after new ones are added on top, unless the list is at its top. */
function useAnchor(box: { readonly current: HTMLElement | null }, total: number, rowHeight: number): void {
  const before = useRef(total);
  useLayoutEffect(() => {
    const added = total - before.current;
    before.current = total;
    if (box.current !== null && added > 0 && box.current.scrollTop > rowHeight)
      box.current.scrollTop += added * rowHeight;
  }, [box, total, rowHeight]);
}
