/** The outcome of a request. A server and an in-process call each show it in their own way. */
export type Outcome =
  | { readonly kind: 'answer'; readonly response: Response }
  /** The connection was not accepted. */
  | { readonly kind: 'refused' }
  /** The connection is lost before the answer. */
  | { readonly kind: 'dropped' }
  /** The connection is lost after the head and half of the body. */
  | { readonly kind: 'cut'; readonly response: Response; readonly half: Uint8Array<ArrayBuffer> }
  /** There is never an answer. */
  | { readonly kind: 'silence' };

/** What the server that serves the service offers beside it. */
interface ServeOptions {
  /** Where a form on a page of the service can register another address for an application. */
  readonly registerAt: string | undefined;
}

/** Handles a request, with the faults that happen to it. */
export type Serve = (request: Request, options?: ServeOptions) => Promise<Outcome>;
