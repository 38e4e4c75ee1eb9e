/** A change that changes nothing which a test could notice. */
interface Equivalent {
  readonly path: string;
  /** The line of the source. */
  readonly code: string;
  /** The change as the script prints it. */
  readonly what: string;
  readonly why: string;
}

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    path: 'src/serving/node-listener.ts',
    code: 'if ((controller?.desiredSize ?? 1) <= 0) incoming.pause();',
    what: '1 → (1 + 1)',
    why: 'Either is above 0.',
  },
  {
    path: 'src/following/follow.ts',
    code: '#retryAfter = 0;',
    what: '0 → (0 + 1)',
    why: 'Each poll sets it to 0 first.',
  },
  {
    path: 'src/following/event-poller.ts',
    code: '#lastPollAt = 0;',
    what: '0 → (0 + 1)',
    why: 'The first round does not use it, and sets it.',
  },
  {
    path: 'src/following/listing-sweep.ts',
    code: '#next = 1;',
    what: '1 → (1 + 1)',
    why: 'The first pass sets it, as each pass does.',
  },
  {
    path: 'src/following/listing-sweep.ts',
    code: '#pagesWithoutHit = 0;',
    what: '0 → (0 + 1)',
    why: 'The first pass sets it, as each pass does.',
  },
  {
    path: 'src/following/checkpoint.ts',
    code: 'floor = 0,',
    what: '0 → (0 + 1)',
    why: 'It stands for an option that is left out, and either passes the check.',
  },
  {
    path: 'src/following/checkpoint.ts',
    code: 'count = 0,',
    what: '0 → (0 + 1)',
    why: 'It stands for an option that is left out, and either passes the check.',
  },
  {
    path: 'src/following/listing-sweep.ts',
    code: 'page += 1;',
    what: '1 → (1 + 1)',
    why: 'Only whether it is the first page, and the same as before, is asked.',
  },
  {
    path: 'src/following/log-reader.ts',
    code: 'const PER_PAGE = 100;',
    what: '100 → (100 * 2)',
    why: 'The first page shows the real size, unless it is the only page, and then the size is not used.',
  },
  {
    path: 'src/following/log-reader.ts',
    code: 'let emptyRanges = 0;',
    what: '0 → (0 + 1)',
    why: 'The first range has new events, unless it begins at the first page, after which reading ends.',
  },
  {
    path: 'src/following/wait.ts',
    code: '#idlePolls = 0;',
    what: '0 → (0 + 1)',
    why: 'The first wait that joins sets it.',
  },
  {
    path: 'src/following/wait.ts',
    code: '#notBefore = 0;',
    what: '0 → (0 + 1)',
    why: 'The first millisecond of the process is over.',
  },
  {
    path: 'src/stores/store-races.ts',
    code: '(number % 2 === 0 ? tried.one : tried.two).swap(key, previous, next),',
    what: '2 → (2 + 1)',
    why: 'Both objects swap all the same.',
  },
  {
    path: 'src/ordering/settle.ts',
    code: 'const CANCEL_INTERVALS = { interval: 250, maxInterval: 1_000 };',
    what: '1_000 → (1000 * 2)',
    why: 'The pauses do not grow so long within the 2 s of the search.',
  },
  {
    path: 'src/ordering/record.ts',
    code: 'for (let index = 0; index < text.length; index += 1)',
    what: '0 → (0 + 1)',
    why: 'Every text begins with the same character, {.',
  },
  {
    path: 'src/ordering/same-order.ts',
    code: '.sort((a, b) => a.letter_count - b.letter_count || (a.title < b.title ? -1 : 1));',
    what: '1 → (1 + 1)',
    why: 'Sorting uses only whether it is above 0.',
  },
];
