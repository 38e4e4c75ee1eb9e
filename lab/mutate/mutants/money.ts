import type { Mutant } from '../mutant.ts';

/** When something is sent, and what frees a key. */
const SENDING: readonly Mutant[] = [
  {
    name: 'Nothing is sent before the record says so',
    file: 'src/client/ordering/record.ts',
    find: `const next: SentRecord = { state: 'sent', ...toCommon(found), at };
      return { result: next, next };`,
    replace: `const next: SentRecord = { state: 'sent', ...toCommon(found), at };
      return { result: next };`,
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'A call whose claim was lost sends nothing',
    file: 'src/client/ordering/recorded-order.ts',
    find: "return sent === undefined ? 'stop' : 'send';",
    replace: "return 'send';",
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'A call remembers that its request was sent',
    file: 'src/client/ordering/recorded-order.ts',
    find: 'begins: () => note(sent),',
    replace: 'begins: () => undefined,',
    verdict: { noticedBy: ['test/client/ordering/once.test.ts'] },
  },
  {
    name: 'A price is written into no claim of another process',
    file: 'src/client/ordering/record.ts',
    find: "if (found?.claim !== claim || found.state !== 'claimed') return { result: undefined };",
    replace: "if (found?.state !== 'claimed') return { result: undefined };",
    verdict: { noticedBy: ['test/client/ordering/counted-points.test.ts'] },
  },
  {
    name: 'The price of an order that was sent does not change',
    file: 'src/client/ordering/record.ts',
    find: "if (found?.claim !== claim || found.state !== 'claimed') return { result: undefined };",
    replace: 'if (found?.claim !== claim) return { result: undefined };',
    verdict: { noticedBy: ['test/client/ordering/counted-points.test.ts'] },
  },
  {
    name: 'An order that was withdrawn is not claimed again',
    file: 'src/client/ordering/record.ts',
    find: "found.state === 'claimed' && isLeaseOver(found.until, now, CLAIM_LEASE);",
    replace:
      "found.state === 'withdrawn' || (found.state === 'claimed' && isLeaseOver(found.until, now, CLAIM_LEASE));",
    verdict: { noticedBy: ['test/client/ordering/order-records.test.ts'] },
  },
  {
    name: 'A table takes back no text of an order that was sent',
    file: 'src/client/ordering/order-records.ts',
    find: "return state.state === 'withdrawn';",
    replace: 'return true;',
    verdict: { noticedBy: ['test/client/ordering/order-records.test.ts'] },
  },
  {
    name: 'A 5xx frees no key, even in the form of the service',
    file: 'src/client/core/errors/judge-write.ts',
    find: 'status >= 400 && status < 500 && status !== 408',
    replace: 'status >= 400 && status !== 408',
    verdict: { noticedBy: ['test/client/core/errors/judge-write.test.ts'] },
  },
  {
    name: 'In memory, an order is searched for before it is sent, whatever its lookback',
    file: 'src/client/ordering/once.ts',
    find: 'if (lookback > 0 || context.endsWithProcess) {',
    replace: 'if (lookback > 0) {',
    verdict: { noticedBy: ['test/client/ordering/first-search.test.ts'] },
  },
  {
    name: 'A key has no character that a service may replace',
    file: 'src/base/names.ts',
    find: 'if (key.search(UNKEPT) >= 0) {',
    replace: "if (key === '') {",
    verdict: { noticedBy: ['test/client/ordering/kept-keys.test.ts'] },
  },
  {
    name: 'A key has one Unicode form',
    file: 'src/base/names.ts',
    find: "if (key !== key.normalize()) return 'must be in Unicode form NFC';",
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/options.test.ts', 'test/base/names.test.ts'] },
  },
  {
    name: 'A key is no longer than every service keeps',
    file: 'src/base/names.ts',
    find: 'new Blob([key]).size > longest',
    replace: 'key.length > longest',
    verdict: { noticedBy: ['test/client/ordering/options.test.ts', 'test/base/names.test.ts'] },
  },
];

