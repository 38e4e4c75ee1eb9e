// Signs the person at a terminal in. The redirect comes to this process, on a loopback address.
// Run it: node command-line.ts (in a clone: npm run example sign-in/command-line)
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Requester } from 'translation-requester';
import { createState, OAuthClient } from 'translation-requester/oauth';
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

/** Waits for the browser to come back. @returns the address that it came to */
function redirected(signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    server.on('request', (request, response) => {
      const address = new URL(request.url ?? '/', redirectUri);
      // So that nobody holds the connection.
      response.setHeader('connection', 'close');
      if (address.pathname !== '/callback') return response.writeHead(404).end();
      response.setHeader('content-type', 'text/plain; charset=utf-8');
      response.end('You can close this page and go back to the terminal.');
      server.close();
      resolve(address.href);
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
const back = redirected(AbortSignal.timeout(300_000));

// What the browser and the person do: here, the sandbox does it in their place.
await globalThis.fetch(await sandbox.authorize(address));

const { access_token: accessToken } = await oauth.exchangeRedirect(await back, { state });
// Keep it in a file that only its owner can read: { mode: 0o600 }.
const { login } = await new Requester({ baseUrl, fetch, accessToken }).account.get();
console.log(`Signed in as ${login}, with a token of ${accessToken.length} characters.`);
