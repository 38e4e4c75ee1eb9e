const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const shortMoment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const numberFormat = new Intl.NumberFormat('en');

export function formatDate(ms: number): string {
  return day.format(ms);
}

export function formatTime(ms: number): string {
  return clock.format(ms);
}

export function formatMoment(ms: number): string {
  return `${formatDate(ms)}, ${formatTime(ms)}`;
}

/** A moment without its year: `6 Jan, 09:30:00`. */
export function formatShortMoment(ms: number): string {
  return shortMoment.format(ms);
}

export function formatNumber(value: number): string {
  return numberFormat.format(value);
}

export const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A duration in its largest units. */
export function formatSpan(ms: number): string {
  if (ms < MINUTE) return 'less than a minute';
  if (ms < HOUR) return formatCount(Math.floor(ms / MINUTE), 'minute');
  if (ms < 2 * DAY) return formatCount(Math.floor(ms / HOUR), 'hour');
  return formatCount(Math.floor(ms / DAY), 'day');
}

/** A short form of a duration: `24 h`. */
export function formatShortSpan(ms: number): string {
  if (ms < MINUTE) return '< 1 min';
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${formatNumber(Math.floor(ms / DAY))} d`;
}

export function formatCount(value: number, noun: string): string {
  return `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** Indents JSON. Returns any other text unchanged. */
export function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
