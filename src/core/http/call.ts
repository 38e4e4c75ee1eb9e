import { nameCaller } from '../errors/stack.js';

/** What an answer brought, beside the object that the call is about. */
export interface WithResponse<Data, Body> {
  /** What the call itself resolves to. */
  readonly data: Data;
  /** The whole validated answer, with its `message` and companions. */
  readonly body: Body;
  readonly response: {
    readonly status: number;
    readonly headers: Headers;
    /** The address of what was created. It can name another host than the one that was called. */
    readonly location: string | null;
  };
  /** How many attempts it took, from 1. */
  readonly attempts: number;
}

/** A promise of the object that a call is about. */
export interface Call<Data, Body, Extra = object> extends Promise<Data> {
  /** The whole answer: `data`, the validated `body`, status and headers, and how many attempts it took. */
  withResponse(): Promise<WithResponse<Data, Body> & Extra>;
}

/** Makes a call of the promise of its whole answer. */
export function callOf<Data, Body, Extra>(
  answer: Promise<WithResponse<Data, Body> & Extra>,
): Call<Data, Body, Extra> {
  const data = dataOf(answer);
  // Made of the first promise, so that one failure is reported once, whichever of the two is used. Not enumerable,
  // so that the call prints as the promise that it is.
  Object.defineProperty(data, 'withResponse', { value: () => data.then(() => answer) });
  // It has the method now.
  return data as Call<Data, Body, Extra>;
}

async function dataOf<Data>(answer: Promise<{ readonly data: Data }>): Promise<Data> {
  try {
    return (await answer).data;
  } catch (error) {
    nameCaller(error);
    throw error;
  }
}

/**
 * A call that stands in for one of the client's, for tests with a fake resource.
 *
 * @param data what it resolves to, or a promise of it: a rejected one makes a call that fails
 * @param answer what `withResponse()` gives beside it; what is left out is status 200, no headers, one attempt and an
 *   empty body
 * @example
 * const projects = { create: () => fakeCall(project) } satisfies Pick<Projects, 'create'>;
 */
export function fakeCall<Data, Body, Extra = object>(
  data: Data | PromiseLike<Data>,
  answer?: Partial<WithResponse<Data, Body> & Extra>,
): Call<Data, Body, Extra> {
  const whole = async () => ({
    body: {},
    response: { status: 200, headers: new Headers(), location: null },
    attempts: 1,
    ...answer,
    data: await data,
  });
  // Whoever makes the fake decides how much of an answer it needs.
  return callOf(whole() as Promise<WithResponse<Data, Body> & Extra>);
}
