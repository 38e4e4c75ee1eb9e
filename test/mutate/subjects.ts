import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const ordering = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `test/client/ordering/${name}.test.ts`);
const http = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `test/client/core/http/${name}.test.ts`);
const texts = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `test/localise/jobs/texts/${name}.test.ts`);
const checks = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `test/localise/checks/${name}.test.ts`);
const following = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `test/client/following/${name}.test.ts`);

/** What is changed, and the tests that should notice it: of the paths that fit, the first one counts. */
const SUBJECTS: readonly (readonly [path: string, tests: readonly string[]])[] = [
  [
    'src/client/ordering/listing-scan.ts',
    ordering('listing-scan', 'order-finder', 'search', 'replicas.long'),
  ],
  [
    'src/client/ordering/order-finder.ts',
    ordering('listing-scan', 'order-finder', 'search', 'replicas.long'),
  ],
  ['src/client/ordering/same-order.ts', ordering('same-order-fields', 'same-order', 'same-order-elsewhere')],
  ['src/client/ordering/options.ts', ordering('options')],
  ['src/client/ordering/errors.ts', ordering('errors')],
  ['src/client/ordering/budget.ts', ordering('budget-store', 'budget', 'record-model.long')],
  ['src/client/ordering/settle.ts', ordering('cancels', 'search', 'once')],
  ['src/client/ordering/sharing.ts', ordering('sharing', 'order-finder')],
  ['src/client/ordering/shared-task.ts', ordering('sharing', 'order-finder')],
  [
    'src/client/ordering/record.ts',
    [
      ...ordering('record-model.long', 'store', 'budget-store', 'found-orders', 'same-order-elsewhere'),
      ...texts('records', 'at-once'),
    ],
  ],
  [
    'src/client/ordering/once.ts',
    ordering(
      ...['store', 'duplicates', 'once', 'budget-store', 'found-orders'],
      ...['same-order-elsewhere', 'other-services'],
    ),
  ],
  [
    'src/client/ordering/',
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
  ['src/client/following/checkpoint.ts', following('log-position', 'follow', 'named-checkpoint')],
  ['src/client/following/log-check.ts', following('other-logs')],
  ['src/client/following/log-position.ts', following('log-position', 'follow')],
  ['src/client/following/errors.ts', following('errors')],
  ['src/client/following/retryable.ts', following('retryable')],
  ['src/client/following/poll-each.ts', following('retryable')],
  ['src/client/following/follow-options.ts', following('options')],
  ['src/client/following/wait-options.ts', following('options')],
  [
    'src/client/following/follow',
    following('follow', 'options', 'other-logs', 'odd-totals.long', 'requests', 'waits-alone', 'faults.long'),
  ],
  [
    'src/client/following/log-reader.ts',
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
    'src/client/following/listing-',
    following('listing-sweep', 'project-poller', 'waits-alone', 'shared-waits.long', 'waits'),
  ],
  [
    'src/client/following/event-poller.ts',
    following('event-poller', 'waits', 'waits-alone', 'shared-waits.long', 'waits-of-odd-answers.long'),
  ],
  [
    'src/client/following/wait',
    following('wait-rhythm', 'waits', 'waits-alone', 'shared-waits.long', 'waits-of-odd-answers.long'),
  ],
  [
    'src/client/following/',
    following(
      ...['log-position', 'follow', 'waits', 'waits-alone', 'shared-waits.long', 'waits-of-odd-answers.long'],
      ...['listing-sweep', 'other-logs', 'requests', 'faults.long'],
    ),
  ],
  ['src/client/stores/file-from-path.ts', ['test/node.test.ts']],
  ['src/client/stores/store-error.ts', ordering('errors', 'store', 'budget-store')],
  [
    'src/base/time-limit.ts',
    ['test/client/stores/redis-commands.test.ts', 'test/client/stores/check-store.test.ts'],
  ],
  [
    'src/client/stores/redis-',
    ['test/redis/redis-store.test.ts', 'test/client/stores/redis-commands.test.ts'],
  ],
  ['src/client/stores/sqlite-store.ts', ['test/client/stores/sqlite.test.ts']],
  [
    'src/client/stores/file-system.ts',
    [
      'stores/file-system',
      'stores/file',
      'stores/short-names',
      'command/texts',
      'command/project-folder',
    ].map((name) => `test/${name}.test.ts`),
  ],
  [
    'src/client/stores/',
    ['change', 'memory', 'leases', 'file', 'file-system', 'short-names', 'check-store', 'sqlite'].map(
      (name) => `test/client/stores/${name}.test.ts`,
    ),
  ],
  ['src/localise/checks/pseudo.ts', checks('pseudo')],
  [
    'src/localise/checks/placeholders/',
    [...checks('checking', 'pseudo'), ...texts('pieces', 'records', 'orders', 'results', 'input')],
  ],
  ['src/localise/checks/', [...checks('checking'), ...texts('results')]],
  ['src/localise/jobs/texts/send-back.ts', texts('send-back')],
  [
    'src/localise/jobs/texts/pieces/',
    [...checks('checking'), ...texts('pieces', 'records', 'orders', 'results', 'input')],
  ],
  [
    'src/localise/jobs/texts/',
    texts(
      ...['pieces', 'input', 'errors', 'records', 'orders', 'results'],
      ...['other-service', 'stopped.long', 'at-once', 'send-back'],
    ),
  ],
  [
    'src/localise/jobs/',
    [
      'test/localise/jobs/tasks.test.ts',
      ...texts('input', 'errors', 'records', 'orders', 'results'),
      ...['orders', 'collecting'].map((name) => `test/localise/jobs/documents/${name}.test.ts`),
    ],
  ],
  ['src/server/node-listener.ts', ['test/server/node-listener.test.ts']],
  [
    'src/server/callbacks',
    [
      'test/server/callbacks.test.ts',
      'test/server/callbacks/floods.long.test.ts',
      'test/server/callbacks/seen.test.ts',
    ],
  ],
  ['src/client/oauth', ['test/client/oauth.test.ts', 'test/secrets.test.ts']],
  [
    'src/client/core/paging/',
    [
      ...[
        'listing',
        'page-reader',
        'large-pages',
        'prefetch',
        'stale-pages',
        'unexpected-items',
        'replicas.long',
      ].map((name) => `test/client/core/paging/${name}.test.ts`),
      'test/client/ordering/replicas.long.test.ts',
    ],
  ],
  [
    'src/client/core/errors/',
    [
      ...['test/client/core/errors', 'test/secrets.test.ts'],
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
