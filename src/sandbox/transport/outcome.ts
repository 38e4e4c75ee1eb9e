/** What comes of a request; how it looks depends on whether it came by a socket or by a call. */
export type Outcome =
  | { readonly kind: 'answer'; readonly response: Response }
  /** The connection was not accepted. */
  | { readonly kind: 'refused' }
  /** The connection is lost before the answer. */
  | { readonly kind: 'dropped' }
  /** The connection is lost after the head and half of the body. */
  | { readonly kind: 'cut'; readonly response: Response; readonly half: Uint8Array<ArrayBuffer> }
  /** Nothing ever comes. */
  | { readonly kind: 'silence' };

/** Carries a request out, as far as faults let it. */
export type Serve = (request: Request) => Promise<Outcome>;
