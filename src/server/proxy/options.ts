import { suggestNames } from '../../base/names.js';
import type { Rule, Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import type { Requester } from '../../index.js';
import { explainHeaderName, HTTP_OPTIONS, type OperationName } from '../../internals.js';
import { OPERATION_NAMES } from './route.js';

/** The part of a Requester that is needed. */
export type ProxyClient = Pick<Requester, 'events'>;

/** What a proxy for pages needs. */
export interface ProxyHandlerOptions {
  /**
   * Finds the client of the person who asks, by the session's cookie for instance. Undefined: nobody is signed in, which is
   * a 401. It has 10 seconds, together with `caller`; after them the page is answered with 425. What it throws reaches your server.
   */
  readonly requester: (request: Request) => ProxyClient | undefined | Promise<ProxyClient | undefined>;
  /**
   * Says who asks, by the id of the session's person for instance, where several people use one account: they then take turns, so
   * that one who asks for much does not hold up a colleague. @default all people of an account wait for each other
   */
  readonly caller?: ((request: Request) => string | undefined | Promise<string | undefined>) | undefined;
  /** The operations that pages may call, such as `'questions.list'`. @default all that change nothing, prices included */
  readonly allow?: readonly OperationName[] | undefined;
  /** The origins of the pages that may call, as browsers see them: `['https://shop.example']`. */
  readonly origins: readonly string[];
  /**
   * The names of headers of pages that are sent on to the service, such as `['x-tenant']`. One that the session's client sends
   * itself keeps the client's value. @default none
   */
  readonly headers?: readonly string[] | undefined;
  /** The most bytes of an upload. @default 104857600 (100 MiB) */
  readonly maxUploadSize?: number | undefined;
}

const allow: Rule = {
  check(value, path) {
    if (!Array.isArray(value)) {
      return [{ path, message: "must be a list of operations, such as ['questions.list']" }];
    }
    return value.flatMap((name: unknown, index) => {
      if (OPERATION_NAMES.some((known) => known === name)) return [];
      const message = `is not an operation; ${suggestNames(String(name), OPERATION_NAMES, 'operations')}`;
      return [{ path: `${path}[${index}]`, message }];
    });
  },
  // It has passed the check.
  copy: (value) => [...(value as OperationName[])],
};

const headers: Rule = {
  check(value, path) {
    if (!Array.isArray(value)) return [{ path, message: "must be a list of names, such as ['x-tenant']" }];
    return value.flatMap((name: unknown, index) => {
      const wrong = typeof name === 'string' ? explainHeaderName(name) : 'is not the name of a header';
      return wrong === undefined ? [] : [{ path: `${path}[${index}]`, message: wrong }];
    });
  },
  // It has passed the check.
  copy: (value) => [...(value as string[])],
};

/** The rules for the options of a proxy. */
export const PROXY_OPTIONS: Rules<ProxyHandlerOptions> = {
  requester: rules.required(rules.method),
  caller: rules.method,
  allow,
  origins: rules.required(HTTP_OPTIONS.downloadOrigins),
  headers,
  maxUploadSize: rules.integer(1),
};
