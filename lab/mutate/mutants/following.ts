import type { Mutant } from '../mutant.ts';

const STREAMS: readonly Mutant[] = [
  {
    name: 'A checkpoint of another version is refused',
    file: 'src/client/following/checkpoint.ts',
    find: `    version === 1 &&
`,
    replace: '',
    verdict: { noticedBy: ['test/client/following/log-position.test.ts'] },
  },
  {
    name: 'A wait that has left its scope asks nothing more',
    file: 'src/client/following/wait.ts',
    find: `      deadline.end();
    });`,
    replace: '    });',
    verdict: { noticedBy: ['test/client/following/leaving-scopes.test.ts'] },
  },
  {
    name: 'A wait asks for a new token only once until one is taken',
    file: 'src/client/following/wait.ts',
    find: 'refused === undefined || loop.hasPolled',
    replace: 'true',
    verdict: { noticedBy: ['test/client/following/tenants.test.ts'] },
  },
  {
    name: 'A wait goes on with a new token',
    file: 'src/client/following/wait.ts',
    find: 'if (!(error instanceof AuthenticationError) || !mayHaveExpired) throw error;',
    replace: 'if (error !== undefined) throw error;',
    verdict: { noticedBy: ['test/client/following/tenants.test.ts'] },
  },
  {
    name: 'Polls run in the context of nobody who waits',
    file: 'src/client/following/wait.ts',
    find: 'void runDetached(() => this.#run());',
    replace: 'void this.#run();',
    verdict: { noticedBy: ['test/client/following/tenants.test.ts'] },
  },
  {
    name: 'A poll has the token of its waits',
    file: 'src/client/following/wait.ts',
    find: 'setSpan(loop.signal, { call: getSpan(waiting[0]?.signal).call, token: this.#token });',
    replace: 'setSpan(loop.signal, { call: getSpan(waiting[0]?.signal).call });',
    verdict: { noticedBy: ['test/client/following/tenants.test.ts'] },
  },
  {
    name: 'Waits of two accounts share no polls',
    file: 'src/client/following/wait.ts',
    find: 'const loop = this.#loops.get(token) ?? new PollLoop(this.#kind, token);',
    replace: 'const loop = [...this.#loops.values()][0] ?? new PollLoop(this.#kind, token);',
    verdict: { noticedBy: ['test/client/following/tenants.test.ts'] },
  },
  {
    name: 'A checkpoint holds a bounded number of ids',
    file: 'src/client/following/checkpoint.ts',
    find: `    recent.length <= MAX_RECENT &&
`,
    replace: '',
    verdict: { noticedBy: ['test/client/following/log-position.test.ts'] },
  },
  {
    name: 'A record that is not a checkpoint is refused',
    file: 'src/client/following/checkpoint.ts',
    find: "if (checkCheckpoint('checkpoint', checkpoint).length === 0) return",
    replace: "if (checkCheckpoint('checkpoint', checkpoint).length < 9) return",
    verdict: { noticedBy: ['test/client/following/named-checkpoint.test.ts'] },
  },
  {
    name: 'A checkpoint that another follower has saved since is not replaced',
    about: 'money',
    file: 'src/client/following/checkpoint.ts',
    find: 'text === this.#text || isOurs ? { result: true, next } : { result: false }',
    replace: '{ result: true, next }',
    verdict: { noticedBy: ['test/client/following/named-checkpoint.test.ts'] },
  },
  {
    name: 'A save whose answer was lost is no conflict with the next one',
    file: 'src/client/following/checkpoint.ts',
    find: 'return text === this.#text || isOurs',
    replace: 'return text === this.#text',
    verdict: { noticedBy: ['test/client/following/named-checkpoint.test.ts'] },
  },
  {
    name: 'A checkpoint that is there is used in place of from',
    file: 'src/client/following/follow.ts',
    find: 'if (stored !== undefined && stored !== null) this.#position = new LogPosition(stored);',
    replace: '',
    verdict: {
      noticedBy: ['test/client/following/follow.test.ts', 'test/client/following/named-checkpoint.test.ts'],
    },
  },
  {
    name: 'One loop at a time iterates a stream',
    file: 'src/client/following/follow.ts',
    find: 'if (this.#isLooping) throw',
    replace: 'if (false) throw',
    verdict: { noticedBy: ['test/client/following/other-logs.test.ts'] },
  },
  {
    name: 'A misspelt type of events is warned of',
    file: 'src/client/following/follow-options.ts',
    find: '.filter((type) => !KNOWN_TYPES.includes(type))',
    replace: '.filter(() => false)',
    verdict: { noticedBy: ['test/client/following/unknown-types.test.ts'] },
  },
  {
    name: 'A stream of no types is refused',
    file: 'src/client/following/follow-options.ts',
    find: 'if (!Array.isArray(value) || value.length > 0) return',
    replace: 'return',
    verdict: { noticedBy: ['test/client/following/options.test.ts'] },
  },
  {
    name: 'A loop that ended lets another begin',
    file: 'src/client/following/follow.ts',
    find: `      this.#isLooping = false;
`,
    replace: '',
    verdict: {
      noticedBy: ['test/client/following/other-logs.test.ts', 'test/client/following/follow.test.ts'],
    },
  },
  {
    name: 'A stream that ends listens to no wake any more',
    file: 'src/client/following/follow.ts',
    find: `      stopListening?.();
      ended.end();`,
    replace: '      ended.end();',
    verdict: { noticedBy: ['test/client/following/follow.test.ts'] },
  },
  {
    name: 'A stream that ends leaves no timer and no request',
    file: 'src/client/following/follow.ts',
    find: `      ended.end();
      this.#isLooping`,
    replace: '      this.#isLooping',
    verdict: {
      noticedBy: ['test/client/following/follow.test.ts', 'test/client/following/leaving-scopes.test.ts'],
    },
  },
  {
    name: 'A stream that has caught up ends only after a poll that succeeded',
    file: 'src/client/following/follow.ts',
    find: 'if (until !== undefined && this.#failures === 0) return;',
    replace: 'if (until !== undefined) return;',
    verdict: { noticedBy: ['test/client/following/other-logs.test.ts'] },
  },
  {
    name: 'A stream until it has caught up ends after three failures in a row',
    file: 'src/client/following/follow.ts',
    find: 'this.#failures >= MAX_FAILURES &&',
    replace: 'this.#failures > MAX_FAILURES &&',
    verdict: { noticedBy: ['test/client/following/other-logs.test.ts'] },
  },
  {
    name: 'A suspicion of another log becomes certain by itself, and is no failure',
    file: 'src/client/following/follow.ts',
    find: '&& !(error instanceof CheckpointError)',
    replace: '',
    verdict: { noticedBy: ['test/client/following/other-logs.test.ts'] },
  },
  {
    name: 'A stream until it has caught up does not wait longer than maxInterval',
    file: 'src/client/following/follow.ts',
    find: '(isFailing || this.#retryAfter > maxInterval)',
    replace: 'isFailing',
    verdict: { noticedBy: ['test/client/following/other-logs.test.ts'] },
  },
  {
    name: 'A wake does not hurry a suspicion of another log',
    file: 'src/client/following/follow.ts',
    find: 'if (this.#mismatches > 0 || this.#retryAfter > delay)',
    replace: 'if (this.#retryAfter > delay)',
    verdict: { noticedBy: ['test/client/following/other-logs.test.ts'] },
  },
  {
    name: 'Another log is an error only when it is certain',
    file: 'src/client/following/follow.ts',
    find: 'this.#mismatches >= (check?.certainAfter ?? 1)',
    replace: 'this.#mismatches >= 1',
    verdict: { noticedBy: ['test/client/following/other-logs.test.ts'] },
  },
  {
    name: 'Pages that do not fit together fail their poll',
    about: 'money',
    file: 'src/client/following/follow.ts',
    find: `    if (this.#gaps <= MAX_GAPS) throw error;
`,
    replace: '',
    verdict: { noticedBy: ['test/client/following/gaps.test.ts'] },
  },
  {
    name: 'A gap that shows again and again is passed over with a warning',
    file: 'src/client/following/follow.ts',
    find: 'if (this.#gaps <= MAX_GAPS) throw error;',
    replace: 'throw error;',
    verdict: { noticedBy: ['test/client/following/gaps.test.ts'] },
  },
  {
    name: 'Gaps are counted over polls, until one whose pages all fit',
    file: 'src/client/following/follow.ts',
    find: 'if (this.#gaps === gaps) this.#gaps = 0;',
    replace: '',
    verdict: { noticedBy: ['test/client/following/gaps.test.ts'] },
  },
  {
    name: 'A poll that passed over a gap does not begin to count anew',
    file: 'src/client/following/follow.ts',
    find: 'if (this.#gaps === gaps) this.#gaps = 0;',
    replace: 'this.#gaps = 0;',
    verdict: { noticedBy: ['test/client/following/gaps.test.ts'] },
  },
  {
    name: 'A failed poll does not forget the gaps before it',
    file: 'src/client/following/follow.ts',
    find: `      this.#failures += 1;
`,
    replace: `      this.#failures += 1;
      this.#gaps = 0;
`,
    verdict: { noticedBy: ['test/client/following/gaps.test.ts'] },
  },
  {
    name: 'A gap that is passed over is shown by the health of the stream',
    file: 'src/client/following/follow.ts',
    find: `    this.#access.onFailure(error);
    this.#lastFailure = { error, at: new Date() };
  };`,
    replace: `    this.#access.onFailure(error);
  };`,
    verdict: { noticedBy: ['test/client/following/gaps.test.ts'] },
  },
  {
    name: 'A wanted type is the whole type, and not how it begins',
    file: 'src/client/following/follow.ts',
    find: 'types.includes(event.type);',
    replace: 'types.some((type) => event.type.startsWith(type));',
    verdict: { noticedBy: ['test/client/following/follow.test.ts'] },
  },
  {
    name: 'A store of checkpoints that never answers does not hold the end of a stream',
    file: 'src/client/following/follow.ts',
    find: 'return withDeadline(LAST_SAVE, undefined, (limit) => limit.race(saving));',
    replace: 'return saving;',
    verdict: {
      noticedBy: [
        'test/client/following/leaving-scopes.test.ts',
        'test/client/following/named-checkpoint.test.ts',
      ],
    },
  },
  {
    name: 'A log that ends too early is another one only after ten polls',
    file: 'src/client/following/log-check.ts',
    find: 'const MAX_BEHIND = 10;',
    replace: 'const MAX_BEHIND = 2;',
    verdict: { noticedBy: ['test/client/following/other-logs.test.ts'] },
  },
  {
    name: 'What lies between two pages has to be on one of them',
    about: 'money',
    file: 'src/client/following/log-check.ts',
    find: 'this.#checked?.page === page - 1 ? this.#checked.oldest : newest + 1',
    replace: 'newest + 1',
    verdict: { noticedBy: ['test/client/following/other-logs.test.ts'] },
  },
];

