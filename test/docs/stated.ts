import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import ceilings from '../../.size-limit.ts';

/** A figure that a page states: its words there, and where it comes from. */
export type Stated = readonly [words: string, source: string];

const ORDERING = 'src/client/ordering';
const FOLLOWING = 'src/client/following';
const CALLBACKS = 'src/server/callbacks';
const SANDBOX = 'src/sandbox';
const SETTLE = 'src/client/core/http/recently-seen.ts DEFAULT_SETTLE';

/**
 * Every figure of the pages that has a unit and is not measured. The first number of the words is the value of the source: a
 * constant or a default of the code; or else it stands in the file that is named, as a test or another page has it.
 */
export const STATED: Readonly<Record<string, readonly Stated[]>> = {
  'scripts/README.md': [['more than 5 MB', 'scripts/placeholders.ts MAX_UNPACKED_BYTES']],
  'docs/browsers.md': [
    ['have 10 s together', 'src/server/proxy/handler.ts LONGEST_SEARCH'],
    ['64 KiB in each', 'src/server/proxy/sender.ts LEAST'],
    ['30 s in which the proxy waits', 'src/base/http.ts SLOWEST_BODY'],
    ['30 s in all', 'src/base/http.ts SLOWEST_BODY'],
    ['8 MiB', 'src/server/proxy/handler.ts LONGEST_BODY'],
    ['200,000 values', 'src/server/proxy/route.ts MOST_VALUES'],
    ['100 levels', 'src/server/proxy/route.ts DEEPEST'],
    ['bodies over 64 KiB', 'src/server/proxy/handler.ts LARGE'],
    ['at most 32 MiB', 'src/base/http.ts LONGEST_REST'],
    ['for 30 s at most', 'src/base/http.ts SLOWEST_BODY'],
  ],
  'docs/callbacks.md': [
    ['has 25 s', `${CALLBACKS}/dispatcher.ts DEFAULT_TIMEOUT`],
    ['slower than 30 s', 'src/base/http.ts SLOWEST_BODY'],
    ['over 1 MiB', `${CALLBACKS}/delivery.ts LONGEST_DELIVERY`],
    ['last 10,000 handled events', `${CALLBACKS}/seen.ts MAX_REMEMBERED`],
    ['handled again 10 minutes', `${CALLBACKS}/seen.ts DELIVERY_LEASE`],
    ['differ by 10 minutes', `${CALLBACKS}/seen.ts DELIVERY_LEASE`],
    ['text for 100,000 ids', `${CALLBACKS}/seen.ts BLOCK`],
    ['`requester` has 10 s', `${CALLBACKS}/accounts.ts LONGEST_SEARCH`],
    ['`seen` or the store 10 s', 'src/base/concurrency.ts ANSWER_TIMEOUT'],
    ['reading of an event 20 s', `${CALLBACKS}/event-reader.ts LONGEST_READ`],
    ['after 10 s they get', `${CALLBACKS}/event-reader.ts LONGEST_WAIT`],
    ['At most 32 calls', `${CALLBACKS}/accounts.ts SEARCHES_AT_ONCE`],
    ['at most 20 fields', `${CALLBACKS}/delivery.ts MOST_FIELDS`],
    ['at most 200 characters', `${CALLBACKS}/delivery.ts LONGEST_KEPT_TEXT`],
  ],
  'docs/configuration.md': [['16 characters or more', 'src/client/core/http/headers.ts SHORTEST_SECRET']],
  'docs/command.md': [
    ['24 hours', 'docs/service.md'],
    ['31 days', 'src/localise/jobs/engine/options.ts TABLE_LOOKBACK'],
  ],
  'docs/errors.md': [
    ['at most 8 seconds', 'src/base/backoff.ts LONGEST_BACKOFF'],
    ['at most 200 characters', 'src/client/core/http/answer.ts LONGEST_REQUEST_ID'],
    ['at most 15 characters', 'src/client/core/http/any-request.ts LONGEST_ID'],
  ],
  'docs/files.md': [['120 seconds', 'src/client/core/http/download.ts IDLE_TIMEOUT']],
  'docs/following.md': [
    ['`interval` (5 s)', `${FOLLOWING}/wait-options.ts interval`],
    ['`maxInterval` (60 s) while nothing changes', `${FOLLOWING}/wait-options.ts maxInterval`],
    ['`interval` (10 s)', `${FOLLOWING}/follow.ts interval`],
    ['`maxInterval` (60 s) while no event comes', `${FOLLOWING}/follow.ts maxInterval`],
    ['400 ids', `${FOLLOWING}/checkpoint.ts MAX_RECENT`],
    ['less than 4 kB', 'test/client/following/follow.test.ts'],
    ['each 15 events', `${SANDBOX}/events/event-numbers.ts`],
    ['8 MiB by default', 'src/client/core/http/settings.ts maxAnswerSize'],
    ['10 minutes later', `${FOLLOWING}/event-poller.ts SWEEP_TIME`],
    ['up to 1,000 waits', `${FOLLOWING}/event-poller.ts MAX_SWEEP_QUESTIONS`],
    ['up to 11 at each poll', `${FOLLOWING}/event-poller.ts MAX_READS`],
    ['at most 6 seconds', 'test/client/following/event-poller.test.ts'],
    ['only when 30 s', SETTLE],
    ['at most 100 visible events', `${FOLLOWING}/log-position.ts MAX_NEWER`],
    ['over 100 events', `${FOLLOWING}/log-reader.ts PER_PAGE`],
  ],
  'docs/locale-files.md': [
    ['64 MiB', 'src/localise/files/limits.ts MAX_SIZE'],
    ['250,000 messages', 'src/localise/files/limits.ts MAX_ENTRIES'],
    ['2,000,000 values', 'src/localise/files/limits.ts MAX_PARTS'],
    ['1,000 columns', 'src/localise/files/formats/csv/rows.ts MAX_COLUMNS'],
    ['100 levels', 'src/localise/files/limits.ts MAX_DEPTH'],
    ['1,048,576 letters', 'src/localise/files/limits.ts MAX_TEXT'],
  ],
  'docs/operations.md': [
    ['7 days by default', `${ORDERING}/options.ts SEARCH_LOOKBACK`],
    ['`maxRetryAfter` (60 s)', 'src/client/core/http/settings.ts maxRetryAfter'],
    ['look back 31 days', 'src/localise/jobs/engine/options.ts TABLE_LOOKBACK'],
  ],
  'docs/ordering.md': [
    ['255 characters', 'docs/service.md'],
    ['at least 16 characters', `${SANDBOX}/routes/simple-translations.ts MIN_REASON`],
  ],
  'docs/paid-orders.md': [
    ['after 1.5 s with a warning', `${ORDERING}/wait-budget.ts SILENT_TIME`],
    ['for 60 s', `${ORDERING}/record.ts CLAIM_LEASE`],
    ['255 bytes', `${ORDERING}/options.ts LONGEST_KEY`],
    ['7 days', `${ORDERING}/options.ts SEARCH_LOOKBACK`],
    ['to 30 s', SETTLE],
    ['`settle` (30 s)', SETTLE],
    ['takes 3 requests', 'test/docs/requests.test.ts'],
    ['100 entries', 'test/docs/requests.test.ts'],
  ],
  'docs/sandbox.md': [
    ['at least 8 characters', `${SANDBOX}/transport/callers.ts SHORTEST_TOKEN`],
    ['every 5 s', `${SANDBOX}/controls/autopilot.ts DEFAULT_PACE`],
    ['100 deliveries', `${SANDBOX}/controls/deliveries.ts MAX_RUNNING`],
    ['by 5 minutes', `${SANDBOX}/desk/top.tsx`],
    ['4 MiB', 'src/command/sandbox/seed-file.ts MAX_SEED_SIZE'],
    ['forms to 10 MiB', `${SANDBOX}/http/parsed-request.ts MAX_TEXT_BYTES`],
    ['uploads to 100 MiB', `${SANDBOX}/http/parsed-request.ts MAX_FILE_BYTES`],
    ['500 questions', `${SANDBOX}/routes/projects.ts MAX_QUESTIONS`],
    ['1000 bodies', `${SANDBOX}/routes/simple-questions.ts MAX_BODIES`],
    ['255 characters', `${SANDBOX}/routes/organizations.ts MAX_ORGANIZATION_NAME`],
    ['valid for 10 min', `${SANDBOX}/routes/oauth.ts CODE_LIFETIME`],
    ['analysed 2 s', `${SANDBOX}/orders/file-analysis.ts ANALYSIS_TIME`],
    ['more than 64 MiB of text', `${SANDBOX}/orders/office-archive.ts MAX_TEXT_BYTES`],
    ['256 MiB in all', `${SANDBOX}/orders/office-archive.ts MAX_BYTES`],
    ['20 characters', `${SANDBOX}/routes/projects.ts TITLE_LENGTH`],
    ['**a question** is listed after 5 min', `${SANDBOX}/orders/project-lifecycle.ts QUESTION_LISTED_AFTER`],
    ['expired after 7 days', `${SANDBOX}/orders/project-lifecycle.ts QUESTION_EXPIRES_AFTER`],
    ['takes it has 24 h', `${SANDBOX}/orders/project-lifecycle.ts GRAB_TIME`],
    ['waits 24 h in feedback', `${SANDBOX}/orders/project-lifecycle.ts FEEDBACK_TIME`],
    [
      '**a simple question** is listed after 5 min',
      `${SANDBOX}/orders/simple-lifecycle.ts SIMPLE_LISTED_AFTER`,
    ],
    ['expires after 24 h', `${SANDBOX}/orders/simple-lifecycle.ts SIMPLE_EXPIRES_AFTER`],
  ],
  'docs/stores.md': [
    ['more than 256 MiB', 'src/client/stores/file-system.ts MAX_STORE_FILE'],
    ['400 characters', 'src/client/stores/store-probes.ts'],
  ],
  'docs/texts.md': [
    ['31 days', 'src/localise/jobs/engine/options.ts TABLE_LOOKBACK'],
    ['or for 30 s', SETTLE],
    ['At most 16 orders', 'src/localise/jobs/texts/collect-texts.ts AT_A_TIME'],
    ['at least 16 characters', `${SANDBOX}/routes/simple-translations.ts MIN_REASON`],
    ['30 s by default', SETTLE],
    ['24 hours after the order', 'docs/service.md'],
  ],
  'docs/when-an-order-is-unclear.md': [
    ['less than 60 s', `${ORDERING}/record.ts CLAIM_LEASE`],
    ['claimed, for 60 s', `${ORDERING}/record.ts CLAIM_LEASE`],
    ['`lookback` (7 days)', `${ORDERING}/options.ts SEARCH_LOOKBACK`],
    ['at most 2 s', `${ORDERING}/settle.ts CANCEL_SETTLE`],
    ['At most 20 other orders', `${ORDERING}/search.ts MAX_DIFFERENT`],
  ],
};

