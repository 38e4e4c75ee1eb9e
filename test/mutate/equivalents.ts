/** A change that changes nothing which a test could notice. */
export interface Equivalent {
  readonly path: string;
  /** The line of the source. */
  readonly code: string;
  /** The change as the script prints it. */
  readonly what: string;
  readonly why: string;
}

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    path: 'src/client/stores/file-store.ts',
    code: 'const READERS = 16;',
    what: '16 → (16 + 1)',
    why: 'All folders are read, however many at once.',
  },
  {
    path: 'src/server/node-listener.ts',
    code: 'if ((controller?.desiredSize ?? 1) <= 0) incoming.pause();',
    what: '1 → (1 + 1)',
    why: 'Either is above 0.',
  },
  {
    path: 'src/client/following/follow.ts',
    code: '#retryAfter = 0;',
    what: '0 → (0 + 1)',
    why: 'Each poll sets it to 0 first.',
  },
  {
    path: 'src/client/following/event-poller.ts',
    code: '#lastPollAt = 0;',
    what: '0 → (0 + 1)',
    why: 'The first round does not use it, and sets it.',
  },
  {
    path: 'src/client/following/listing-sweep.ts',
    code: '#next = 1;',
    what: '1 → (1 + 1)',
    why: 'The first pass sets it, as each pass does.',
  },
  {
    path: 'src/client/following/listing-sweep.ts',
    code: '#pagesWithoutHit = 0;',
    what: '0 → (0 + 1)',
    why: 'The first pass sets it, as each pass does.',
  },
  {
    path: 'src/client/following/checkpoint.ts',
    code: 'floor = 0,',
    what: '0 → (0 + 1)',
    why: 'It stands for an option that is left out, and either passes the check.',
  },
  {
    path: 'src/client/following/checkpoint.ts',
    code: 'count = 0,',
    what: '0 → (0 + 1)',
    why: 'It stands for an option that is left out, and either passes the check.',
  },
  {
    path: 'src/client/following/listing-sweep.ts',
    code: 'page += 1;',
    what: '1 → (1 + 1)',
    why: 'Only whether it is the first page, and the same as before, is asked.',
  },
  {
    path: 'src/client/following/log-reader.ts',
    code: 'const PER_PAGE = 100;',
    what: '100 → (100 * 2)',
    why: 'The first page shows the real size, unless it is the only page, and then the size is not used.',
  },
  {
    path: 'src/client/following/log-reader.ts',
    code: 'let emptyRanges = 0;',
    what: '0 → (0 + 1)',
    why: 'The first range has new events, unless it begins at the first page, after which reading ends.',
  },
  {
    path: 'src/client/following/wait.ts',
    code: '#idlePolls = 0;',
    what: '0 → (0 + 1)',
    why: 'The first wait that joins sets it.',
  },
  {
    path: 'src/client/following/wait.ts',
    code: '#notBefore = 0;',
    what: '0 → (0 + 1)',
    why: 'The first millisecond of the process is over.',
  },
  {
    path: 'src/client/ordering/settle.ts',
    code: 'const CANCEL_INTERVALS = { interval: 250, maxInterval: 1_000 };',
    what: '1_000 → (1000 * 2)',
    why: 'The pauses do not grow so long within the 2 s of the search.',
  },
  {
    path: 'src/client/ordering/sent-order.ts',
    code: 'if (time <= 0) return undefined;',
    what: '0 → (0 + 1)',
    why: 'A search that is given 1 ms is followed by one that is given as long as it takes.',
  },
  {
    path: 'src/localise/jobs/texts/table/order.ts',
    code: "if (!('questions' in data)) return { id: data.id ?? 0, points: data.total_point };",
    what: '0 → (0 + 1)',
    why: 'Only drafts have no id, and a draft is not an order.',
  },
  {
    path: 'src/localise/jobs/texts/run.ts',
    code: 'const LONGEST_PAUSE = 100;',
    what: '100 → (100 * 2)',
    why: 'How long a process pauses by chance before it plans again shows in nothing else.',
  },
  {
    path: 'src/client/ordering/record.ts',
    code: 'for (let index = 0; index < text.length; index += 1)',
    what: '0 → (0 + 1)',
    why: 'Every text begins with the same character, {.',
  },
  {
    path: 'src/client/ordering/same-order.ts',
    code: '.sort((a, b) => a.letter_count - b.letter_count || (a.title < b.title ? -1 : 1));',
    what: '1 → (1 + 1)',
    why: 'Sorting uses only whether it is above 0.',
  },
  {
    path: 'src/localise/jobs/texts/collecting/read-order.ts',
    code: 'return { texts: texts.length > 1 ? [...new Set(texts)] : texts, issues: [], mayChange };',
    what: '> → >=',
    why: 'A set of one text has that text.',
  },
  {
    path: 'src/localise/jobs/texts/table/layout.ts',
    code: 'const all = record.holds.map((one) => indexes.get(one) ?? -1);',
    what: '1 → (1 + 1)',
    why: 'Either is the index of no piece.',
  },
  {
    path: 'src/localise/jobs/texts/table/layout.ts',
    code: 'known.sort((one, other) => rank(one) - rank(other) || (one[0].key < other[0].key ? -1 : 1));',
    what: '1 → (1 + 1)',
    why: 'Sorting uses only whether it is above 0.',
  },
  {
    path: 'src/localise/jobs/texts/run.ts',
    code: 'texts: this.#plan.needed[index]?.length ?? 0,',
    what: '0 → (0 + 1)',
    why: 'Each language has its list.',
  },
  {
    path: 'src/localise/jobs/texts/run.ts',
    code: 'const total = this.#plan.needed[this.#options.to.indexOf(language)]?.length ?? 0;',
    what: '0 → (0 + 1)',
    why: 'Each language has its list.',
  },
  {
    path: 'src/localise/jobs/texts/run.ts',
    code: 'const price = prices[at] ?? 0;',
    what: '0 → (0 + 1)',
    why: 'Each order has its price.',
  },
  {
    path: 'src/localise/jobs/texts/pieces/plan.ts',
    code: 'const own = sizes[piece] ?? 0;',
    what: '0 → (0 + 1)',
    why: 'Each piece has its size.',
  },
  {
    path: 'src/localise/jobs/texts/pieces/split-text.ts',
    code: 'const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);',
    what: '0 → (0 + 1)',
    why: 'The place is within the text.',
  },
  {
    path: 'src/localise/checks/check-translation.ts',
    code: 'at = Math.max(at, parts[next]?.to ?? 0);',
    what: '0 → (0 + 1)',
    why: 'The loop ends before there is no such part.',
  },
  {
    path: 'src/client/stores/sqlite-store.ts',
    code: 'const LONGEST_PAUSE = 50;',
    what: '50 → (50 + 1)',
    why: 'How long a step pauses by chance before it tries again shows in nothing else.',
  },
  {
    path: 'src/client/stores/store-races.ts',
    code: 'const MANY = 8;',
    what: '8 → (8 + 1)',
    why: 'One swap more at a time tries the same.',
  },
  {
    path: 'src/client/stores/store-races.ts',
    code: 'for (const nextsOf of Array.from({ length: 5 }, () => kinds).flat()) await race(tried, key, nextsOf);',
    what: '5 → (5 + 1)',
    why: 'One round more tries the same.',
  },
  {
    path: 'src/client/stores/store-races.ts',
    code: "const both: Texts = Array.from('ab', (letter) => letter.repeat(20_000));",
    what: '20_000 → (20000 * 2)',
    why: 'Longer texts try the same.',
  },
  {
    path: 'src/client/stores/store-races.ts',
    code: 'for (const _ of Array(20).keys()) {',
    what: '20 → (20 + 1)',
    why: 'One round more tries the same.',
  },
  {
    path: 'src/client/stores/store-races.ts',
    code: 'await pause(0);',
    what: '0 → (0 + 1)',
    why: 'Readers only let others go on in between.',
  },
];