/** Whose an order is. */
const ACCOUNTS: readonly Mutant[] = [
  {
    name: 'An order has one token from beginning to end',
    file: 'src/client/core/http/http.ts',
    find: `      setSpan(signal, { ...getSpan(signal), token });
      return work(own);`,
    replace: '      return work(own);',
    verdict: { noticedBy: ['test/client/ordering/whose-order.test.ts'] },
  },
  {
    name: 'The account of a call is that of its own token',
    file: 'src/client/ordering/context.ts',
    find: 'let reading = readings.get(token);',
    replace: 'let reading = readings.values().next().value;',
    verdict: { noticedBy: ['test/client/ordering/whose-order.test.ts'] },
  },
  {
    name: 'Accounts share no search',
    file: 'src/client/ordering/order-finder.ts',
    find: 'const { token } = getSpan(signal);',
    replace: "const token = getSpan(signal) ? '' : undefined;",
    verdict: { noticedBy: ['test/client/ordering/whose-order.test.ts'] },
  },
  {
    name: 'Two accounts may have orders with one key',
    file: 'src/client/ordering/record.ts',
    find: '{account}:$',
    replace: "{account && ''}:$",
    verdict: {
      noticedBy: ['test/client/ordering/sharing.test.ts', 'test/client/ordering/other-callers.test.ts'],
    },
  },
  {
    name: 'A project and a simple question may have one key',
    file: 'src/client/ordering/record.ts',
    find: '{kind}:$',
    replace: "{kind && 'simple'}:$",
    verdict: { noticedBy: ['test/client/ordering/once.test.ts', 'test/client/ordering/budget.test.ts'] },
  },
  {
    name: 'Clients of two services share no memory',
    file: 'src/client/stores/memory-store.ts',
    find: '() => new Map<string, MemoryTexts>()), service];',
    replace: "() => new Map<string, MemoryTexts>()), service && ''];",
    verdict: { noticedBy: ['test/client/ordering/services-without-store.test.ts'] },
  },
];

/** Which order is the one that was asked for. */
const SAME: readonly Mutant[] = [
  {
    name: 'What was sent under a key is the order only if it is equal',
    file: 'src/client/ordering/once.ts',
    find: 'isSame: record.fingerprint === this.#fingerprint, cause',
    replace: 'isSame: true, cause',
    verdict: { noticedBy: ['test/client/ordering/store.test.ts'] },
  },
  {
    name: 'A recorded id is compared before it is believed',
    file: 'src/client/ordering/sent-order.ts',
    find: 'const compared = isSame && isAsShown ? []',
    replace: 'const compared = isSame ? []',
    verdict: {
      noticedBy: ['test/client/ordering/reused-ids.test.ts', 'test/client/ordering/two-services.test.ts'],
    },
  },
  {
    name: 'A recorded order is one that the service shows as before',
    file: 'src/client/ordering/sent-order.ts',
    find: 'record.shown === computeFingerprint([kind.describe(existing.data)]) &&',
    replace: "record.shown !== '' &&",
    verdict: {
      noticedBy: ['test/client/ordering/reused-ids.test.ts', 'test/client/ordering/two-services.test.ts'],
    },
  },
  {
    name: 'A recorded order is one that the service shows with its key',
    file: 'src/client/ordering/sent-order.ts',
    find: 'kind.readKeys(existing.data).some((shown) => mayBeKey(shown, key));',
    replace: 'kind.readKeys(existing.data).length > 0;',
    verdict: { noticedBy: ['test/client/ordering/two-services.test.ts'] },
  },
  {
    name: 'What a search finds has the content',
    file: 'src/client/ordering/search.ts',
    find: 'if (differences.length === 0) same.push(existing);',
    replace: 'if (differences.length >= 0) same.push(existing);',
    verdict: { noticedBy: ['test/client/ordering/same-order.test.ts'] },
  },
  {
    name: 'Another file is another order',
    file: 'src/client/ordering/same-order.ts',
    find: "...(isFile ? compareValue('source_id', asked.source_id, question.question_source_id) : []),",
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/same-order.test.ts'] },
  },
  {
    name: 'A project with other letter counts than its quote is another order',
    file: 'src/client/ordering/same-order.ts',
    find: "compareValue('questions[].letter_count', letter_count, count),",
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/same-order.test.ts'] },
  },
  {
    name: 'A person can resolve an order only with one that has its key',
    file: 'src/client/resources/orders.ts',
    find: 'if (id !== null && !hasKey) throw',
    replace: 'if (id === 0) throw',
    verdict: { noticedBy: ['test/client/ordering/resolved-wrongly.test.ts'] },
  },
  {
    name: 'A person can free no key of an order that the service shows',
    file: 'src/client/resources/orders.ts',
    find: 'if (id === null && hasKey && keys.some(Boolean))',
    replace: 'if (id === 0)',
    verdict: { noticedBy: ['test/client/ordering/resolved-wrongly.test.ts'] },
  },
];

