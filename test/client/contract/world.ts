import { Requester, type RequesterOptions } from '../../../src/client/requester.js';
import { OAuthClient } from '../../../src/oauth.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox.js';

type Fetch = typeof globalThis.fetch;

/** A client and the service that it talks to. */
export interface World {
  readonly sandbox: Sandbox;
  readonly baseUrl: string;
  readonly requester: Requester;
  readonly oauth: OAuthClient;
  /** What both clients send with. */
  readonly fetch: Fetch;
}

export interface WorldSettings extends Omit<Partial<RequesterOptions>, 'fetch'> {
  readonly fetch?: Fetch;
  readonly sandbox?: Sandbox;
  /** Puts something between the clients and the service. */
  readonly through?: (fetch: Fetch) => Fetch;
}

/** The moment at which the service's time stands still. */
const NOW = Date.UTC(2026, 0, 1, 9, 30, 15, 250);

export function newSandbox(options: SandboxOptions = {}): Sandbox {
  return createSandbox({ seed: 7, now: NOW, ...options });
}

export function createWorld({ sandbox = newSandbox(), through, ...options }: WorldSettings = {}): World {
  const { baseUrl = sandbox.baseUrl, fetch: given = sandbox.fetch } = options;
  const fetch = through === undefined ? given : through(given);
  const { clientId, clientSecret, redirectUri } = sandbox.application;
  return {
    sandbox,
    baseUrl: String(baseUrl),
    requester: new Requester({ accessToken: sandbox.accessToken, ...options, baseUrl, fetch }),
    oauth: new OAuthClient({ baseUrl, clientId, clientSecret, redirectUri, fetch }),
    fetch,
  };
}

/** A code, as if the account's owner had authorized the application in a browser. */
export async function authorize({ sandbox, oauth }: World): Promise<string> {
  const back = await sandbox.authorize(oauth.authorizationUrl({ state: 'state' }));
  const code = new URL(back).searchParams.get('code');
  if (code === null) throw new Error('The sandbox gave no code.');
  return code;
}
