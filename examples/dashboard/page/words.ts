import { QuestionStatus, SimpleQuestionStatus } from 'translation-requester';

const numbers = new Intl.NumberFormat('en');
const days = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

export function count(value: number): string {
  return numbers.format(value);
}

export function points(value: number): string {
  return `${count(value)} point${value === 1 ? '' : 's'}`;
}

export function day(time: string | number | null): string {
  return time === null ? '' : days.format(new Date(time));
}

/** How a status is shown. The tone is a class of the style sheet. */
export interface Shown {
  readonly text: string;
  readonly tone: 'waiting' | 'working' | 'done' | 'over';
  /** Percent of the work, as far as the status shows it. */
  readonly percent: number;
}

const UNKNOWN: Shown = { text: 'In another state', tone: 'waiting', percent: 0 };

type Numbers<Known> = Known[keyof Known] & number;

// Other statuses can come, so they are read as any number; `satisfies` lets the compiler name these tables when one more is known.
const QUESTION: Readonly<Record<number, Shown>> = {
  [QuestionStatus.Pending]: { text: 'Waiting', tone: 'waiting', percent: 0 },
  [QuestionStatus.Listing]: { text: 'Waiting', tone: 'waiting', percent: 10 },
  [QuestionStatus.Translating]: { text: 'Being translated', tone: 'working', percent: 50 },
  [QuestionStatus.Feedback]: { text: 'Translated', tone: 'working', percent: 90 },
  [QuestionStatus.Completed]: { text: 'Completed', tone: 'done', percent: 100 },
  [QuestionStatus.Cancelled]: { text: 'Cancelled', tone: 'over', percent: 0 },
  [QuestionStatus.Expired]: { text: 'No translator found', tone: 'over', percent: 0 },
} satisfies Record<Numbers<typeof QuestionStatus>, Shown>;

const SIMPLE: Readonly<Record<number, Omit<Shown, 'percent'>>> = {
  [SimpleQuestionStatus.Pending]: { text: 'Waiting', tone: 'waiting' },
  [SimpleQuestionStatus.InProgress]: { text: 'Being translated', tone: 'working' },
  [SimpleQuestionStatus.Translating]: { text: 'Being translated', tone: 'working' },
  [SimpleQuestionStatus.Translated]: { text: 'Being translated', tone: 'working' },
  [SimpleQuestionStatus.Completed]: { text: 'Completed', tone: 'done' },
  [SimpleQuestionStatus.AllExpired]: { text: 'No translator found', tone: 'over' },
  [SimpleQuestionStatus.NotTranslated]: { text: 'Not translated', tone: 'over' },
  [SimpleQuestionStatus.SomeExpired]: { text: 'Partly translated', tone: 'over' },
} satisfies Record<Numbers<typeof SimpleQuestionStatus>, Omit<Shown, 'percent'>>;

export function questionStatus({ status }: { readonly status: number }): Shown {
  return QUESTION[status] ?? UNKNOWN;
}

export function simpleStatus(question: { readonly status: number; readonly progress_rate?: number }): Shown {
  return { ...(SIMPLE[question.status] ?? UNKNOWN), percent: question.progress_rate ?? 0 };
}
