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
    find: `if (found?.claim !== claim) return { result: undefined };
      return isClaimOver`,
    replace: 'return isClaimOver',
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'A claim whose points are given back can send nothing any more',
    file: 'src/client/ordering/record.ts',
    find: 'isClaimOver(found, now) ? { result: undefined, next: null } : { result: found }',
    replace: 'isClaimOver(found, now) ? { result: undefined } : { result: found }',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'A claim that was lost sends nothing',
    about: 'money',
    file: 'src/client/ordering/record.ts',
    find: "found?.claim !== claim || found.state === 'placed'",
    replace: "found === undefined || found.state === 'placed'",
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'What a person has resolved as placed is not sent any more',
    about: 'money',
    file: 'src/client/ordering/record.ts',
    find: "found?.claim !== claim || found.state === 'placed'",
    replace: 'found?.claim !== claim',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'A late answer does not replace the order that another claim has sent',
    file: 'src/client/ordering/record.ts',
    find: "const isOthers = found !== undefined && found.claim !== record.claim && found.state !== 'claimed';",
    replace: 'const isOthers = false;',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'A late answer replaces the claim of another process, which then sends nothing',
    file: 'src/client/ordering/record.ts',
    find: "found.claim !== record.claim && found.state !== 'claimed'",
    replace: 'found.claim !== record.claim',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'An id that is known is not forgotten for an answer without one',
    file: 'src/client/ordering/record.ts',
    find: '(known === undefined || isAsKnown(found, known))',
    replace: '(known !== undefined && isAsKnown(found, known))',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'An order that was placed all the same is not freed',
    about: 'money',
    file: 'src/client/ordering/record.ts',
    find: "return found.state === 'placed' ? { result: false } : { result: true, next: null };",
    replace: 'return { result: true, next: null };',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'A claim frees no key but its own',
    about: 'money',
    file: 'src/client/ordering/record.ts',
    find: `if (found?.claim !== claim) return { result: true };
      return found.state`,
    replace: 'return found?.state',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'A record that changed since it was read is not replaced',
    about: 'money',
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
    about: 'money',
    file: 'src/client/ordering/record.ts',
    find: "next?.state === 'placed' && next.id !== undefined",
    replace: "next?.state === 'placed'",
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'The time of a memory is one that nobody can set',
    about: 'money',
    file: 'src/client/stores/memory-store.ts',
    find: 'Math.floor(performance.timeOrigin + performance.now())',
    replace: 'Date.now()',
    verdict: {
      noticedBy: ['test/client/stores/memory.test.ts', 'test/client/ordering/other-callers.test.ts'],
    },
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
    about: 'money',
    file: 'src/client/ordering/record.ts',
    find: 'if (isForLease || this.#ahead === undefined)',
    replace: 'if (this.#ahead === undefined)',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'Times are those of the store, not of the machine',
    about: 'money',
    file: 'src/client/ordering/record.ts',
    find: 'return ours + this.#ahead;',
    replace: 'return ours;',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
  {
    name: 'The age of an order is counted by a clock that nobody can set',
    about: 'money',
    file: 'src/client/ordering/record.ts',
    find: 'const ours = performance.now();',
    replace: 'const ours = Date.now();',
    verdict: { noticedBy: ['test/client/ordering/other-callers.test.ts'] },
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
    about: 'money',
    file: 'src/base/texts.ts',
    find: 'for (let at = 0; at < text.length; at += 1) {',
    replace: 'for (let at = 0; at < text.length / 2; at += 1) {',
    verdict: { noticedBy: ['test/client/ordering/record.test.ts'] },
  },
];

