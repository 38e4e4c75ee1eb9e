import { memo } from 'preact/compat';
import type { QuestionListItem } from 'translation-requester';
import { day, points, questionStatus } from './words.ts';

/** The height of a row, in pixels. The style sheet has it too. */
export const ROW = 64;

interface Props {
  readonly number: number;
  /** Undefined until its page has come. */
  readonly question: QuestionListItem | undefined;
  readonly of: number;
  readonly isActive: boolean;
}

/** One row. It is drawn again only when something of it has changed, not whenever the list moves. */
export const QuestionRow = memo(function QuestionRow({ number, question, of, isActive }: Props) {
  const place = { transform: `translateY(${number * ROW}px)` };
  const position = { 'aria-posinset': number + 1, 'aria-setsize': of, 'aria-selected': isActive };
  return (
    <div
      id={`row-${number}`}
      data-row={number}
      class="row"
      role="option"
      tabIndex={-1}
      style={place}
      {...position}
    >
      {question === undefined ? <span class="skeleton">Reading…</span> : <Content question={question} />}
    </div>
  );
});

function Content({ question }: { readonly question: QuestionListItem }) {
  const {
    title,
    language_id: from,
    translated_language_id: to,
    total_point: price,
    created_at: at,
  } = question;
  const { text, tone } = questionStatus(question);
  return (
    <>
      <span class="title">{title}</span>
      <span class="languages">
        {from} → {to}
      </span>
      <span class={`badge ${tone}`}>{text}</span>
      <span class="price">{points(price)}</span>
      <span class="at">{day(at)}</span>
    </>
  );
}
