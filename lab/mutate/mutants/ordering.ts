import type { Mutant } from '../mutant.ts';

const RECORDS: readonly Mutant[] = [
  {
    name: 'A claim lasts a minute',
    file: 'src/client/ordering/record.ts',
    find: 'const CLAIM_LEASE = 60_000;',
    replace: 'const CLAIM_LEASE = 600_000;',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'A claim whose lease is over can be taken',
    file: 'src/client/ordering/record.ts',
    find: 'if (found !== undefined && !isClaimOver(found, now)) return { result: { state: found } };',
    replace: 'if (found !== undefined) return { result: { state: found } };',
    verdict: {
      noticedBy: ['test/client/ordering/store.test.ts', 'test/client/ordering/other-services.test.ts'],
    },
  },
  {
    name: 'A claim that another process has taken over has ended',
    file: 'src/client/ordering/record.ts',
    find: `if (found?.claim !== claim) return { result: true };
      return isClaimOver`,
    replace: `if (found?.claim !== claim) return { result: false };
      return isClaimOver`,
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'A claim whose points are given back can send nothing any more',
    file: 'src/client/ordering/record.ts',
    find: 'isClaimOver(found, now) ? { result: true, next: null } : { result: false }',
    replace: 'isClaimOver(found, now) ? { result: true } : { result: false }',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'A claim that was lost sends nothing',
    file: 'src/client/ordering/record.ts',
    find: "found?.claim !== claim || found.state === 'placed'",
    replace: "found === undefined || found.state === 'placed'",
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'What a person has settled as placed is not sent any more',
    file: 'src/client/ordering/record.ts',
    find: "found?.claim !== claim || found.state === 'placed'",
    replace: 'found?.claim !== claim',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'A late answer does not replace the order that another claim has sent',
    file: 'src/client/ordering/record.ts',
    find: "found !== undefined && found.claim !== claim && found.state !== 'claimed'",
    replace: 'false',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'A late answer replaces the claim of another process, which then sends nothing',
    file: 'src/client/ordering/record.ts',
    find: "found.claim !== claim && found.state !== 'claimed'",
    replace: 'found.claim !== claim',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'An id that is known is not forgotten for an answer without one',
    file: 'src/client/ordering/record.ts',
    find: '(id === undefined || id === found.id)',
    replace: 'id === found.id',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'An order that was placed all the same is not freed',
    file: 'src/client/ordering/record.ts',
    find: "return found.state === 'placed' ? { result: false } : { result: true, next: null };",
    replace: 'return { result: true, next: null };',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'A claim frees no key but its own',
    file: 'src/client/ordering/record.ts',
    find: `if (found?.claim !== claim) return { result: true };
      return found.state`,
    replace: 'return found?.state',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'A record that changed since it was read is not replaced',
    file: 'src/client/ordering/record.ts',
    find: 'if (text === serializeRecord(read)) return { result: true, next };',
    replace: 'return { result: true, next };',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'A swap that the client of a store has repeated counts as carried out',
    file: 'src/client/ordering/record.ts',
    find: 'return { result: next !== undefined && text === serializeRecord(next ?? undefined) };',
    replace: 'return { result: false };',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'A claim that may have been written although the store failed is freed',
    file: 'src/client/ordering/record.ts',
    find: 'await this.free(claim).catch(() => undefined);',
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'A memory may forget what the service shows, and nothing else',
    file: 'src/client/ordering/record.ts',
    find: "next?.state === 'placed' && next.id !== undefined",
    replace: "next?.state === 'placed'",
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'A record that this package did not write is not trusted',
    file: 'src/client/ordering/record.ts',
    find: 'if (RECORD_STATES.some((state) => state === readFields(record).state)) return',
    replace: 'return',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'A lease is counted by a time that is read anew',
    file: 'src/client/ordering/record.ts',
    find: 'if (isForLease || this.#ahead === undefined)',
    replace: 'if (this.#ahead === undefined)',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'Times are those of the store, not of the machine',
    file: 'src/client/ordering/record.ts',
    find: 'return ours + this.#ahead;',
    replace: 'return ours;',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'What an order leaves out and what it gives empty have one fingerprint',
    file: 'src/client/ordering/record.ts',
    find: 'EMPTY_VALUES.has(compared) ? undefined : compared',
    replace: 'compared',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'Texts that a service may write in another form have one fingerprint',
    file: 'src/client/ordering/record.ts',
    find: "typeof value === 'string' ? normalizeText(value) : value",
    replace: 'value',
    verdict: {
      noticedBy: ['test/client/ordering/store.test.ts', 'test/client/ordering/same-order-elsewhere.test.ts'],
    },
  },
  {
    name: 'Different orders have different fingerprints',
    file: 'src/base/texts.ts',
    find: 'at < text.length; at += 1) {',
    replace: 'at < text.length / 2; at += 1) {',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
];

const ONCE: readonly Mutant[] = [
  {
    name: 'Whoever takes over a claim gives its points back',
    file: 'src/client/ordering/once.ts',
    find: 'if (ended !== undefined) await this.#budget?.release([ended]);',
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'With lookback 0 a store has seen every order, so nothing is searched',
    file: 'src/client/ordering/once.ts',
    find: 'if (lookback > 0 || context.endsWithProcess)',
    replace: 'if (lookback >= 0)',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'A search that fails before the order says that nothing was sent',
    file: 'src/client/ordering/once.ts',
    find: 'await failAsNotSent(() => search(this.#kind, this.#attempt))',
    replace: 'await search(this.#kind, this.#attempt)',
    verdict: { noticedBy: ['test/client/ordering/once.test.ts'] },
  },
  {
    name: 'A call that has lost its claim gives back the points that it reserved since',
    file: 'src/client/ordering/once.ts',
    find: `// Another process has the claim now. The points of ours were reserved after it had released them.
      await this.#free(claim);`,
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'A request that was certainly not carried out leaves nothing that was sent',
    file: 'src/client/ordering/once.ts',
    find: `notCarriedOut: () => {
        pending.sent = undefined;`,
    replace: 'notCarriedOut: () => {',
    verdict: {
      noticedBy: ['test/client/ordering/budget-store.test.ts', 'test/client/ordering/once.test.ts'],
    },
  },
  {
    name: 'A browser looks for duplicates even with a store',
    file: 'src/client/ordering/once.ts',
    find: 'context.endsWithProcess || isBrowser()',
    replace: 'context.endsWithProcess',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'Of duplicates, the record names the oldest',
    file: 'src/client/ordering/once.ts',
    find: 'if (kept !== id) await this.#recordOrWarn(() => this.#record.markPlaced(pending, kept));',
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/duplicates.test.ts'] },
  },
  {
    name: 'A key that the service has changed is an error',
    file: 'src/client/ordering/once.ts',
    find: 'if (!hasKey) throw makeKeyChangedError',
    replace: 'if (false) throw makeKeyChangedError',
    verdict: { noticedBy: ['test/client/ordering/duplicates.test.ts'] },
  },
  {
    name: 'A refusal frees the key at once',
    file: 'src/client/ordering/once.ts',
    find: `await this.#free(claim);
      throw error;`,
    replace: 'throw error;',
    verdict: { noticedBy: ['test/client/ordering/once.test.ts', 'test/client/ordering/store.test.ts'] },
  },
  {
    name: 'An abort after sending frees nothing',
    file: 'src/client/ordering/once.ts',
    find: '(isRequesterError(error) && !mayHaveBeenDone(error))',
    replace: '!mayHaveBeenDone(error)',
    verdict: {
      noticedBy: [
        'test/client/ordering/aborts.test.ts',
        'test/client/ordering/duplicates.test.ts',
        'test/client/ordering/budget.test.ts',
      ],
    },
  },
  {
    name: "A success that can't be read is placed, and never ordered again",
    file: 'src/client/ordering/once.ts',
    find: "if (error.outcome === 'done') {",
    replace: 'if (false) {',
    verdict: { noticedBy: ['test/client/ordering/duplicates.test.ts', 'test/client/ordering/once.test.ts'] },
  },
  {
    name: 'A time-out that has the status of a refusal is no refusal',
    file: 'src/client/ordering/once.ts',
    find: '!(error instanceof ApiError) || (error.status ?? 0) < 400',
    replace: '(error.status ?? 0) < 400',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'An answer below 400 is no refusal',
    file: 'src/client/ordering/once.ts',
    find: '!(error instanceof ApiError) || (error.status ?? 0) < 400',
    replace: '!(error instanceof ApiError)',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: "A refusal that may not be the service's is remembered for the next call",
    file: 'src/client/ordering/once.ts',
    find: 'await this.#recordOrWarn(() => this.#record.replace(sent, refused));',
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/other-services.test.ts'] },
  },
  {
    name: 'An order that another call has just sent is not searched for yet',
    file: 'src/client/ordering/once.ts',
    find: 'settle - searchTime < SENDING_TIME',
    replace: 'false',
    verdict: { noticedBy: ['test/client/ordering/sharing.test.ts', 'test/client/ordering/store.test.ts'] },
  },
  {
    name: 'An order that is found after its own request was placed by this call',
    file: 'src/client/ordering/once.ts',
    find: 'placed: cause !== undefined };',
    replace: 'placed: false };',
    verdict: { noticedBy: ['test/client/ordering/once.test.ts'] },
  },
  {
    name: 'A search that fails leaves the outcome unknown',
    file: 'src/client/ordering/once.ts',
    find: 'if (failure !== undefined && conflict === undefined) {',
    replace: 'if (false) {',
    verdict: { noticedBy: ['test/client/ordering/once.test.ts', 'test/client/ordering/store.test.ts'] },
  },
  {
    name: 'No search is believed before settle has passed',
    file: 'src/client/ordering/once.ts',
    find: 'if (isSettled && conflict === undefined',
    replace: 'if (conflict === undefined',
    verdict: {
      noticedBy: [
        'test/client/ordering/sharing.test.ts',
        'test/client/ordering/store.test.ts',
        'test/client/ordering/once.test.ts',
      ],
    },
  },
  {
    name: 'A conflict keeps its key: what differs can be ours in another form',
    file: 'src/client/ordering/once.ts',
    find: 'if (isSettled && conflict === undefined && ',
    replace: 'if (isSettled && ',
    verdict: { noticedBy: ['test/client/ordering/found-orders.test.ts'] },
  },
  {
    name: 'A key that time has freed gives its points back',
    file: 'src/client/ordering/once.ts',
    find: 'if (await this.#record.replace(record, null)) await this.#budget?.release([record.claim]);',
    replace: 'await this.#record.replace(record, null);',
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'Points go back only with the key that time has freed',
    file: 'src/client/ordering/once.ts',
    find: 'if (await this.#record.replace(record, null)) await this.#budget?.release([record.claim]);',
    replace: `await this.#record.replace(record, null);
      await this.#budget?.release([record.claim]);`,
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'Another order with a key that was sent is a conflict, not an unknown outcome',
    file: 'src/client/ordering/once.ts',
    find: 'if (cause !== undefined || (sent.isSame && conflict === undefined)) {',
    replace: 'if (cause !== undefined || conflict === undefined) {',
    verdict: {
      noticedBy: [
        'test/client/ordering/store.test.ts',
        'test/client/ordering/sharing.test.ts',
        'test/client/ordering/other-services.test.ts',
      ],
    },
  },
  {
    name: 'An order of long ago is searched for back to its time',
    file: 'src/client/ordering/once.ts',
    find: 'lookback: Math.max(lookback, Math.ceil(age / HOUR + 1) * HOUR)',
    replace: 'lookback',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'While the store does not tell the time, nothing is decided',
    file: 'src/client/ordering/once.ts',
    find: '.catch(() => Number.POSITIVE_INFINITY)',
    replace: '.catch(() => 0)',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'The store that fails after the order was sent does not say that nothing was',
    file: 'src/client/ordering/once.ts',
    find: 'await this.#computeTimeLeft(record, cause).catch(() => Number.POSITIVE_INFINITY)',
    replace: 'await this.#computeTimeLeft(record, cause)',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'What was refused, perhaps not by the service, is free after settle',
    file: 'src/client/ordering/once.ts',
    find: "record.state === 'sent' && record.isRefused === true",
    replace: 'false',
    verdict: {
      noticedBy: ['test/client/ordering/once.test.ts', 'test/client/ordering/other-services.test.ts'],
    },
  },
  {
    name: 'The call that sent an order does not free it by time',
    file: 'src/client/ordering/once.ts',
    find: '(cause === undefined && !isPlacedUnseen &&',
    replace: '(!isPlacedUnseen &&',
    verdict: { noticedBy: ['test/client/ordering/once.test.ts'] },
  },
  {
    name: 'What is certainly placed, under no known id, is not freed by time',
    file: 'src/client/ordering/once.ts',
    find: '!isPlacedUnseen && context.endsWithProcess',
    replace: 'context.endsWithProcess',
    verdict: { noticedBy: ['test/client/ordering/duplicates.test.ts', 'test/client/ordering/once.test.ts'] },
  },
  {
    name: "In a store of the caller's a person decides, not time",
    file: 'src/client/ordering/once.ts',
    find: '!isPlacedUnseen && context.endsWithProcess',
    replace: '!isPlacedUnseen',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts', 'test/client/ordering/reused-ids.test.ts'] },
  },
  {
    name: 'Without a shared clock, settle begins when this call first sees the order',
    file: 'src/client/ordering/once.ts',
    find: '(isSharedClock ? at : this.#seen[at])',
    replace: 'at',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'An order that was settled as placed keeps its points, though its request was refused',
    file: 'src/client/ordering/once.ts',
    find: 'if (await this.#record.free(claim)) await this.#budget?.release([claim]);',
    replace: `await this.#record.free(claim);
      await this.#budget?.release([claim]);`,
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'An order that is found counts, if points are reserved for it',
    file: 'src/client/ordering/once.ts',
    find: 'await this.#budget?.spend(record.claim, this.#kind.getPrice(ordered.data), order);',
    replace: '',
    verdict: {
      noticedBy: ['test/client/ordering/budget.test.ts', 'test/client/ordering/found-orders.test.ts'],
    },
  },
  {
    name: 'A store that fails after the order does not hide the order',
    file: 'src/client/ordering/once.ts',
    find: `    } catch {
      const { key, context }`,
    replace: `    } catch (error) {
      throw error;
      const { key, context }`,
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'A call waits no longer than settle for other claims',
    file: 'src/client/ordering/wait-budget.ts',
    find: `    this.#left = ms;
`,
    replace: `    this.#left = 2 * ms;
`,
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'The last pause of a call ends with its settle',
    file: 'src/client/ordering/wait-budget.ts',
    find: 'Math.min(computePause(this.#looks, LOOK_INTERVALS), this.#left)',
    replace: 'computePause(this.#looks, LOOK_INTERVALS)',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'All waits of a call share one settle',
    file: 'src/client/ordering/wait-budget.ts',
    find: 'this.#left -= performance.now() - began;',
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts', 'test/client/ordering/once.test.ts'] },
  },
  {
    name: 'A long wait for another process is said once',
    file: 'src/client/ordering/wait-budget.ts',
    find: 'before < SILENT_TIME && this.#waited >= SILENT_TIME',
    replace: 'this.#waited >= SILENT_TIME',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'A plain order that was not sent gives its points back',
    file: 'src/client/ordering/place.ts',
    find: 'if (!isSent || isRefused)',
    replace: 'if (isRefused)',
    verdict: {
      noticedBy: ['test/client/ordering/budget-store.test.ts', 'test/client/ordering/budget.test.ts'],
    },
  },
  {
    name: 'A plain order of unknown outcome keeps its points',
    file: 'src/client/ordering/place.ts',
    find: 'isRequesterError(error) && !mayHaveBeenDone(error);',
    replace: 'isRequesterError(error);',
    verdict: { noticedBy: ['test/client/ordering/budget.test.ts'] },
  },
  {
    name: 'A failed reading of the account is tried again by the next order',
    file: 'src/client/ordering/context.ts',
    find: `          reading = undefined;
`,
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'A key that services may change is refused',
    file: 'src/client/ordering/options.ts',
    find: "if (key !== key.normalize()) return 'must be in Unicode form NFC';",
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/options.test.ts'] },
  },
  {
    name: 'Only with once does an order need a key',
    file: 'src/client/ordering/options.ts',
    find: 'options?.once === true ? explainKey(key.value) : undefined',
    replace: 'explainKey(key.value)',
    verdict: { noticedBy: ['test/client/ordering/options.test.ts'] },
  },
  {
    name: 'A claim that a table of texts waits for is withdrawn when its lease is over, and its points go back',
    file: 'src/client/ordering/order-records.ts',
    find: 'if (ended !== undefined) await budget?.release([ended]);',
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/order-records.test.ts'] },
  },
  {
    name: 'Shared work ends when every caller has aborted',
    file: 'src/client/ordering/shared-task.ts',
    find: 'if (this.#waiting === 0 && signal?.aborted) this.#controller.abort();',
    replace: '',
    verdict: {
      noticedBy: ['test/client/ordering/sharing.test.ts', 'test/client/ordering/order-finder.test.ts'],
    },
  },
];

const BUDGETS: readonly Mutant[] = [
  {
    name: 'A reservation that the client of a store has repeated is made once',
    file: 'src/client/ordering/budget.ts',
    find: 'if (claim in open) return { result: { left: points, open } };',
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'A budget can be spent to its last point',
    file: 'src/client/ordering/budget.ts',
    find: 'next: points <= left ? JSON',
    replace: 'next: points < left ? JSON',
    verdict: { noticedBy: ['test/client/ordering/budget.test.ts'] },
  },
  {
    name: 'What is reserved is not left',
    file: 'src/client/ordering/budget.ts',
    find: 'reduce((left, { points }) => left - points, this.#options.points - spent)',
    replace: 'reduce((left) => left, this.#options.points - spent)',
    verdict: {
      noticedBy: ['test/client/ordering/budget.test.ts', 'test/client/ordering/affordability.test.ts'],
    },
  },
  {
    name: 'A quote counts the points of a killed process as left',
    file: 'src/client/ordering/budget.ts',
    find: 'if (affordable || !(await this.#releaseEnded(others))) return',
    replace: 'return',
    verdict: { noticedBy: ['test/client/ordering/affordability.test.ts'] },
  },
  {
    name: 'A settlement with null that came too late gives no points back',
    file: 'src/client/resources/orders.ts',
    find: 'if (!(await record.replace(state, next))) {',
    replace: 'if (!(await record.replace(state, next)) && id !== null) {',
    verdict: { noticedBy: ['test/client/ordering/other-services.test.ts'] },
  },
];

const SEARCHING: readonly Mutant[] = [
  {
    name: 'A lagging 404 is not believed while the listing shows the order',
    file: 'src/client/ordering/search.ts',
    find: 'error instanceof NotFoundError && !(await kind.finder.shows(id, key, lookback, options.signal))',
    replace: 'error instanceof NotFoundError',
    verdict: { noticedBy: ['test/client/ordering/found-orders.test.ts'] },
  },
  {
    name: 'A few steps down do not show that a listing is sorted',
    file: 'src/client/ordering/listing-scan.ts',
    find: 'const MIN_STEPS = 9;',
    replace: 'const MIN_STEPS = 8;',
    verdict: { noticedBy: ['test/client/ordering/listing-scan.test.ts'] },
  },
  {
    name: 'A step up shows that a listing is not sorted by id',
    file: 'src/client/ordering/listing-scan.ts',
    find: 'isDown ? 1 : Number.NaN',
    replace: 'isDown ? 1 : 0',
    verdict: {
      noticedBy: ['test/client/ordering/listing-scan.test.ts', 'test/client/ordering/order-finder.test.ts'],
    },
  },
  {
    name: 'A listing that is not sorted is read to its end',
    file: 'src/client/ordering/listing-scan.ts',
    find: 'return this.#isNewestFirst && this.#oldest < time;',
    replace: 'return this.#oldest < time;',
    verdict: { noticedBy: ['test/client/ordering/listing-scan.test.ts'] },
  },
  {
    name: 'A search reads on among entries that it knows, for those that became visible late',
    file: 'src/client/ordering/listing-scan.ts',
    find: 'this.#knownInARow >= MAX_LATE_POSITIONS',
    replace: 'this.#knownInARow >= 1',
    verdict: {
      noticedBy: ['test/client/ordering/listing-scan.test.ts', 'test/client/ordering/order-finder.test.ts'],
    },
  },
  {
    name: 'Entries of one time with rising ids do not end a search',
    file: 'src/client/ordering/listing-scan.ts',
    find: '(this.#stepsById > 0 || this.#oldest < newest)',
    replace: 'true',
    verdict: { noticedBy: ['test/client/ordering/listing-scan.test.ts'] },
  },
  {
    name: 'An entry with a lower id may be a minute newer',
    file: 'src/client/ordering/listing-scan.ts',
    find: 'at <= this.#oldest + MAX_DELAY',
    replace: 'at <= this.#oldest',
    verdict: { noticedBy: ['test/client/ordering/listing-scan.test.ts'] },
  },
  {
    name: 'An event whose type begins like that of a new order is no order',
    file: 'src/client/resources/simple.ts',
    find: "event.type === 'simple_question.created' ? event.question",
    replace: "event.type.startsWith('simple_question.created') ? Object(event).question",
    verdict: { noticedBy: ['test/client/ordering/search.test.ts'] },
  },
];

const SAME_ORDER: readonly Mutant[] = [
  {
    name: 'An order in another language is another order',
    file: 'src/client/ordering/same-order.ts',
    find: "(['language_id', 'translated_language_id'] as const)",
    replace: "(['language_id'] as const)",
    verdict: {
      noticedBy: [
        'test/client/ordering/same-order-fields.test.ts',
        'test/client/ordering/same-order.test.ts',
      ],
    },
  },
  {
    name: 'Another description makes another simple question',
    file: 'src/client/ordering/same-order.ts',
    find: "compareText('description', order.description, question.description)",
    replace: '[]',
    verdict: {
      noticedBy: [
        'test/client/ordering/same-order-fields.test.ts',
        'test/client/ordering/same-order.test.ts',
      ],
    },
  },
  {
    name: 'Another body makes another simple question',
    file: 'src/client/ordering/same-order.ts',
    find: `compareText(\`question_bodies[\${index}].body\`, body, bodies[index]?.body ?? null)`,
    replace: '[] as readonly Difference[]',
    verdict: {
      noticedBy: [
        'test/client/ordering/same-order-fields.test.ts',
        'test/client/ordering/same-order.test.ts',
      ],
    },
  },
  {
    name: 'One body more makes another simple question',
    file: 'src/client/ordering/same-order.ts',
    find: "compareValue('question_bodies.length', order.question_bodies.length, bodies.length)",
    replace: '[]',
    verdict: { noticedBy: ['test/client/ordering/same-order-fields.test.ts'] },
  },
  {
    name: 'Bodies are compared in the order in which they are shown',
    file: 'src/client/ordering/same-order.ts',
    find: '[...question.question_bodies].sort((a, b) => a.display_order - b.display_order)',
    replace: 'question.question_bodies',
    verdict: {
      noticedBy: [
        'test/client/ordering/same-order-fields.test.ts',
        'test/client/ordering/same-order.test.ts',
      ],
    },
  },
  {
    name: 'Another text format makes another simple question',
    file: 'src/client/ordering/same-order.ts',
    find: "compareValue('text_format', order.text_format ?? 0, question.text_format)",
    replace: '[]',
    verdict: { noticedBy: ['test/client/ordering/same-order-fields.test.ts'] },
  },
  {
    name: 'A simple question for native translators is another one',
    file: 'src/client/ordering/same-order.ts',
    find: "compareFlag('native', order.native, question.native)",
    replace: '[]',
    verdict: { noticedBy: ['test/client/ordering/same-order-fields.test.ts'] },
  },
  {
    name: 'A project with one question more is another one',
    file: 'src/client/ordering/same-order.ts',
    find: 'if (asked.length !== placed.length) {',
    replace: 'if (false) {',
    verdict: { noticedBy: ['test/client/ordering/same-order-fields.test.ts'] },
  },
  {
    name: 'A text in HTML is not the text itself',
    file: 'src/client/ordering/same-order.ts',
    find: "...listDifference('type', type, question.file_type, !isOtherText),",
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/same-order-fields.test.ts'] },
  },
  {
    name: 'The premium option counts for the whole project or for a question',
    file: 'src/client/ordering/same-order.ts',
    find: 'project.individual || question.individual',
    replace: 'question.individual',
    verdict: {
      noticedBy: [
        'test/client/ordering/same-order-fields.test.ts',
        'test/client/ordering/same-order.test.ts',
      ],
    },
  },
  {
    name: 'A title of the quote may be a little shorter than that of the project',
    file: 'src/client/ordering/same-order.ts',
    find: 'existing.startsWith(title) || title.startsWith(existing)',
    replace: 'existing === title',
    verdict: { noticedBy: ['test/client/ordering/same-order-fields.test.ts'] },
  },
];

const STORES: readonly Mutant[] = [
  {
    name: 'A lease that ends now is over',
    file: 'src/client/stores/store.ts',
    find: 'return until <= now ||',
    replace: 'return until < now ||',
    verdict: { noticedBy: ['test/client/stores/leases.test.ts'] },
  },
  {
    name: 'A lease that ends further ahead than it lasts is of another clock, and over',
    file: 'src/client/stores/store.ts',
    find: '|| until > now + lease + TOLERANCE',
    replace: '',
    verdict: {
      noticedBy: ['test/client/stores/leases.test.ts', 'test/client/ordering/other-services.test.ts'],
    },
  },
  {
    name: 'Synchronised clocks may differ a little',
    file: 'src/client/stores/store.ts',
    find: 'now + lease + TOLERANCE',
    replace: 'now + lease',
    verdict: { noticedBy: ['test/client/stores/leases.test.ts'] },
  },
  {
    name: "The store's own clock is the time",
    file: 'src/client/stores/store.ts',
    find: '(await store.now?.()) ?? Date.now()',
    replace: 'Date.now()',
    verdict: { noticedBy: ['test/client/stores/leases.test.ts', 'test/client/stores/guarded-store.test.ts'] },
  },
  {
    name: 'A guess alone does not decide that nothing changes',
    file: 'src/client/stores/store.ts',
    find: 'next === undefined ? !isGuess :',
    replace: 'next === undefined ? true :',
    verdict: { noticedBy: ['test/client/stores/change.test.ts'] },
  },
  {
    name: 'A guess that was wrong is replaced by what the store has',
    file: 'src/client/stores/store.ts',
    find: `    isGuess = false;
`,
    replace: '',
    verdict: { noticedBy: ['test/client/stores/change.test.ts'] },
  },
  {
    name: 'A store that refuses each swap is given up',
    file: 'src/client/stores/store.ts',
    find: 'for (let left = MAX_SWAPS; left > 0; left -= 1)',
    replace: 'for (let left = 10 * MAX_SWAPS; left > 0; left -= 1)',
    verdict: { noticedBy: ['test/client/stores/guarded-store.test.ts'] },
  },
  {
    name: 'A store that does not answer in time has failed',
    file: 'src/client/stores/guarded-store.ts',
    find: 'return await askWithin(timeout, step);',
    replace: 'return await step();',
    verdict: { noticedBy: ['test/client/stores/guarded-store.test.ts'] },
  },
  {
    name: 'A failed store is a StoreError',
    file: 'src/client/stores/guarded-store.ts',
    find: 'throw new StoreError(error);',
    replace: 'throw error;',
    verdict: { noticedBy: ['test/client/stores/guarded-store.test.ts'] },
  },
  {
    name: 'A call has its own time for each step of the store',
    file: 'src/client/stores/guarded-store.ts',
    find: 'guardStore(store, ms)',
    replace: 'guardStore(store, timeout)',
    verdict: { noticedBy: ['test/client/stores/guarded-store.test.ts'] },
  },
  {
    name: 'The error of a store does not quote its cause',
    file: 'src/client/stores/store-error.ts',
    find: "super('the store failed', {",
    replace: `super(\`the store failed: \${Object(cause).message}\`, {`,
    verdict: { noticedBy: ['test/client/stores/guarded-store.test.ts'] },
  },
  {
    name: 'A disk with short names keeps texts in files',
    file: 'src/client/stores/file-store.ts',
    find: 'const isShort = this.#takesLongNames && ',
    replace: 'const isShort = ',
    verdict: { noticedBy: ['test/client/stores/short-names.test.ts'] },
  },
  {
    name: 'A pipe or a device is not read',
    file: 'src/client/stores/file-system.ts',
    find: 'if (fstatSync(file).isFile()) return file;',
    replace: 'return file;',
    verdict: { noticedBy: ['test/client/stores/irregular-files.test.ts'] },
  },
  {
    name: 'A file with a second name is not written to for the clock',
    file: 'src/client/stores/file-system.ts',
    find: 'if (found.nlink !== 1 || found.size > 1) return undefined;',
    replace: 'if (found.size > 1) return undefined;',
    verdict: { noticedBy: ['test/client/stores/irregular-files.test.ts'] },
  },
  {
    name: 'A file with a content is not written to for the clock',
    file: 'src/client/stores/file-system.ts',
    find: 'if (found.nlink !== 1 || found.size > 1) return undefined;',
    replace: 'if (found.nlink !== 1) return undefined;',
    verdict: { noticedBy: ['test/client/stores/irregular-files.test.ts'] },
  },
  {
    name: 'A swap that Redis carried out and the client repeats is known',
    file: 'src/client/stores/redis-store.ts',
    find: 'Math.min(Math.ceil(2 * this.#timeout), LONGEST_TIMER)',
    replace: 'Math.min(Math.ceil(this.#timeout), LONGEST_TIMER)',
    verdict: { noticedBy: ['test/client/stores/redis-commands.test.ts'] },
  },
  {
    name: 'Redis is waited for no longer than the timeout',
    file: 'src/client/stores/redis-store.ts',
    find: 'return await askWithin(this.#timeout, ask);',
    replace: 'return await ask();',
    verdict: { noticedBy: ['test/client/stores/redis-commands.test.ts'] },
  },
  {
    name: 'A cluster is asked on its primaries',
    file: 'src/client/stores/redis-client.ts',
    find: 'cluster.sendCommand(key, false, [...command])',
    replace: 'cluster.sendCommand(key, true, [...command])',
    verdict: { noticedBy: ['test/client/stores/redis-commands.test.ts'] },
  },
  {
    name: 'The time of Redis is whole milliseconds',
    file: 'src/client/stores/redis-store.ts',
    find: 'Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000)',
    replace: 'Number(seconds) * 1_000 + Number(micros) / 1_000',
    verdict: { noticedBy: ['test/client/stores/redis-commands.test.ts'] },
  },
];

const REJECTIONS: readonly Mutant[] = [
  {
    name: 'A translation is rejected once at the sandbox',
    file: 'src/sandbox/routes/simple-translations.ts',
    find: 'found.translation.rejected || !isRejectable',
    replace: '!isRejectable',
    verdict: { noticedBy: ['test/sandbox/simple-questions.test.ts', 'test/sandbox/requests.test.ts'] },
  },
];

export const ORDERING: readonly Mutant[] = [
  ...RECORDS,
  ...ONCE,
  ...BUDGETS,
  ...SEARCHING,
  ...SAME_ORDER,
  ...STORES,
  ...REJECTIONS,
];