const ONCE: readonly Mutant[] = [
  {
    name: 'Whoever takes over a claim gives its points back',
    file: 'src/client/ordering/once.ts',
    find: 'if (ended !== undefined) await context.findBudget(ended)?.close(ended.claim);',
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
    find: `await context.findBudget(record)?.close(record.claim);
      return undefined;`,
    replace: 'return undefined;',
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'A request that was certainly not carried out leaves nothing that was sent',
    file: 'src/client/ordering/recorded-order.ts',
    find: 'notCarriedOut: () => note(undefined),',
    replace: 'notCarriedOut: () => undefined,',
    verdict: {
      noticedBy: ['test/client/ordering/budget-store.test.ts', 'test/client/ordering/once.test.ts'],
    },
  },
  {
    name: 'A thread that was given a store is not warned that it alone remembers its orders',
    file: 'src/client/ordering/place.ts',
    find: 'if (!isThreadMemory || !isWorkerThread()) return;',
    replace: 'if (!isWorkerThread()) return;',
    verdict: { noticedBy: ['test/client/ordering/threads.test.ts'] },
  },
  {
    name: 'The main thread is not warned that other threads know nothing of its orders',
    file: 'src/client/core/runtime/node.ts',
    find: 'isMainThread === false',
    replace: 'isMainThread !== undefined',
    verdict: { noticedBy: ['test/client/ordering/threads.test.ts'] },
  },
  {
    name: 'An order whose request has not begun was not sent',
    file: 'src/client/ordering/recorded-order.ts',
    find: "return sent === undefined ? 'stop' : 'send';",
    replace: "note(sent);\n        return sent === undefined ? 'stop' : 'send';",
    verdict: { noticedBy: ['test/client/ordering/aborted-sending.test.ts'] },
  },
  {
    name: 'A browser looks for duplicates even with a store',
    about: 'money',
    file: 'src/client/ordering/once.ts',
    find: 'context.endsWithProcess || isBrowser()',
    replace: 'context.endsWithProcess',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'Of duplicates, the record names the oldest',
    file: 'src/client/ordering/once.ts',
    find: 'if (this.#kind.getId(ordered.data) !== id) await this.#recorded.recordPlaced(planned, ordered.data);',
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/duplicates.test.ts'] },
  },
  {
    name: 'A key that the service has changed is an error',
    file: 'src/client/ordering/once.ts',
    find: 'if (!isFindable) throw makeKeyChangedError',
    replace: 'if (false) throw makeKeyChangedError',
    verdict: { noticedBy: ['test/client/ordering/duplicates.test.ts'] },
  },
  {
    name: 'A refusal frees the key at once',
    file: 'src/client/ordering/once.ts',
    find: `await this.#recorded.free(planned);
      throw error;`,
    replace: 'throw error;',
    verdict: { noticedBy: ['test/client/ordering/once.test.ts', 'test/client/ordering/store.test.ts'] },
  },
  {
    name: 'An abort after sending frees nothing',
    about: 'money',
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
    find: "if (error.outcome !== 'done') return this.#findOut(sent, error);",
    replace: 'if (error !== undefined) return this.#findOut(sent, error);',
    verdict: { noticedBy: ['test/client/ordering/duplicates.test.ts', 'test/client/ordering/once.test.ts'] },
  },
  {
    name: 'A time-out that has the status of a refusal is no refusal',
    about: 'money',
    file: 'src/client/ordering/once.ts',
    find: "cause instanceof ApiError && String(cause.status).startsWith('4')",
    replace: "String(cause.status).startsWith('4')",
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'An answer below 400 is no refusal',
    about: 'money',
    file: 'src/client/ordering/once.ts',
    find: "String(cause.status).startsWith('4')",
    replace: '/^[24]/.test(String(cause.status))',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'A 5xx frees no key: the service may have carried out the order',
    about: 'money',
    file: 'src/client/ordering/once.ts',
    find: "cause instanceof ApiError && String(cause.status).startsWith('4')",
    replace: '/^[45]/.test(String(cause.status))',
    verdict: { noticedBy: ['test/client/ordering/once.test.ts'] },
  },
  {
    name: 'An order that another call has just sent is not searched for yet',
    file: 'src/client/ordering/once.ts',
    find: 'age < SENDING_TIME',
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
    about: 'money',
    file: 'src/client/ordering/once.ts',
    find: 'if (failure !== undefined && conflict === undefined) {',
    replace: 'if (false) {',
    verdict: { noticedBy: ['test/client/ordering/once.test.ts', 'test/client/ordering/store.test.ts'] },
  },
  {
    name: 'A refusal frees its key only when the settle of its own call has passed since the order was sent',
    about: 'money',
    file: 'src/client/ordering/once.ts',
    find: 'isRefusal(cause) && hasSettled &&',
    replace: 'isRefusal(cause) &&',
    verdict: { noticedBy: ['test/client/ordering/other-callers.test.ts'] },
  },
  {
    name: 'A refused order is searched for until settle has passed',
    about: 'money',
    file: 'src/client/ordering/once.ts',
    find: 'cause === undefined ? settle - age : settle',
    replace: 'cause === undefined ? settle - age : 0',
    verdict: { noticedBy: ['test/client/ordering/once.test.ts'] },
  },
  {
    name: 'A conflict keeps its key: what differs can be ours in another form',
    about: 'money',
    file: 'src/client/ordering/once.ts',
    find: 'hasSettled && conflict === undefined) {',
    replace: 'hasSettled) {',
    verdict: { noticedBy: ['test/client/ordering/found-orders.test.ts'] },
  },
  {
    name: 'Another order with a key that was sent is a conflict, not an unknown outcome',
    file: 'src/client/ordering/once.ts',
    find: 'if (sent.isSame && conflict === undefined) throw',
    replace: 'if (conflict === undefined) throw',
    verdict: {
      noticedBy: [
        'test/client/ordering/found-orders.test.ts',
        'test/client/ordering/store.test.ts',
        'test/client/ordering/sharing.test.ts',
        'test/client/ordering/other-services.test.ts',
      ],
    },
  },
  {
    name: 'An order of long ago is searched for back to its time',
    about: 'money',
    file: 'src/client/ordering/once.ts',
    find: 'lookback: Math.max(lookback, Math.ceil(age / HOUR + 1) * HOUR)',
    replace: 'lookback',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'Settle is counted by the clock of the process: a store that fails after the order was sent decides nothing',
    file: 'src/client/ordering/once.ts',
    find: 'const hasSettled = (await this.#record.now())',
    replace: 'const hasSettled = (await this.#record.now(true))',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'What was refused, perhaps not by the service, is free after settle',
    file: 'src/client/ordering/once.ts',
    find: "record.state === 'sent' && isRefusal(cause)",
    replace: 'false',
    verdict: {
      noticedBy: ['test/client/ordering/once.test.ts', 'test/client/ordering/other-callers.test.ts'],
    },
  },
  {
    name: 'The call that sent an order does not free it by time',
    file: 'src/client/ordering/once.ts',
    find: "record.state === 'sent' && isRefusal(cause)",
    replace: "record.state === 'sent'",
    verdict: { noticedBy: ['test/client/ordering/once.test.ts'] },
  },
  {
    name: 'Time frees no key: a person decides about the order of another call',
    about: 'money',
    file: 'src/client/ordering/once.ts',
    find: 'if (sent.isSame && conflict === undefined) throw makeUnknownOutcome(this.#kind, this.#attempt, sent);',
    replace: `if (hasSettled && conflict === undefined) {
      if (await this.#record.replace(record, null)) await this.#budget?.release([record.claim]);
      return undefined;
    }
    if (sent.isSame && conflict === undefined) throw makeUnknownOutcome(this.#kind, this.#attempt, sent);`,
    verdict: {
      noticedBy: ['test/client/ordering/other-callers.test.ts', 'test/client/ordering/store.test.ts'],
    },
  },
  {
    name: 'Time frees no key in memory either',
    about: 'money',
    file: 'src/client/ordering/once.ts',
    find: 'if (sent.isSame && conflict === undefined) throw makeUnknownOutcome(this.#kind, this.#attempt, sent);',
    replace: `if (hasSettled && this.#attempt.context.endsWithProcess && conflict === undefined) {
      if (await this.#record.replace(record, null)) await this.#budget?.release([record.claim]);
      return undefined;
    }
    if (sent.isSame && conflict === undefined) throw makeUnknownOutcome(this.#kind, this.#attempt, sent);`,
    verdict: {
      noticedBy: ['test/client/ordering/other-callers.test.ts', 'test/client/ordering/once.test.ts'],
    },
  },
  {
    name: 'Time frees nothing that is certainly placed, under no known id',
    about: 'money',
    file: 'src/client/ordering/once.ts',
    find: 'if (sent.isSame && conflict === undefined) throw makeUnknownOutcome(this.#kind, this.#attempt, sent);',
    replace: `if (hasSettled && record.state === 'placed' && record.id === undefined && conflict === undefined) {
      if (await this.#record.replace(record, null)) await this.#budget?.release([record.claim]);
      return undefined;
    }
    if (sent.isSame && conflict === undefined) throw makeUnknownOutcome(this.#kind, this.#attempt, sent);`,
    verdict: {
      noticedBy: [
        'test/client/ordering/duplicates.test.ts',
        'test/client/ordering/once.test.ts',
        'test/client/ordering/store.test.ts',
      ],
    },
  },
  {
    name: 'Time frees nothing that the service has lost',
    about: 'money',
    file: 'src/client/ordering/once.ts',
    find: 'if (sent.isSame && conflict === undefined) throw makeUnknownOutcome(this.#kind, this.#attempt, sent);',
    replace: `if (hasSettled && record.state === 'placed' && record.id !== undefined && conflict === undefined) {
      if (await this.#record.replace(record, null)) await this.#budget?.release([record.claim]);
      return undefined;
    }
    if (sent.isSame && conflict === undefined) throw makeUnknownOutcome(this.#kind, this.#attempt, sent);`,
    verdict: { noticedBy: ['test/client/ordering/once.test.ts', 'test/client/ordering/reused-ids.test.ts'] },
  },
  {
    name: 'A call that was not sent, because another process has the key, says so',
    file: 'src/client/ordering/errors.ts',
    find: "isUnsent ? 'not_sent' : 'unknown'",
    replace: "'unknown'",
    verdict: {
      noticedBy: ['test/client/ordering/store.test.ts', 'test/client/ordering/other-callers.test.ts'],
    },
  },
  {
    name: 'An order that was resolved as placed keeps its points, though its request was refused',
    file: 'src/client/ordering/recorded-order.ts',
    find: 'if (await this.#placing.record.free(claim))',
    replace: 'await this.#placing.record.free(claim);',
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'An order whose key was freed too early counts all the same',
    file: 'src/client/ordering/recorded-order.ts',
    find: 'const quote = marked.wasFree ? record.points : undefined;',
    replace: 'const quote = undefined;',
    verdict: { noticedBy: ['test/client/ordering/resolved-late.test.ts'] },
  },
  {
    name: 'A store that fails after the order does not hide the order',
    file: 'src/client/ordering/recorded-order.ts',
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
    find: 'if (sent === undefined || (isRequesterError',
    replace: 'if (sent !== undefined && (isRequesterError',
    verdict: {
      noticedBy: ['test/client/ordering/budget-store.test.ts', 'test/client/ordering/budget.test.ts'],
    },
  },
  {
    name: 'A plain order of unknown outcome keeps its points',
    file: 'src/client/ordering/place.ts',
    find: '(isRequesterError(error) && !mayHaveBeenDone(error))',
    replace: 'isRequesterError(error)',
    verdict: {
      noticedBy: ['test/client/ordering/budget.test.ts', 'test/client/ordering/budget-records.test.ts'],
    },
  },
  {
    name: 'A failed reading of the account is tried again by the next order',
    file: 'src/client/ordering/context.ts',
    find: `          readings.delete(token);
          throw error;`,
    replace: '          throw error;',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'A key that services may change is refused',
    file: 'src/base/names.ts',
    find: "if (key !== key.normalize()) return 'must be in Unicode form NFC';",
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/options.test.ts'] },
  },
  {
    name: 'Only with once does an order need a key',
    file: 'src/client/ordering/options.ts',
    find: "copyOwn(options)?.once === true ? explainKey(key.value ?? '', LONGEST_KEY) : undefined",
    replace: "explainKey(key.value ?? '', LONGEST_KEY)",
    verdict: { noticedBy: ['test/client/ordering/options.test.ts'] },
  },
  {
    name: 'A claim that a table of texts waits for is withdrawn when its lease is over, and its points go back',
    file: 'src/client/ordering/order-records.ts',
    find: 'if (ended !== undefined) await findBudget(ended)?.close(ended.claim);',
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
    find: 'if (written !== undefined && total.stamp === stamp) return written;',
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'A budget can be spent to its last point',
    file: 'src/client/ordering/budget.ts',
    find: 'const isReserved = points <= left;',
    replace: 'const isReserved = points < left;',
    verdict: { noticedBy: ['test/client/ordering/budget.test.ts'] },
  },
  {
    name: 'What is reserved is not left',
    file: 'src/client/ordering/budget.ts',
    find: 'reduce((left, { points }) => left - points, most - spent)',
    replace: 'reduce((left) => left, most - spent)',
    verdict: {
      noticedBy: ['test/client/ordering/budget.test.ts', 'test/client/ordering/affordability.test.ts'],
    },
  },
  {
    name: 'A quote counts the points of a killed process as left',
    file: 'src/client/ordering/budget.ts',
    find: 'if (affordable || !(await this.#findMore(own))) return',
    replace: 'return',
    verdict: { noticedBy: ['test/client/ordering/affordability.test.ts'] },
  },
  {
    name: 'A resolution with null that came too late gives no points back',
    about: 'money',
    file: 'src/client/resources/orders.ts',
    find: 'if (!(await record.resolve(state, id))) {',
    replace: 'if (!(await record.resolve(state, id)) && id !== null) {',
    verdict: { noticedBy: ['test/client/ordering/other-services.test.ts'] },
  },
];

