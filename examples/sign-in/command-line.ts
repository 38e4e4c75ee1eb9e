// Signs the person at a terminal in. The redirect comes to this process, on a loopback address.
// Run it: node command-line.ts (in a clone: npm run example sign-in/command-line)
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Requester } from 'translation-requester';
import { createState, OAuthClient, StateMismatchError } from 'translation-requester/oauth';
import { createSandbox } from 'translation-requester/sandbox';

// Any free port. With a real service it is the port of the address that is registered with the application.
const server = createServer();
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`; // a TCP server has a port
const sandbox = createSandbox({ redirectUri });
const { baseUrl, fetch } = sandbox;
const { clientId, clientSecret } = sandbox.application;
const oauth = new OAuthClient({ baseUrl, fetch, clientId, clientSecret, redirectUri });

/** Waits for the browser to come back, and exchanges the code that it brings. Others can send requests here, too. */
function receiveToken(state: string, signal: AbortSignal): Promise<string> {
  // A code works once, and a browser can ask twice.
  const exchanges = new Map<string, Promise<{ readonly access_token: string }>>();
  return new Promise((resolve, reject) => {
    server.on('request', async (request, response) => {
      const { href, pathname } = new URL(request.url ?? '/', redirectUri);
      // So that nobody holds the connection.
      response.setHeader('connection', 'close');
      response.setHeader('content-type', 'text/plain; charset=utf-8');
      if (pathname !== '/callback') return response.writeHead(404).end();
      const exchange = exchanges.get(href) ?? oauth.exchangeRedirect(href, { state });
      exchanges.set(href, exchange);
      try {
        resolve((await exchange).access_token);
        response.end('You can close this page and go back to the terminal.');
        server.close();
      } catch (error) {
        response.writeHead(400).end('The sign-in failed.');
        // It is not of this sign-in, so go on waiting: any page can send the browser here.
        if (!(error instanceof StateMismatchError)) reject(error);
      }
    });
    signal.addEventListener('abort', () => {
      server.close();
      reject(signal.reason);
    });
  });
}

const state = createState();
const address = oauth.authorizationUrl({ state });
console.log(`Open this in your browser:\n  ${address}`);
const token = receiveToken(state, AbortSignal.timeout(300_000));

// What the browser and the person do: here, the sandbox does it in their place. A foreign request changes nothing.
await globalThis.fetch(`${redirectUri}?code=foreign&state=foreign`);
await globalThis.fetch(await sandbox.authorize(address));

const accessToken = await token;
// Keep it in a file that only its owner can read: { mode: 0o600 }.
const { login } = await new Requester({ baseUrl, fetch, accessToken }).account.get();
console.log(`Signed in as ${login}, with a token of ${accessToken.length} characters.`);
