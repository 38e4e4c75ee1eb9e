import type { Faults } from '../faults.ts';
import type { Fields, Habits } from './service.ts';

/** The longest that a copy of the data is behind, in milliseconds. */
export const LONGEST_LAG = 4_000;
/** The longest that an event appears after it happened, in milliseconds. */
const LATEST_EVENT = 8_000;

const FORMS: readonly ((text: string) => string)[] = [
  (text) => text.replace(/\n/g, '\r\n'),
  (text) => text.replace(/[ \t]+$/gm, ''),
  (text) => text.normalize('NFD'),
];

const REWRITES: readonly ((text: string) => string)[] = [
  (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  (text) => text.replaceAll(/ +/g, ' ').replaceAll(' ', '\u00a0'),
  (text) => text.replaceAll('"', '\u201d'),
  (text) => text.replaceAll(/\s+/g, ' '),
  (text) => text.replaceAll('o', 'o\u200b'),
];

const wrongTotals = (real: Fields, choice: number, mayBeMissing: boolean): Fields => {
  const { page, per_page, total_count } = real;
  if (choice < 0.25 && mayBeMissing) return { page, per_page };
  const total_pages =
    choice < 0.5 ? 1 : choice < 0.65 ? 0 : choice < 0.8 ? -1 : Math.ceil(Number(total_count) / 100);
  return { page, per_page, total_pages, total_count };
};

const noPrice = (choice: number): unknown => [null, false, '', [], -4, {}, undefined][Math.floor(choice * 7)];

/** How a service behaves in a run with these faults. */
export function habitsFor(faults: Faults, pageSize: number): Habits {
  let reads = 0;
  const next = (name: string): string => {
    reads += 1;
    return `${name} ${reads}`;
  };
  return {
    pageSize,
    lag: (read) => {
      const place = next(read);
      return faults.strikes('lag', place, 0.5) ? Math.ceil(faults.draw(`lag of ${place}`) * LONGEST_LAG) : 0;
    },
    eventDelay: () => {
      const place = next('event');
      return faults.strikes('late', place, 0.3)
        ? Math.ceil(faults.draw(`delay of ${place}`) * LATEST_EVENT)
        : 0;
    },
    form: (text) => {
      const place = next('form');
      return faults.strikes('form', place, 0.5) ? faults.pick(place, FORMS)(text) : text;
    },
    rewrite: (text) => {
      const place = next('rewrite');
      return faults.strikes('rewrites', place, 0.5) ? faults.pick(place, REWRITES)(text) : text;
    },
    key: (key) => {
      const place = next('key');
      if (key === null || !faults.strikes('keys', place, 0.4)) return key;
      return faults.pick(place, [null, key.slice(0, -1)]);
    },
    totals: (real) => {
      const place = next('totals');
      return faults.strikes('totals', place, 0.6)
        ? wrongTotals(real, faults.draw(place), !faults.kinds.has('lag'))
        : real;
    },
    finalPrice: (points) => {
      const place = next('final price');
      return faults.strikes('dearer', place, 0.5) ? points + faults.pick(place, [-4, 4, 40]) : points;
    },
    price: (points) => {
      const place = next('price');
      return faults.strikes('prices', place, 0.4) ? noPrice(faults.draw(place)) : points;
    },
  };
}