const SEARCHING: readonly Mutant[] = [
  {
    name: 'A lagging 404 is not believed while the listing shows the order',
    file: 'src/client/ordering/search.ts',
    find: `error instanceof NotFoundError &&
        !(await kind.finder(options.signal).shows(id, key, lookback, options.signal));`,
    replace: 'error instanceof NotFoundError;',
    verdict: { noticedBy: ['test/client/ordering/found-orders.test.ts'] },
  },
  {
    name: 'A few steps down do not show that a listing is sorted',
    about: 'money',
    file: 'src/client/ordering/listing-scan.ts',
    find: 'const MIN_STEPS = 9;',
    replace: 'const MIN_STEPS = 8;',
    verdict: { noticedBy: ['test/client/ordering/listing-scan.test.ts'] },
  },
  {
    name: 'A step up shows that a listing is not sorted by id',
    about: 'money',
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
    about: 'money',
    file: 'src/client/ordering/listing-scan.ts',
    find: 'this.#knownInARow >= MAX_LATE_POSITIONS',
    replace: 'this.#knownInARow >= 1',
    verdict: {
      noticedBy: ['test/client/ordering/listing-scan.test.ts', 'test/client/ordering/order-finder.test.ts'],
    },
  },
  {
    name: 'Entries of one time with rising ids do not end a search',
    about: 'money',
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
    about: 'money',
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
    about: 'money',
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
    about: 'money',
    file: 'src/client/stores/store.ts',
    find: '(await store.now?.()) ?? Date.now()',
    replace: 'Date.now()',
    verdict: { noticedBy: ['test/client/stores/leases.test.ts', 'test/client/stores/guarded-store.test.ts'] },
  },
  {
    name: 'A guess alone does not decide that nothing changes',
    about: 'money',
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
    find: 'for (let tried = 0; tried < MAX_SWAPS; tried += 1)',
    replace: 'for (let tried = 0; tried < 10 * MAX_SWAPS; tried += 1)',
    verdict: { noticedBy: ['test/client/stores/guarded-store.test.ts'] },
  },
  {
    name: 'A plain order can be resolved',
    file: 'src/client/ordering/record.ts',
    find: 'mayBeKey(shown, plainKey ?? recordedKey)',
    replace: 'mayBeKey(shown, recordedKey) && shown === recordedKey',
    verdict: { noticedBy: ['test/client/ordering/budget-records.test.ts'] },
  },
  {
    name: 'A plain order is resolved by an order with its own key',
    file: 'src/client/ordering/record.ts',
    find: 'return mayBeKey(shown, plainKey ?? recordedKey);',
    replace: 'return plainKey !== undefined || mayBeKey(shown, recordedKey);',
    verdict: { noticedBy: ['test/client/ordering/budget-records.test.ts'] },
  },
  {
    name: 'A record names its budget before the points are reserved',
    file: 'src/client/ordering/recorded-order.ts',
    find: '{ points, budget: budget?.name }',
    replace: '{ points, budget: undefined }',
    verdict: { noticedBy: ['test/client/ordering/budget-records.test.ts'] },
  },
  {
    name: 'Whoever finds an order of another budget is told',
    file: 'src/client/ordering/context.ts',
    find: 'copyOwn({ name, onSpend: own?.onSpend })',
    replace: 'copyOwn({ name })',
    verdict: { noticedBy: ['test/client/ordering/budget-records.test.ts'] },
  },
  {
    name: 'A total made anew counts what is reserved',
    file: 'src/client/ordering/budget.ts',
    find: 'else open[record.claim] =',
    replace: 'else if (record.claim === undefined) open[record.claim] =',
    verdict: { noticedBy: ['test/client/ordering/budget-records.test.ts'] },
  },
  {
    name: 'A total that counts more than the records is made anew',
    file: 'src/client/ordering/budget.ts',
    find: 'if (hasEnded || this.#isCounted || this.name === undefined) return hasEnded;',
    replace: 'if (hasEnded !== undefined) return hasEnded;',
    verdict: { noticedBy: ['test/client/ordering/budget-records.test.ts'] },
  },
  {
    name: 'A total that is lost is made anew from the records',
    file: 'src/client/ordering/budget.ts',
    find: `const sum = await this.#sumRecords();
    return run`,
    replace: `const sum = NOTHING;
    return run`,
    verdict: { noticedBy: ['test/client/ordering/budget-records.test.ts'] },
  },
  {
    name: 'A 429 pauses the uploads of its account too',
    file: 'src/client/core/http/transport.ts',
    find: `    this.pause(ms, nameUploadLane(lane));
`,
    replace: '',
    verdict: {
      noticedBy: ['test/client/core/http/concurrency.test.ts', 'test/client/core/http/slots.test.ts'],
    },
  },
  {
    name: 'A 429 pauses the calls of its account alone',
    file: 'src/base/semaphore.ts',
    find: '!this.#pauses.has(lane.name)',
    replace: 'this.#pauses.size === 0',
    verdict: {
      noticedBy: ['test/client/ordering/tenants.test.ts', 'test/client/core/http/retrying.test.ts'],
    },
  },
  {
    name: 'A 429 pauses the calls of its account',
    file: 'src/client/core/http/transport.ts',
    find: 'this.#slots.pauseAccount(delay ?? retryAfter ?? 0, this.#lane(call));',
    replace: "this.#slots.pauseAccount(delay ?? retryAfter ?? 0, '');",
    verdict: { noticedBy: ['test/client/core/http/retrying.test.ts'] },
  },
  {
    name: 'The orders of a table are of the account of the table',
    file: 'src/client/core/http/deadline.ts',
    find: 'for (const signal of given) setSpan(combined, { ...getSpan(combined), ...getSpan(signal) });',
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/tenants.test.ts'] },
  },
  {
    name: 'Work that callers share runs in the context of none of them',
    file: 'src/client/ordering/shared-task.ts',
    find: 'runDetached(() => work(this.#controller.signal))',
    replace: 'work(this.#controller.signal)',
    verdict: { noticedBy: ['test/client/ordering/tenants.test.ts'] },
  },
  {
    name: 'The id of an account is remembered by its token',
    file: 'src/client/ordering/context.ts',
    find: 'let reading = readings.get(token);',
    replace: 'let reading = [...readings.values()][0];',
    verdict: { noticedBy: ['test/client/ordering/tenants.test.ts'] },
  },
  {
    name: 'Each account has searches of its own',
    file: 'src/client/ordering/order-finder.ts',
    find: 'const { token } = getSpan(signal);',
    replace: 'const token = undefined;',
    verdict: { noticedBy: ['test/client/ordering/tenants.test.ts'] },
  },
  {
    name: 'All calls of an order are of one account',
    file: 'src/client/core/http/http.ts',
    find: 'setSpan(signal, { ...getSpan(signal), token });',
    replace: 'setSpan(signal, { ...getSpan(signal) });',
    verdict: { noticedBy: ['test/client/ordering/tenants.test.ts'] },
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
    find: 'throw makeStoreError(error);',
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
    find: "new StoreError('the store failed', {",
    replace: `new StoreError(\`the store failed: \${Object(cause).message}\`, {`,
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
    about: 'money',
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
    about: 'money',
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