/** What a search must have read before it finds nothing. */
const SEARCHES: readonly Mutant[] = [
  {
    name: 'Nobody joins a search that has begun before the call',
    file: 'src/client/ordering/order-finder.ts',
    find: 'if (this.#next?.search === search) this.#next = undefined;',
    replace: '',
    verdict: {
      noticedBy: ['test/client/ordering/order-finder.test.ts', 'test/client/ordering/sharing.test.ts'],
    },
  },
  {
    name: 'Nobody joins a search with a shorter lookback',
    file: 'src/client/ordering/order-finder.ts',
    find: ' || next.lookback < lookback)',
    replace: ')',
    verdict: { noticedBy: ['test/client/ordering/order-finder.test.ts'] },
  },
  {
    name: 'The clock of the service decides how far back a search goes',
    file: 'src/client/ordering/order-finder.ts',
    find: '(this.#now() ?? Math.min(Date.now(), scan.newest)) - lookback',
    replace: 'Date.now() - lookback',
    verdict: { noticedBy: ['test/client/ordering/order-finder.test.ts'] },
  },
  {
    name: 'Without the clock of the service, the newest entry is the time',
    file: 'src/client/ordering/order-finder.ts',
    find: 'Math.min(Date.now(), scan.newest)',
    replace: 'Date.now()',
    verdict: { noticedBy: ['test/client/ordering/order-finder.test.ts'] },
  },
  {
    name: 'A search with a longer lookback reads on among entries that others have read',
    file: 'src/client/ordering/order-finder.ts',
    find: '(scan.isCaughtUp && this.#completeSince <= since())',
    replace: 'scan.isCaughtUp',
    verdict: { noticedBy: ['test/client/ordering/order-finder.test.ts'] },
  },
  {
    name: 'What two searches have left out between them is read',
    file: 'src/client/ordering/order-finder.ts',
    find: 'isContiguous ? this.#completeSince : Number.POSITIVE_INFINITY,',
    replace: 'this.#completeSince,',
    verdict: { noticedBy: ['test/client/ordering/order-finder.test.ts'] },
  },
  {
    name: 'A total below one that an earlier search has seen is not believed',
    file: 'src/client/ordering/order-finder.ts',
    find: 'shown: this.#shown })',
    replace: 'shown: { highest: Number.NEGATIVE_INFINITY } })',
    verdict: { noticedBy: ['test/client/ordering/lagging-copies.test.ts'] },
  },
  {
    name: 'A listing is read whole before an order counts as gone',
    file: 'src/client/ordering/order-finder.ts',
    find: `    this.#completeSince = Number.POSITIVE_INFINITY;
`,
    replace: '',
    verdict: {
      noticedBy: [
        'test/client/ordering/lagging-replicas.test.ts',
        'test/client/ordering/order-finder.test.ts',
      ],
    },
  },
  {
    name: 'A search without totals reads its last page again',
    file: 'src/client/core/paging/page-reader.ts',
    find: 'const BARREN_ENDS = 2;',
    replace: 'const BARREN_ENDS = 0;',
    verdict: { noticedBy: ['test/client/ordering/lagging-copies.test.ts'] },
  },
];

