/** The channel on which a callback wakes the leader of its account; the message is the account's name. */
export const WAKE = 'fleet:wake';

/** Where leaders write down how following goes: a hash by account. */
export const FOLLOWING = 'fleet:following';

/** How following an account goes, as its leader wrote it down. */
export interface Following {
  readonly leader: string;
  /** Events that are known and not queued yet. */
  readonly behind: number;
  readonly lastPoll?: string | undefined;
}
