import { AsyncLocalStorage } from 'node:async_hooks';
import type { Requester, RequesterOptions } from '../../../src/index.js';
import type { SandboxAccount, SandboxFetch } from '../../../src/sandbox.js';
import { openWorld, type World } from './world.js';

/** How the client of a server gets the token of the person whom it serves. */
interface Session {
  readToken(): string;
  /** Begins work for the person with this token. */
  serve<Result>(token: string, work: () => Promise<Result>): Promise<Result>;
}

const NOBODY = 'the-token-of-nobody';

export const SESSIONS: readonly (readonly [name: string, open: () => Session])[] = [
  [
    'a session that is switched',
    () => {
      let current = NOBODY;
      return {
        readToken: () => current,
        serve: (token, work) => {
          current = token;
          const working = work();
          current = NOBODY;
          return working;
        },
      };
    },
  ],
  [
    'an AsyncLocalStorage',
    () => {
      const storage = new AsyncLocalStorage<string>();
      return {
        readToken: () => storage.getStore() ?? NOBODY,
        serve: (token, work) => storage.run(token, work),
      };
    },
  ],
];

/** Somebody with an account at the service. */
export interface Person {
  readonly token: string;
  /** What the service shows of the orders of this person. */
  readonly userId: number;
  /** Begins work for this person, with the client that all share. */
  serve<Result>(work: (shared: Requester) => Promise<Result>): Promise<Result>;
  /** A client of their own, as in a process that nobody shares. */
  readonly own: Requester;
}

/** A service with two accounts, and a server with one client for both. */
export function openTenants(
  open: () => Session,
  settings: Partial<RequesterOptions> = {},
  wrap?: (fetch: SandboxFetch) => SandboxFetch,
): { readonly world: World; readonly ann: Person; readonly ben: Person } {
  const session = open();
  const world = openWorld({}, { logLevel: 'silent', ...settings }, wrap);
  const { sandbox, client, elsewhere } = world;
  const shared = client({ accessToken: session.readToken });
  const makePerson = ({ accessToken: token, userId }: SandboxAccount): Person => ({
    token,
    userId,
    serve: (work) => session.serve(token, () => work(shared)),
    own: elsewhere({ accessToken: token, store: undefined }),
  });
  const [first, second] = sandbox.accounts;
  return { world, ann: makePerson(first), ben: makePerson(second) };
}

/** Whose request it is, by the token in its address or its body. */
export function readToken([input, init]: Parameters<SandboxFetch>): string | null {
  const { access_token } = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
  return access_token ?? new URL(String(input)).searchParams.get('access_token');
}
