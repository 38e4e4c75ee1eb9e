import type { StoredClock } from '../base/clock.js';
import { packGraph, unpackGraph } from '../base/graph.js';
import type { GeneratorState } from '../base/random.js';
import type {
  AccountRecord,
  ApplicationRecord,
  FileRecord,
  LanguagePairRecord,
  ProjectRecord,
  SimpleQuestionRecord,
  SimpleTranslationRecord,
  UserRecord,
} from '../base/records.js';
import type { StoredLog } from '../events/event-log.js';
import { type Accounts, listSecrets } from './accounts.js';

/** An order that was really placed. */
export interface PlacedOrder {
  readonly kind: 'project' | 'simple';
  readonly id: number;
  /** The `custom_field`; for a project, that of its first question. */
  readonly key: string | null;
  readonly points: number;
  /** Milliseconds since 1970, in the sandbox's time. */
  readonly at: number;
}

/** An authorization code that has not been used. */
export interface IssuedCode {
  readonly account: AccountRecord;
  /** Missing in snapshots of earlier versions, where it is the account's own. */
  readonly application?: ApplicationRecord;
  readonly redirectUri: string;
  readonly expiresAt: number;
}

/** The records of a state. Everything else in a state is computed from them. */
export interface StoredState {
  readonly seed: number;
  readonly firstEventId: number;
  /** Missing in snapshots of earlier versions, where it is 1. */
  readonly translationsPerBody?: number;
  readonly progress: GeneratorState;
  /** Missing in snapshots of earlier versions, which have those of the sandbox. */
  readonly languagePairs?: readonly LanguagePairRecord[];
  readonly accounts: Accounts;
  readonly translators: readonly UserRecord[];
  /** In snapshots of earlier versions without the application, which is the account's own. */
  readonly tokens: readonly (readonly [
    token: string,
    account: AccountRecord,
    application?: ApplicationRecord,
  ])[];
  readonly codes: readonly (readonly [code: string, issued: IssuedCode])[];
  readonly orders: readonly PlacedOrder[];
  readonly files: readonly FileRecord[];
  readonly projects: readonly ProjectRecord[];
  readonly simpleQuestions: readonly SimpleQuestionRecord[];
  readonly translations: readonly SimpleTranslationRecord[];
  /** One log for each account. */
  readonly logs: readonly StoredLog[];
}

/**
 * What a sandbox stores, at one moment: accounts with their tokens, files, orders, events and time. It is plain JSON.
 * Only `createSandbox({ snapshot })` reads it; its form may change with the version of this package.
 */
export interface SandboxSnapshot {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly clock: StoredClock;
  /** Whether its tokens and secrets are its own, and don't follow from the seed. @default false */
  readonly hasOwnSecrets?: boolean;
  readonly records: readonly unknown[];
}

const FORMAT = 'translation-requester sandbox';
const VERSION = 1;

export function toSnapshot(clock: StoredClock, stored: StoredState, hasOwnSecrets: boolean): SandboxSnapshot {
  return { format: FORMAT, version: VERSION, clock, hasOwnSecrets, records: packGraph(stored) };
}

/**
 * The secrets that a state with a token of its own has: those of the snapshot, or this token alone when it is another one.
 * @returns undefined for secrets that follow from the seed
 */
export function chooseOwnSecrets(
  accessToken: string | undefined,
  isOwn: boolean | undefined,
  stored: StoredState | undefined,
): string[] | undefined {
  const kept = isOwn === true && stored !== undefined ? listSecrets(stored.accounts) : undefined;
  return accessToken === undefined || accessToken === kept?.[0] ? kept : [accessToken];
}

/** @throws TypeError when this is not a snapshot, or one of another version */
export function readStored({ format, version, clock, records }: Partial<SandboxSnapshot>): StoredState {
  if (format !== FORMAT) throw new TypeError('This is not a snapshot of a sandbox.');
  if (version !== VERSION)
    throw new TypeError(`The snapshot has version ${version}. This sandbox reads version ${VERSION} only.`);
  try {
    if (!Number.isFinite(clock?.now) || !Number.isFinite(clock?.offset) || typeof clock?.runs !== 'boolean')
      throw new TypeError('The time is missing.');
    // The cast is a guess: the format says that `toSnapshot` wrote it. The checks below catch a file that was cut or edited.
    const stored = unpackGraph(records ?? []) as StoredState;
    const { accounts, translators, tokens, codes, orders, logs } = stored;
    const { files, projects, simpleQuestions, translations, translationsPerBody = 1 } = stored;
    const lists: unknown[] = [accounts, translators, tokens, codes, orders, logs];
    lists.push(files, projects, simpleQuestions, translations);
    if (!lists.every(Array.isArray) || accounts.length < 2 || logs.length !== accounts.length)
      throw new TypeError('A list is missing.');
    if (!(translationsPerBody > 0)) throw new TypeError('The number of translations is wrong.');
    return stored;
  } catch (cause) {
    throw new TypeError('The snapshot is damaged.', { cause });
  }
}
