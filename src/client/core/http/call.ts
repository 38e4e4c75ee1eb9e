import { recaptureStack } from '../errors/errors.js';

/** The result of a call with its whole answer. */
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

/** Makes a Call from the promise of its whole answer. */
export function makeCall<Data, Body, Extra>(
  answer: Promise<WithResponse<Data, Body> & Extra>,
): Call<Data, Body, Extra> {
  const data = resolveData(answer);
  // Goes through `data`, so that a failed call never leaves an unhandled rejection on the promise that is not used.
  // Not enumerable, so that the call prints as a plain promise.
  Object.defineProperty(data, 'withResponse', { value: () => data.then(() => answer) });
  refuseIteration(
    data,
    'this is the promise of one answer, not a listing. Await it, and loop over what it gives',
  );
  // The method has just been added.
  return data as Call<Data, Body, Extra>;
}

/**
 * Makes a `for await` over a target that can't be looped over fail with a message of our own. Its type has no iterator, so the
 * compiler refuses such a loop too; the platform's own error would not say what to change.
 */
export function refuseIteration(target: object, message: string): void {
  const refuse = (): never => {
    // The loop fails by this error. That of the call would be one more, which nobody could catch.
    if (target instanceof Promise) target.catch(() => undefined);
    throw new TypeError(message);
  };
  Object.defineProperty(target, Symbol.asyncIterator, { value: refuse, configurable: true });
}

async function resolveData<Data>(answer: Promise<{ readonly data: Data }>): Promise<Data> {
  try {
    return (await answer).data;
  } catch (error) {
    recaptureStack(error);
    throw error;
  }
}

/**
 * A call for tests that replace a resource of the client with a fake.
 *
 * @param data what it resolves to, or a promise of it; with a rejected promise the call fails
 * @param answer what else `withResponse()` gives. Defaults: status 200, no headers, one attempt, an empty body
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
  // The test decides how much of an answer it needs.
  return makeCall(whole() as Promise<WithResponse<Data, Body> & Extra>);
}
