/** A code of advice that has no values. */
type PlainCode =
  /** Correct the arguments, and call again. Nothing was sent. */
  | 'correct-input'
  /** Call again. Nothing was sent. */
  | 'call-again'
  /** Make fewer calls at once, raise `maxConcurrency`, or allow more time: the call waited for its turn. */
  | 'call-fewer-at-once'
  /** See the cause, remove it, and call again. Nothing was sent. */
  | 'see-cause'
  /** Check `baseUrl`, the network and its proxy. Nothing was sent. */
  | 'check-network'
  /** Check `baseUrl`. Another server may have answered, or the service has changed. */
  | 'check-address'
  /** Check the option `fetch`. */
  | 'check-fetch'
  /** Look whether it was carried out before you repeat it. */
  | 'look-first'
  /** Do not repeat it: it was carried out. */
  | 'do-not-repeat'
  /** Try again later. */
  | 'try-later'
  /** Correct the request, and call again. Nothing was done. */
  | 'correct-request'
  /** Sign the account in again, or check the token. */
  | 'sign-in-again'
  /** Use an account that may do it. */
  | 'use-other-account'
  /** Check the id and the account. */
  | 'check-id'
  /** Ask whoever runs the proxy: it does not allow the operation, or something read the body before it. */
  | 'change-proxy'
  /** Raise `maxAnswerSize`. */
  | 'allow-longer-answer'
  /** Add the origin to `downloadOrigins` if it is right. */
  | 'allow-origin'
  /** Begin the sign-in again: its code may be used up. */
  | 'begin-sign-in'
  /** Offer the person to try again. */
  | 'offer-again'
  /** Allow more points, or order less. */
  | 'allow-more-points'
  /** Use another key for another order or file. */
  | 'use-new-key'
  /** Use keys that the service does not change. */
  | 'use-stable-keys'
  /** Call again with the same order: it is searched for first. A person can resolve it. */
  | 'search-again'
  /** Resolve the order when the process that is about to send it is done. */
  | 'wait-for-claim'
  /** Call again with the same input, to place the rest of a job. What is placed goes on. */
  | 'order-rest'
  /** Give the client the store of earlier runs. */
  | 'bring-back-store'
  /** Call `wait()` again. */
  | 'wait-again'
  /** Upload another file. */
  | 'use-other-file'
  /** Check which account the checkpoint is of, or remove it. */
  | 'check-checkpoint'
  /** Let one process follow at a time. */
  | 'follow-once'
  /** Put long work into a queue. */
  | 'end-sooner'
  /** Nothing: the service delivers the event again. */
  | 'expect-delivery'
  /** Add the account's organizations to those that `requester` knows. */
  | 'add-organizations'
  /** Read the event log or the open orders from time to time. */
  | 'read-log';

/**
 * What to do about an error: a code, and the values that go with it. A program decides by it, or says it in words of its own
 * beside `summary`; `message` has it in English.
 *
 * @see docs/errors.md, Advice
 */
export type Advice =
  | { readonly code: PlainCode }
  | {
      readonly code: 'call-later';
      /** Milliseconds that the service asked to wait, where it did. */
      readonly ms: number | undefined;
    }
  | {
      readonly code: 'allow-more-time';
      /** The option that ended the call. */
      readonly option: 'timeout' | 'attemptTimeout' | 'idleTimeout';
    };

/** Advice with its sentences in English, for programs. Whoever makes an error gives both, so no code is without a text. */
export type AdviceWithText = Advice & { readonly text: string };

export const LOOK_FIRST = {
  code: 'look-first',
  text: 'It is not known whether it was carried out; look before you repeat it.',
} as const satisfies AdviceWithText;

export const DO_NOT_REPEAT = {
  code: 'do-not-repeat',
  text: 'The call was carried out; do not repeat it.',
} as const satisfies AdviceWithText;

export const TRY_LATER = { code: 'try-later', text: 'Try again later.' } as const satisfies AdviceWithText;

export const CHECK_ADDRESS = {
  code: 'check-address',
  text: 'Check baseUrl.',
} as const satisfies AdviceWithText;

/** @param ms milliseconds that the service asked to wait */
export function callLater(ms?: number): AdviceWithText {
  const time = ms === undefined ? 'a while' : `${Math.ceil(ms / 1_000)} s`;
  return { code: 'call-later', ms, text: `Call again after ${time}.` };
}
