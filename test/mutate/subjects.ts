import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const ordering = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `test/ordering/${name}.test.ts`);
const http = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `test/core/http/${name}.test.ts`);
const texts = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `test/texts/${name}.test.ts`);
const following = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `test/following/${name}.test.ts`);

/** What is changed, and the tests that should notice it: of the paths that fit, the first one counts. */
const SUBJECTS: readonly (readonly [path: string, tests: readonly string[]])[] = [
  ['src/ordering/listing-scan.ts', ordering('listing-scan', 'order-finder', 'search', 'replicas.long')],
  ['src/ordering/order-finder.ts', ordering('listing-scan', 'order-finder', 'search', 'replicas.long')],
  ['src/ordering/same-order.ts', ordering('same-order-fields', 'same-order', 'same-order-elsewhere')],
  ['src/ordering/options.ts', ordering('options')],
  ['src/ordering/errors.ts', ordering('errors')],
  ['src/ordering/budget.ts', ordering('budget-store', 'budget', 'record-model.long')],
  ['src/ordering/settle.ts', ordering('cancels', 'search', 'once')],
  ['src/ordering/sharing.ts', ordering('sharing', 'order-finder')],
  ['src/ordering/shared-task.ts', ordering('sharing', 'order-finder')],
  [
    'src/ordering/record.ts',
    [
      ...ordering('record-model.long', 'store', 'budget-store', 'found-orders', 'same-order-elsewhere'),
      ...texts('records', 'at-once'),
    ],
  ],
  [
    'src/ordering/once.ts',
    ordering(
      ...['store', 'duplicates', 'once', 'budget-store', 'found-orders'],
      ...['same-order-elsewhere', 'other-services'],
    ),
  ],
  [
    'src/ordering/',
    ordering(
      'duplicates',
      'store',
      'sharing',
      'found-orders',
      'once',
      'budget-store',
      'search',
      'same-order',
      'same-order-elsewhere',
      'budget',
      'other-services',
    ),
  ],
  ['src/following/checkpoint.ts', following('log-position', 'follow', 'named-checkpoint')],
  ['src/following/log-check.ts', following('other-logs')],
  ['src/following/log-position.ts', following('log-position', 'follow')],
  ['src/following/errors.ts', following('errors')],
  ['src/following/retryable.ts', following('retryable')],
  ['src/following/poll-each.ts', following('retryable')],
  ['src/following/follow-options.ts', following('options')],
  ['src/following/wait-options.ts', following('options')],
  [
    'src/following/follow',
    following('follow', 'options', 'other-logs', 'odd-totals.long', 'requests', 'waits-alone', 'faults.long'),
  ],
  [
    'src/following/log-reader.ts',
    following(
      'log-reader',
      'follow',
      'other-logs',
      'odd-totals.long',
      'requests',
      'waits-alone',
      'log-position',
    ),
  ],
  [
    'src/following/listing-',
    following('listing-sweep', 'project-poller', 'waits-alone', 'shared-waits.long', 'waits'),
  ],
  [
    'src/following/event-poller.ts',
    following('event-poller', 'waits', 'waits-alone', 'shared-waits.long', 'waits-of-odd-answers.long'),
  ],
  [
    'src/following/wait',
    following('wait-rhythm', 'waits', 'waits-alone', 'shared-waits.long', 'waits-of-odd-answers.long'),
  ],
  [
    'src/following/',
    following(
      ...['log-position', 'follow', 'waits', 'waits-alone', 'shared-waits.long', 'waits-of-odd-answers.long'],
      ...['listing-sweep', 'other-logs', 'requests', 'faults.long'],
    ),
  ],
  ['src/stores/file-from-path.ts', ['test/node.test.ts']],
  ['src/stores/store-error.ts', ordering('errors', 'store', 'budget-store')],
  ['src/base/time-limit.ts', ['test/stores/redis-commands.test.ts', 'test/stores/check-store.test.ts']],
  ['src/stores/redis-', ['test/redis/redis-store.test.ts', 'test/stores/redis-commands.test.ts']],
  ['src/stores/sqlite-store.ts', ['test/stores/sqlite.test.ts']],
  [
    'src/stores/file-system.ts',
    [
      'stores/file-system',
      'stores/file',
      'stores/short-names',
      'command/texts',
      'command/project-folder',
    ].map((name) => `test/${name}.test.ts`),
  ],
  [
    'src/stores/',
    ['change', 'memory', 'leases', 'file', 'file-system', 'short-names', 'check-store', 'sqlite'].map(
      (name) => `test/stores/${name}.test.ts`,
    ),
  ],
  ['src/texts/checking/', texts('checking', 'results')],
  ['src/texts/send-back.ts', texts('send-back')],
  ['src/texts/pseudo.ts', texts('pseudo')],
  ['src/texts/placeholders/', texts('pieces', 'checking', 'records', 'orders', 'results', 'input', 'pseudo')],
  ['src/texts/pieces/', texts('pieces', 'checking', 'records', 'orders', 'results', 'input')],
  [
    'src/texts/',
    texts(
      ...['pieces', 'input', 'errors', 'records', 'orders', 'results'],
      ...['other-service', 'stopped.long', 'at-once', 'send-back'],
    ),
  ],
  [
    'src/jobs/',
    [
      'test/jobs/tasks.test.ts',
      ...texts('input', 'errors', 'records', 'orders', 'results'),
      ...['orders', 'collecting'].map((name) => `test/documents/${name}.test.ts`),
    ],
  ],
  ['src/serving/node-listener.ts', ['test/serving/node-listener.test.ts']],
  [
    'src/callbacks',
    ['test/callbacks.test.ts', 'test/callbacks/floods.long.test.ts', 'test/callbacks/seen.test.ts'],
  ],
  ['src/oauth', ['test/oauth.test.ts', 'test/secrets.test.ts']],
  [
    'src/core/paging/',
    [
      ...[
        'listing',
        'page-reader',
        'large-pages',
        'prefetch',
        'stale-pages',
        'unexpected-items',
        'replicas.long',
      ].map((name) => `test/core/paging/${name}.test.ts`),
      'test/ordering/replicas.long.test.ts',
    ],
  ],
  [
    'src/core/errors/',
    [
      ...['test/core/errors', 'test/secrets.test.ts'],
      ...http('answers', 'any-fetch', 'retrying', 'deadlines', 'sending', 'call', 'stacks', 'usable-answers'),
    ],
  ],
];

/** The source files that are changed. */
export function filesToMutate(repository: string): readonly string[] {
  return readdirSync(join(repository, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name}`)
    .filter((path) => path.endsWith('.ts') && SUBJECTS.some(([begin]) => path.startsWith(begin)))
    .sort();
}

/** The tests that belong to a source file. */
export function testsOf(path: string): readonly string[] {
  return SUBJECTS.find(([begin]) => path.startsWith(begin))?.[1] ?? [];
}
