import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { QuestionRow, ROW } from './question-row.tsx';
import { isReading, readAnew, readTo, rows, total, trouble } from './questions.ts';
import { view } from './viewer.tsx';
import { count } from './words.ts';

/** Rows beyond the edges that are drawn too, so that none is missing while it scrolls. */
const SPARE = 6;

/** What can be seen, in pixels. */
const top = signal(0);
const height = signal(480);
/** The row that the keys move. */
const active = signal(0);

/** Every question of the account. Only the rows that can be seen are there; the others are but a height. */
export function QuestionList() {
  const first = Math.max(0, Math.floor(top.value / ROW) - SPARE);
  const last = Math.min(total.value ?? 0, Math.ceil((top.value + height.value) / ROW) + SPARE);
  useEffect(() => void readTo(last), [last]);
  return (
    <section class="card questions" aria-labelledby="questions">
      <div class="line">
        <h2 id="questions">All questions</h2>
        <p class="facts" role="status">
          {total.value === undefined
            ? 'Reading…'
            : `${count(rows.value.length)} of ${count(total.value)} read`}
        </p>
        <button type="button" onClick={() => void readAnew()}>
          Read anew
        </button>
      </div>
      {trouble.value !== '' && (
        <p role="alert" class="alert">
          {trouble.value}
        </p>
      )}
      {total.value === 0 ? <p class="soft">There are none yet.</p> : <Rows first={first} last={last} />}
    </section>
  );
}

function Rows({ first, last }: { readonly first: number; readonly last: number }) {
  const box = useRef<HTMLDivElement>(null);
  const numbers = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  const activeId = active.value >= first && active.value < last ? `row-${active.value}` : undefined;
  return (
    <div
      ref={box}
      class="rows"
      role="listbox"
      tabIndex={0}
      aria-labelledby="questions"
      aria-busy={isReading.value}
      aria-activedescendant={activeId}
      onScroll={({ currentTarget }) => {
        top.value = currentTarget.scrollTop;
        height.value = currentTarget.clientHeight;
      }}
      onKeyDown={(event) => press(event, box.current)}
      onClick={({ target }) => {
        const row = target instanceof Element ? target.closest('[data-row]') : null;
        if (row instanceof HTMLElement) open(Number(row.dataset.row));
      }}
    >
      <div class="track" style={{ height: `${(total.value ?? 0) * ROW}px` }}>
        {numbers.map((number) => (
          <QuestionRow
            key={number}
            number={number}
            question={rows.value[number]}
            of={total.value ?? 0}
            isActive={number === active.value}
          />
        ))}
      </div>
    </div>
  );
}

function open(number: number): void {
  active.value = number;
  const question = rows.value[number];
  if (question !== undefined) view({ kind: 'question', id: question.id, title: question.title });
}

function press(event: KeyboardEvent, box: HTMLElement | null): void {
  const page = Math.max(1, Math.floor(height.value / ROW) - 1);
  const end = (total.value ?? 1) - 1;
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: active.value + 1,
    ArrowUp: active.value - 1,
    PageDown: active.value + page,
    PageUp: active.value - page,
    Home: 0,
    End: end,
  };
  const move = moves[event.key];
  if (event.key === 'Enter') open(active.value);
  else if (move !== undefined && box !== null) {
    active.value = Math.min(end, Math.max(0, move));
    scrollTo(box, active.value);
  } else return;
  event.preventDefault();
}

/** As little as needed for the row to be seen. */
function scrollTo(box: HTMLElement, row: number): void {
  const least = (row + 1) * ROW - box.clientHeight;
  box.scrollTop = Math.min(Math.max(box.scrollTop, least), row * ROW);
}