/** What an order counts for, and what is left. */
const BUDGETS: readonly Mutant[] = [
  {
    name: 'A record that could not be written as placed ends its reservation',
    file: 'src/client/ordering/recorded-order.ts',
    find: `    if (marked === undefined) return;
`,
    replace: `    marked ??= { wasFree: false, points: price };
`,
    verdict: { noticedBy: ['test/client/ordering/counted-points.test.ts'] },
  },
  {
    name: 'A price that is read after an order was counted changes what it counts for',
    file: 'src/client/ordering/record.ts',
    find: '(isCounted ? found.points : undefined) ?? record.points',
    replace: 'record.points',
    verdict: { noticedBy: ['test/client/ordering/counted-points.test.ts'] },
  },
  {
    name: 'maxPoints is compared with the price',
    file: 'src/client/ordering/recorded-order.ts',
    find: 'checkPrice(kind, quoted, maxPoints);',
    replace: 'checkPrice(kind, quoted);',
    verdict: { noticedBy: ['test/client/ordering/budget.test.ts'] },
  },
  {
    name: 'What a budget has left is compared with the price',
    file: 'src/client/ordering/recorded-order.ts',
    find: 'checkPrice(kind, quoted, left);',
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/budget.test.ts'] },
  },
  {
    name: 'A quote without a price is within no limit',
    file: 'src/client/ordering/recorded-order.ts',
    find: 'if (!(price <= most)) throw',
    replace: 'if (price > most) throw',
    verdict: { noticedBy: ['test/client/ordering/budget.test.ts'] },
  },
  {
    name: 'maxPoints counts for an order without a key',
    file: 'src/client/ordering/place.ts',
    find: `      checkPrice(kind, quote, maxPoints);
`,
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/budget.test.ts'] },
  },
  {
    name: 'A budget counts orders without a key',
    file: 'src/client/ordering/place.ts',
    find: 'if (budget === undefined) {',
    replace: 'if (budget !== null) {',
    verdict: { noticedBy: ['test/client/ordering/budget.test.ts'] },
  },
  {
    name: 'A budget has the points reserved before the order is sent',
    file: 'src/client/ordering/budget.ts',
    find: 'const open = isReserved ? { ...others, [claim]: { points, recordKey } } : others;',
    replace: 'const open = others;',
    verdict: { noticedBy: ['test/client/ordering/budget.test.ts'] },
  },
  {
    name: 'What was spent is not left',
    file: 'src/client/ordering/budget.ts',
    find: 'const next = { ...total, spent: total.spent + points, open };',
    replace: 'const next = { ...total, open };',
    verdict: { noticedBy: ['test/client/ordering/budget.test.ts'] },
  },
  {
    name: 'An order that costs more than its quote counts with its price',
    file: 'src/client/ordering/budget.ts',
    find: 'placed.price > quote ? placed.price : quote',
    replace: 'quote',
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'An order that costs less than its quote counts with its quote',
    file: 'src/client/ordering/budget.ts',
    find: 'placed.price > quote ? placed.price : quote',
    replace: 'placed.price',
    verdict: { noticedBy: ['test/client/ordering/budget.test.ts'] },
  },
  {
    name: 'The record of an order keeps the greater of price and quote',
    file: 'src/client/ordering/recorded-order.ts',
    find: 'price > points ? price : points',
    replace: 'points',
    verdict: { noticedBy: ['test/client/ordering/counted-points.test.ts'] },
  },
  {
    name: 'The record of an order that costs less keeps its quote',
    file: 'src/client/ordering/recorded-order.ts',
    find: 'price > points ? price : points',
    replace: 'price',
    verdict: { noticedBy: ['test/client/ordering/counted-points.test.ts'] },
  },
  {
    name: 'An order that was found counts',
    file: 'src/client/ordering/recorded-order.ts',
    find: `    await findBudget(record)?.close(record.claim, spent);
`,
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/budget.test.ts'] },
  },
  {
    name: 'An order that a person has resolved with an id counts',
    file: 'src/client/resources/orders.ts',
    find: '?.close(claim, placed);',
    replace: '?.close(claim);',
    verdict: { noticedBy: ['test/client/ordering/other-services.test.ts'] },
  },
  {
    name: 'A budget of another name is not that of the client',
    file: 'src/client/ordering/context.ts',
    find: 'if (last !== undefined && name === last.name) return last;',
    replace: 'if (last !== undefined) return last;',
    verdict: {
      noticedBy: [
        'test/client/ordering/counted-points.test.ts',
        'test/client/ordering/budget-records.test.ts',
        'test/client/ordering/monthly-budgets.test.ts',
      ],
    },
  },
  {
    name: 'An order stays in the budget of the month in which it began',
    file: 'src/client/ordering/recorded-order.ts',
    find: 'const { kind, budget, record, recordKey } = this.#placing;',
    replace: `const { kind, context, record, recordKey } = this.#placing;
    const budget = await context.currentBudget?.();`,
    verdict: { noticedBy: ['test/client/ordering/monthly-budgets.test.ts'] },
  },
  {
    name: 'The name of a budget goes by the clock of the store',
    file: 'src/client/ordering/context.ts',
    find: 'readBudgetName(name, await store.now())',
    replace: 'readBudgetName(name, Date.now())',
    verdict: { noticedBy: ['test/client/ordering/monthly-budgets.test.ts'] },
  },
  {
    name: 'A function that gives no name of a budget is refused',
    file: 'src/client/ordering/budget.ts',
    find: 'if (isName(name)) return name;',
    replace: 'if (name !== null) return String(name);',
    verdict: { noticedBy: ['test/client/ordering/monthly-budgets.test.ts'] },
  },
  {
    name: 'A record names the budget that counts it',
    file: 'src/client/ordering/recorded-order.ts',
    find: '{ points, budget: budget?.name }',
    replace: '{ points }',
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'The record of an order that was sent keeps its points',
    file: 'src/client/ordering/record.ts',
    find: `  service,
  points,
  budget,
});`,
    replace: `  service,
  budget,
});`,
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'The record of an order that was sent keeps its budget',
    file: 'src/client/ordering/record.ts',
    find: `  service,
  points,
  budget,
});`,
    replace: `  service,
  points,
});`,
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'A total that the store has lost is made anew',
    file: 'src/client/ordering/budget.ts',
    find: 'if (text === undefined && isShared) return { result: undefined };',
    replace: 'if (text === undefined && isShared === undefined) return { result: undefined };',
    verdict: { noticedBy: ['test/client/ordering/counted-points.test.ts'] },
  },
  {
    name: 'A total that is made anew has what was spent',
    file: 'src/client/ordering/budget.ts',
    find: 'record.id !== undefined && !isOpen) spent += record.points;',
    replace: 'record.id !== undefined && !isOpen) spent += 0;',
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'A total that is made anew has what is reserved',
    file: 'src/client/ordering/budget.ts',
    find: 'else open[record.claim] = { points: record.points, recordKey };',
    replace: 'else readRecordKind(recordKey);',
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'A total that is made anew has no order of another budget',
    file: 'src/client/ordering/budget.ts',
    find: ' || record.budget !== this.name || ',
    replace: ' || ',
    verdict: { noticedBy: ['test/client/ordering/counted-points.test.ts'] },
  },
  {
    name: 'The points of an order that was sent stay reserved when its process has ended',
    file: 'src/client/ordering/budget.ts',
    find: 'if (record !== undefined && !isPlaced) continue;',
    replace: "if (record?.state === 'claimed') continue;",
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'An order that a killed process has placed counts',
    file: 'src/client/ordering/budget.ts',
    find: 'await this.close(claim, placed);',
    replace: 'await this.close(claim, placed && undefined);',
    verdict: { noticedBy: ['test/localise/jobs/budgets.test.ts'] },
  },
  {
    name: 'A change of a budget that the client of the store has repeated counts once',
    file: 'src/client/ordering/budget.ts',
    find: 'if (written !== undefined && total.stamp === stamp) return written;',
    replace: '',
    verdict: { noticedBy: ['test/client/ordering/budget-store.test.ts'] },
  },
  {
    name: 'An order that a table finds keeps the points that were reserved for it',
    file: 'src/client/ordering/order-records.ts',
    find: 'points: Math.max(points, found?.points ?? 0) }',
    replace: 'points }',
    verdict: { noticedBy: ['test/client/ordering/counted-points.test.ts'] },
  },
];