const POSITION: readonly Mutant[] = [
  {
    name: 'An id above the last one moves the position on',
    file: 'src/client/following/log-position.ts',
    find: 'this.#lastId = Math.max(lastId, ...recent);',
    replace: 'this.#lastId = lastId;',
    verdict: { noticedBy: ['test/client/following/log-position.test.ts'] },
  },
  {
    name: 'A late event does not move the position back',
    file: 'src/client/following/log-position.ts',
    find: 'this.#lastId = Math.max(this.#lastId, id);',
    replace: 'this.#lastId = id;',
    verdict: { noticedBy: ['test/client/following/log-position.test.ts'] },
  },
  {
    name: 'Every event before the recent ids counts as handled',
    file: 'src/client/following/log-position.ts',
    find: 'floor ?? Math.min(lastId, ...recent.map((id) => id - 1))',
    replace: 'floor ?? 0',
    verdict: { noticedBy: ['test/client/following/log-position.test.ts'] },
  },
  {
    name: 'A stream is never behind by fewer than no events',
    file: 'src/client/following/log-position.ts',
    find: 'Math.max(0, this.#total - this.#count)',
    replace: 'this.#total - this.#count',
    verdict: { noticedBy: ['test/client/following/log-position.test.ts'] },
  },
  {
    name: 'An event can come late behind a hundred newer ones',
    file: 'src/client/following/log-position.ts',
    find: 'export const MAX_NEWER = 100;',
    replace: 'export const MAX_NEWER = 99;',
    verdict: {
      noticedBy: ['test/client/following/log-position.test.ts', 'test/client/following/follow.test.ts'],
    },
  },
  {
    name: 'A position of its last id alone does not know how late events can be',
    file: 'src/client/following/log-position.ts',
    find: 'if (this.#recent.size === 0 && this.#floor > 0) return undefined;',
    replace: '',
    verdict: { noticedBy: ['test/client/following/log-position.test.ts'] },
  },
  {
    name: 'A position in memory holds a bounded number of ids',
    file: 'src/client/following/log-position.ts',
    find: 'if (this.#recent.size <= MAX_RECENT) return;',
    replace: 'return;',
    verdict: { noticedBy: ['test/client/following/log-position.test.ts'] },
  },
  {
    name: 'A position forgets its lowest ids',
    file: 'src/client/following/log-position.ts',
    find: 'const newest = [...this.#recent].sort((a, b) => a - b).slice(-MAX_RECENT / 2);',
    replace: 'const newest = [...this.#recent].slice(-MAX_RECENT / 2);',
    verdict: { noticedBy: ['test/client/following/log-position.test.ts'] },
  },
  {
    name: 'What a position has forgotten counts as handled',
    file: 'src/client/following/log-position.ts',
    find: `    this.#floor = Math.min(...newest) - 1;
`,
    replace: '',
    verdict: { noticedBy: ['test/client/following/log-position.test.ts'] },
  },
  {
    name: 'Visible events mark a position of its last id alone',
    file: 'src/client/following/log-position.ts',
    find: `    if (this.#recent.size > 0) return;
`,
    replace: '',
    verdict: { noticedBy: ['test/client/following/log-position.test.ts'] },
  },
  {
    name: 'In a whole log, no event before the visible ones counts as handled',
    file: 'src/client/following/log-position.ts',
    find: 'isWholeLog ? 0 :',
    replace: 'false ? 0 :',
    verdict: {
      noticedBy: ['test/client/following/log-position.test.ts', 'test/client/following/follow.test.ts'],
    },
  },
  {
    name: 'Events after the last id are not marked as handled',
    about: 'money',
    file: 'src/client/following/log-position.ts',
    find: 'const upToLast = ids.filter((id) => id <= this.#lastId);',
    replace: 'const upToLast = ids;',
    verdict: {
      noticedBy: ['test/client/following/log-position.test.ts', 'test/client/following/follow.test.ts'],
    },
  },
  {
    name: 'A total below the unhandled events is no count',
    file: 'src/client/following/log-position.ts',
    find: 'total === undefined || total < unhandled ? undefined',
    replace: 'total === undefined ? undefined',
    verdict: { noticedBy: ['test/client/following/log-position.test.ts'] },
  },
  {
    name: 'A saved checkpoint is small',
    file: 'src/client/following/log-position.ts',
    find: '.slice(-MAX_SAVED)',
    replace: '',
    verdict: {
      noticedBy: ['test/client/following/log-position.test.ts', 'test/client/following/follow.test.ts'],
    },
  },
  {
    name: 'A shortened checkpoint counts what it leaves out as handled',
    file: 'src/client/following/log-position.ts',
    find: 'recent.length < this.#recent.size ? Math.min(...recent) - 1 : this.#floor',
    replace: 'this.#floor',
    verdict: { noticedBy: ['test/client/following/log-position.test.ts'] },
  },
  {
    name: 'An empty page is the last one',
    file: 'src/client/following/log-reader.ts',
    find: 'page >= Math.min(lastPage, MAX_PAGES) || events.length === 0',
    replace: 'page >= Math.min(lastPage, MAX_PAGES)',
    verdict: {
      noticedBy: ['test/client/following/log-reader.test.ts', 'test/client/following/waits-alone.test.ts'],
    },
  },
  {
    name: 'A service that repeats a page for ever is read to a limit',
    file: 'src/client/following/log-reader.ts',
    find: 'Math.min(lastPage, MAX_PAGES)',
    replace: 'lastPage',
    verdict: { noticedBy: ['test/client/following/log-reader.test.ts'] },
  },
  {
    name: 'Pages of the log that do not join are reported',
    about: 'money',
    file: 'src/client/following/log-reader.ts',
    find: "if (read.flaw === 'gap') this.#reportGap(read.page);",
    replace: '',
    verdict: {
      noticedBy: ['test/client/following/gaps.test.ts', 'test/client/following/log-reader.test.ts'],
    },
  },
  {
    name: 'The page size is that of the answers',
    file: 'src/client/following/log-reader.ts',
    find: 'if (!isLastPage(newest)) this.#perPage = newest.events.length;',
    replace: '',
    verdict: {
      noticedBy: ['test/client/following/log-reader.test.ts', 'test/client/following/requests.test.ts'],
    },
  },
  {
    name: 'Events that came while a poll reads wait for the next poll',
    about: 'money',
    file: 'src/client/following/log-reader.ts',
    find: 'event.id <= newest && !this.#position.isHandled(event.id)',
    replace: '!this.#position.isHandled(event.id)',
    verdict: { noticedBy: ['test/client/following/log-reader.test.ts'] },
  },
  {
    name: 'No handled event is given again',
    file: 'src/client/following/log-reader.ts',
    find: 'event.id <= newest && !this.#position.isHandled(event.id)',
    replace: 'event.id <= newest',
    verdict: {
      noticedBy: ['test/client/following/log-reader.test.ts', 'test/client/following/follow.test.ts'],
    },
  },
  {
    name: 'Events come by ascending ids',
    file: 'src/client/following/log-reader.ts',
    find: 'return [...unhandled.values()].sort((a, b) => a.id - b.id);',
    replace: 'return [...unhandled.values()];',
    verdict: {
      noticedBy: ['test/client/following/log-reader.test.ts', 'test/client/following/follow.test.ts'],
    },
  },
  {
    name: 'A backlog is read in ranges that grow to eight pages',
    file: 'src/client/following/log-reader.ts',
    find: 'Math.min(2 * length, MAX_RANGE)',
    replace: '2 * length',
    verdict: { noticedBy: ['test/client/following/log-reader.test.ts'] },
  },
];

