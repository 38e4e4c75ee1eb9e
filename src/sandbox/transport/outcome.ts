/** The outcome of a request. A server and an in-process call show it in different ways. */
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

/** What stands beside the service where it is served. */
interface Surroundings {
  /** Where a form of the service's own pages can register another address for an application. */
  readonly registerAt: string | undefined;
}

/** Carries out a request, unless a fault prevents it. */
export type Serve = (request: Request, around?: Surroundings) => Promise<Outcome>;