/** What a store keeps. */
const STORES: readonly Mutant[] = [
  {
    name: 'A swap in memory compares',
    file: 'src/client/stores/memory-store.ts',
    find: 'if (read(texts, key) !== previous) return false;',
    replace: '',
    verdict: { noticedBy: ['test/client/stores/check-store.test.ts', 'test/client/stores/memory.test.ts'] },
  },
  {
    name: 'A swap in files compares',
    file: 'src/client/stores/file-store.ts',
    find: 'if (value?.text !== previous) return false;',
    replace: '',
    verdict: { noticedBy: ['test/client/stores/file.test.ts'] },
  },
  {
    name: 'A new text in SQLite replaces none',
    file: 'src/client/stores/sqlite-store.ts',
    find: 'INSERT OR IGNORE INTO',
    replace: 'INSERT OR REPLACE INTO',
    verdict: { noticedBy: ['test/client/stores/sqlite.test.ts'] },
  },
  {
    name: 'Of merged records the one that got furthest holds, and not the older one',
    file: 'src/client/stores/merged-texts.ts',
    find: 'return 2 * STATES.indexOf(state) + Number(isKnown);',
    replace: 'return 0 * STATES.indexOf(state) * Number(isKnown);',
    verdict: { noticedBy: ['test/client/stores/merged.test.ts'] },
  },
  {
    name: 'Of merged records one that was sent holds before one that was withdrawn',
    file: 'src/client/stores/merged-texts.ts',
    find: "['claimed', 'withdrawn', 'sent', 'placed']",
    replace: "['claimed', 'sent', 'withdrawn', 'placed']",
    verdict: { noticedBy: ['test/client/stores/merged.test.ts'] },
  },
  {
    name: 'Of merged records one that knows its order holds',
    file: 'src/client/stores/merged-texts.ts',
    find: '+ Number(isKnown)',
    replace: '+ Number(isKnown) * 0',
    verdict: { noticedBy: ['test/client/stores/merged.test.ts'] },
  },
  {
    name: 'Of merged totals of a budget none holds',
    file: 'src/client/stores/merged-texts.ts',
    find: "if (key.startsWith('budget ')) return undefined;",
    replace: '',
    verdict: { noticedBy: ['test/client/stores/merged.test.ts'] },
  },
];