/** The part of the benchmark's results that is read here. */
interface Results {
  readonly parts: {
    readonly following: {
      readonly growth: readonly {
        readonly what: string;
        readonly points: readonly { readonly size: number; readonly value: number }[];
      }[];
    };
  };
}

const RESULTS: Results = JSON.parse(
  readFileSync(new URL('../../lab/bench/results.json', import.meta.url), 'utf8'),
);

/** The most bytes of an entry in a bundle, in kB, as .size-limit.ts has it. */
function readCeiling(entry: string): string {
  const ceiling = ceilings.find(({ path }) => path === `dist/${entry}.js`);
  return (Math.ceil(Number.parseInt(String(ceiling?.limit), 10) / 100) / 10).toFixed(1);
}

/** The most requests of a round of 1,000 waits in which nothing has changed, as the benchmark counted them. */
function countRound(): number {
  const rounds = RESULTS.parts.following.growth.filter(({ what }) =>
    /^waiting .*: a round, nothing/.test(what),
  );
  return Math.max(
    ...rounds.flatMap(({ points }) => points.filter(({ size }) => size === 1_000).map(({ value }) => value)),
  );
}

/** The words of each figure that is measured, made of the file that has the measurement. */
export const MEASURED: Readonly<Record<string, readonly string[]>> = {
  'docs/browsers.md': [
    `A bundle has at most ${readCeiling('index')} kB of it`,
    `the sign-in at most ${readCeiling('oauth')} kB`,
    `Node itself ends every request after ${createServer().requestTimeout / 60_000} minutes`,
  ],
  'docs/following.md': [`with 1,000 waits, one takes about ${countRound()} requests`],
  'src/README.md': [`1,000 waits cost about ${countRound()} requests a round`],
};
