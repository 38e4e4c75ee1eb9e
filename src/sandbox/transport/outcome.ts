/** The outcome of a request. A server and an in-process call each show it in their own way. */
export type ServeOutcome =
  | { readonly kind: 'answer'; readonly response: Response }
  /** The connection was not accepted. */
  | { readonly kind: 'refused' }
  /** The connection is lost before the answer. */
  | { readonly kind: 'dropped' }
  /** The connection is lost after the head and half of the body. */
  | { readonly kind: 'cut'; readonly response: Response; readonly half: Uint8Array<ArrayBuffer> }
  /** There is never an answer. */
  | { readonly kind: 'silence' };

/** Handles a request, with the faults that happen to it. */
export type Serve = (request: Request) => Promise<ServeOutcome>;