/** What tables and documents order. */
const JOBS: readonly Mutant[] = [
  {
    name: 'A text of a table is in one order',
    file: 'src/localise/jobs/texts/layout.ts',
    find: 'const pieces = all.map((piece) => (open.has(piece) ? piece : -1));',
    replace: 'const pieces = all;',
    verdict: {
      noticedBy: ['test/localise/jobs/texts/orders.test.ts', 'test/localise/jobs/texts/records.test.ts'],
    },
  },
  {
    name: 'An order of a table that may have been sent keeps its texts before one that nobody has sent',
    file: 'src/localise/jobs/texts/layout.ts',
    find: "return record.state === 'unknown' || kept.has(record.key) ? 2 : 3;",
    replace: 'return kept.has(record.key) ? 2 : 3;',
    verdict: { noticedBy: ['test/localise/jobs/sent-orders.test.ts'] },
  },
  {
    name: 'An order of a table that was sent is not planned again',
    file: 'src/localise/jobs/engine/memory.ts',
    find: "  sent: 'unknown',",
    replace: "  sent: 'unsent',",
    verdict: { noticedBy: ['test/localise/jobs/budgets.test.ts'] },
  },
  {
    name: 'A table forgets no order that it could not withdraw',
    file: 'src/localise/jobs/engine/memory.ts',
    find: 'if (await this.records.withdraw(record, options))',
    replace: 'if ((await this.records.withdraw(record, options)) || record)',
    verdict: { noticedBy: ['test/localise/jobs/sent-orders.test.ts'] },
  },
  {
    name: 'After an order was withdrawn, a table is planned again',
    file: 'src/localise/jobs/engine/run.ts',
    find: 'if (stale.length > 0) return false;',
    replace: '',
    verdict: {
      noticedBy: ['test/localise/jobs/texts/at-once.test.ts', 'test/localise/jobs/texts/orders.test.ts'],
    },
  },
  {
    name: 'What a table remembers of another order is not that of its record',
    file: 'src/localise/jobs/engine/memory.ts',
    find: 'placed: placed?.id === id ? placed : undefined',
    replace: 'placed',
    verdict: {
      noticedBy: ['test/localise/jobs/texts/records.test.ts', 'test/localise/jobs/forged-records.test.ts'],
    },
  },
];

/** What a loop over events has read. */
const EVENTS: readonly Mutant[] = [
  {
    name: 'An event counts as handled only after it was read',
    file: 'src/client/following/follow.ts',
    find: `      if (isSelected) yield event as Event;
      position.markHandled(event.id);`,
    replace: `      position.markHandled(event.id);
      if (isSelected) yield event as Event;`,
    verdict: { noticedBy: ['test/client/following/unread-events.test.ts'] },
  },
];

/** Rules that cost money when they are broken. More of them are in the lists of the wings, with `about: 'money'`. */
export const MONEY: readonly Mutant[] = [
  ...SENDING,
  ...ACCOUNTS,
  ...SAME,
  ...SEARCHES,
  ...BUDGETS,
  ...STORES,
  ...JOBS,
  ...EVENTS,
];