const WAITS: readonly Mutant[] = [
  {
    name: 'A single question is read by its id',
    file: 'src/client/following/event-poller.ts',
    find: 'if (questions.size <= 1) {',
    replace: 'if (questions.size < 1) {',
    verdict: { noticedBy: ['test/client/following/event-poller.test.ts'] },
  },
  {
    name: 'After a poll for a single question the log is read anew',
    file: 'src/client/following/event-poller.ts',
    find: `      this.#position = undefined;
      return pollEach`,
    replace: '      return pollEach',
    verdict: { noticedBy: ['test/client/following/event-poller.test.ts'] },
  },
  {
    name: 'The first poll reads each page of the log once',
    file: 'src/client/following/event-poller.ts',
    find: 'isFirst ? cachePages(this.#readLog(signal)) : this.#readLog(signal)',
    replace: 'this.#readLog(signal)',
    verdict: { noticedBy: ['test/client/following/event-poller.test.ts'] },
  },
  {
    name: 'What nobody waits for any more is not read',
    file: 'src/client/following/event-poller.ts',
    find: 'for (const id of ids) if (!questions.has(id)) ids.delete(id);',
    replace: '',
    verdict: { noticedBy: ['test/client/following/event-poller.test.ts'] },
  },
  {
    name: 'A poll reads at least two questions by id',
    file: 'src/client/following/event-poller.ts',
    find: 'const MIN_READS = 2;',
    replace: 'const MIN_READS = 1;',
    verdict: { noticedBy: ['test/client/following/event-poller.test.ts'] },
  },
  {
    name: 'A poll reads at most eleven questions by id',
    file: 'src/client/following/event-poller.ts',
    find: 'const MAX_READS = 11;',
    replace: 'const MAX_READS = 12;',
    verdict: { noticedBy: ['test/client/following/event-poller.test.ts'] },
  },
  {
    name: 'A question that the log calls finished is read: a rejection may have opened it again',
    file: 'src/client/following/event-poller.ts',
    find: '!this.#known.has(id) || question.question_bodies === undefined',
    replace: 'question.question_bodies === undefined',
    verdict: { noticedBy: ['test/client/following/event-poller.test.ts'] },
  },
  {
    name: 'The type of an event is the whole text, and not how it begins',
    file: 'src/client/following/event-poller.ts',
    find: 'switch (event.type) {',
    replace:
      'switch (/^simple_question\\.(created|submitted_translation|finished|expired)/.exec(event.type)?.[0]) {',
    verdict: { noticedBy: ['test/client/following/event-poller.test.ts'] },
  },
  {
    name: 'A poll sends at most ten requests for known items',
    file: 'src/client/following/listing-sweep.ts',
    find: 'const MAX_REQUESTS = 10;',
    replace: 'const MAX_REQUESTS = 11;',
    verdict: { noticedBy: ['test/client/following/listing-sweep.test.ts'] },
  },
  {
    name: 'A few pages in a row may show nothing that is waited for',
    file: 'src/client/following/listing-sweep.ts',
    find: 'return Math.max(2, left / 50);',
    replace: 'return 2;',
    verdict: { noticedBy: ['test/client/following/listing-sweep.test.ts'] },
  },
  {
    name: 'A sweep forgets items that nobody waits for',
    file: 'src/client/following/listing-sweep.ts',
    find: 'for (const id of this.#expected) if (!known.has(id)) this.#expected.delete(id);',
    replace: '',
    verdict: { noticedBy: ['test/client/following/listing-sweep.test.ts'] },
  },
  {
    name: 'A pass begins anew only when every item was checked',
    file: 'src/client/following/listing-sweep.ts',
    find: 'if (this.#expected.size === 0) this.#restart(known);',
    replace: 'this.#restart(known);',
    verdict: { noticedBy: ['test/client/following/listing-sweep.test.ts'] },
  },
  {
    name: 'Pages without a known item are counted anew in each pass',
    file: 'src/client/following/listing-sweep.ts',
    find: `    this.#next = 1;
    this.#pagesWithoutHit = 0;`,
    replace: '    this.#next = 1;',
    verdict: { noticedBy: ['test/client/following/listing-sweep.test.ts'] },
  },
  {
    name: 'Items that a pass missed are read a few at each poll',
    file: 'src/client/following/listing-sweep.ts',
    find: '[...this.#expected].slice(0, readsLeft)',
    replace: '[...this.#expected]',
    verdict: { noticedBy: ['test/client/following/listing-sweep.test.ts'] },
  },
  {
    name: 'A search for nothing reads nothing',
    file: 'src/client/following/listing-sweep.ts',
    find: `    if (sought.size === 0) return;
`,
    replace: '',
    verdict: { noticedBy: ['test/client/following/listing-sweep.test.ts'] },
  },
  {
    name: 'A search ends with the last missing item',
    file: 'src/client/following/listing-sweep.ts',
    find: 'if (sought.size === 0 || pagesWithoutHit > computeMaxEmptyPages(sought.size)) return;',
    replace: 'if (pagesWithoutHit > computeMaxEmptyPages(sought.size)) return;',
    verdict: { noticedBy: ['test/client/following/listing-sweep.test.ts'] },
  },
  {
    name: 'A search that finds nothing ends after a few pages',
    file: 'src/client/following/listing-sweep.ts',
    find: 'if (sought.size === 0 || pagesWithoutHit > computeMaxEmptyPages(sought.size)) return;',
    replace: 'if (sought.size === 0) return;',
    verdict: { noticedBy: ['test/client/following/listing-sweep.test.ts'] },
  },
  {
    name: 'A search fails where it did not fail before',
    file: 'src/client/following/listing-sweep.ts',
    find: 'const isAgain = page > 1 && this.#failedAt.search === page;',
    replace: 'const isAgain = page > 1;',
    verdict: { noticedBy: ['test/client/following/listing-sweep.test.ts'] },
  },
  {
    name: "A search whose first page can't be read fails each time",
    file: 'src/client/following/listing-sweep.ts',
    find: 'const isAgain = page > 1 && this.#failedAt.search === page;',
    replace: 'const isAgain = this.#failedAt.search === page;',
    verdict: { noticedBy: ['test/client/following/listing-sweep.test.ts'] },
  },
  {
    name: 'A sweep reads no page ahead',
    file: 'src/client/following/listing-sweep.ts',
    find: 'this.#pages(signal, this.#next, 0)',
    replace: 'this.#pages(signal, this.#next)',
    verdict: { noticedBy: ['test/client/following/listing-sweep.test.ts'] },
  },
  {
    name: 'A listing that has become shorter ends a pass',
    file: 'src/client/following/listing-sweep.ts',
    find: 'if (error instanceof NotFoundError && page > 1) return;',
    replace: '',
    verdict: { noticedBy: ['test/client/following/listing-sweep.test.ts'] },
  },
  {
    name: 'A listing that does not exist fails a pass',
    file: 'src/client/following/listing-sweep.ts',
    find: 'if (error instanceof NotFoundError && page > 1) return;',
    replace: 'if (error instanceof NotFoundError) return;',
    verdict: { noticedBy: ['test/client/following/listing-sweep.test.ts'] },
  },
  {
    name: 'A page that fails again is skipped',
    file: 'src/client/following/listing-sweep.ts',
    find: 'if (this.#failedAt.check === page) this.#next += 1;',
    replace: '',
    verdict: { noticedBy: ['test/client/following/listing-sweep.test.ts'] },
  },
  {
    name: 'A sweep is complete when nothing known is left to check',
    file: 'src/client/following/listing-sweep.ts',
    find: 'return this.#isComplete && this.#expected.size === 0;',
    replace: 'return this.#isComplete;',
    verdict: { noticedBy: ['test/client/following/listing-sweep.test.ts'] },
  },
  {
    name: 'Several waits for one item share one read',
    file: 'src/client/following/poll-each.ts',
    find: `if (same === undefined) map.set(waiter.id, [waiter]);
    else same.push(waiter);`,
    replace: `map.set(waiter.id, [waiter]);
    void same;`,
    verdict: {
      noticedBy: ['test/client/following/retryable.test.ts', 'test/client/following/event-poller.test.ts'],
    },
  },
  {
    name: 'An item that does not exist ends its own waits alone',
    file: 'src/client/following/poll-each.ts',
    find: 'if (signal.aborted || !isPermanent(error)) throw error;',
    replace: 'throw error;',
    verdict: {
      noticedBy: ['test/client/following/retryable.test.ts', 'test/client/following/waits.test.ts'],
    },
  },
  {
    name: 'A temporary error of an item does not end its waits',
    file: 'src/client/following/poll-each.ts',
    find: 'if (signal.aborted || !isPermanent(error)) throw error;',
    replace: 'if (signal.aborted) throw error;',
    verdict: { noticedBy: ['test/client/following/retryable.test.ts'] },
  },
  {
    name: 'An abort during a poll reaches no wait as its error',
    file: 'src/client/following/poll-each.ts',
    find: 'if (signal.aborted || !isPermanent(error)) throw error;',
    replace: 'if (!isPermanent(error)) throw error;',
    verdict: { noticedBy: ['test/client/following/retryable.test.ts'] },
  },
  {
    name: "An error that is none of this package's ends the polling",
    file: 'src/client/following/retryable.ts',
    find: 'return !isRequesterError(error) || PERMANENT',
    replace: 'return PERMANENT',
    verdict: { noticedBy: ['test/client/following/retryable.test.ts'] },
  },
  {
    name: 'A status that nobody knows is not finished',
    file: 'src/client/contract/statuses.ts',
    find: 'const isOpenSimple = !isOver(SIMPLE_STAGES[status])',
    replace: 'const isOpenSimple = status < 9 && !isOver(SIMPLE_STAGES[status])',
    verdict: { noticedBy: ['test/client/contract/statuses.test.ts'] },
  },
];

export const FOLLOWING: readonly Mutant[] = [...STREAMS, ...POSITION, ...WAITS];
