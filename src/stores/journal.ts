/** What a journal knows of an order before it is sent. */
export type Begun =
  /** The caller may go on: the key is claimed for it, until the lease is over. */
  | { readonly state: 'claimed'; readonly claim: string }
  /** Another caller has claimed the key, until then (milliseconds since 1970). */
  | { readonly state: 'busy'; readonly until: number }
  /** It was sent at that time (milliseconds since 1970), and nothing is known of what became of it. */
  | { readonly state: 'sent'; readonly at: number }
  /** It was placed, under that id. */
  | { readonly state: 'placed'; readonly id: number }
  /** A different order has the key. */
  | { readonly state: 'conflict' };

/**
 * What processes that place orders remember together. Each step is atomic. A key names the account, the kind of order
 * and the order's own key.
 */
export interface OrderJournal {
  /**
   * Claims the key for `lease` milliseconds, or says what is known of it. `fingerprint` is equal for equal orders. A
   * claim that was never sent is free again after its lease.
   */
  begin(key: string, order: { readonly fingerprint: string; readonly lease: number }): Promise<Begun>;
  /**
   * The last step before the request. Resolves to false when the claim was lost; nothing is sent then. Resolves to true
   * again for the same claim, when a request that was provably not carried out is repeated.
   */
  sending(key: string, claim: string): Promise<boolean>;
  /** The order was placed, under this id. */
  placed(key: string, id: number): Promise<void>;
  /** The order was provably not placed: the key is free again. */
  failed(key: string): Promise<void>;
  /** False when it forgets with the process: every order is then searched for before and after. @default true */
  readonly durable?: boolean | undefined;
}
