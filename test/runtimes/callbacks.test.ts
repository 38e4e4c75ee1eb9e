import { describe, expect, onTestFinished, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { EXPRESS, FASTIFY, type Running, type Server, servers, start } from './servers.js';

async function startService(): Promise<{ sandbox: Sandbox; baseUrl: string }> {
  const sandbox = createSandbox();
  const { url: baseUrl, close } = await sandbox.listen();
  onTestFinished(async () => {
    sandbox.deliveries.off();
    await close();
  });
  return { sandbox, baseUrl };
}

const makeAddress = ({ origin }: Running): string => `${origin}/events?secret=sesame`;

/** Delivers three events. @returns the answers */
async function deliver(sandbox: Sandbox, running: Running): Promise<(number | null)[]> {
  sandbox.deliveries.to(makeAddress(running));
  sandbox.events.append(3);
  await sandbox.deliveries.idle();
  return sandbox.deliveries.attempts.map(({ status }) => status);
}

const handledBy = ({ lines }: Running): number[] =>
  lines.flatMap(({ handled }) => handled ?? []).toSorted((a, b) => a - b);

describe('a callback handler', () => {
  test.for(Object.entries(servers))('in %s takes deliveries', async ([, server], context) => {
    const { sandbox, baseUrl } = await startService();
    const running = await start(context, server, { baseUrl, accessToken: sandbox.accessToken });
    expect(await deliver(sandbox, running)).toEqual([200, 200, 200]);
    await expect.poll(() => handledBy(running)).toEqual(sandbox.events.ids());
    const stranger = makeAddress(running).replace('sesame', 'guess');
    expect((await fetch(stranger, { method: 'POST', body: '{"id":1}' })).status).toBe(401);
  });

  test.for<readonly [string, Server]>([
    [
      'Express 5 behind express.json()',
      {
        packages: EXPRESS,
        program: `const app = require('express')();
        app.use(require('express').json());
        app.post('/events', toNodeListener(callbacks));
        listen(app);`,
      },
    ],
    [
      'Fastify that reads the body first',
      {
        packages: FASTIFY,
        program: `const app = require('fastify')();
        app.post('/events', (request, reply) => {
          reply.hijack();
          toNodeListener(callbacks)(request.raw, reply.raw);
        });
        await app.listen({ port: 0, host: '127.0.0.1' });
        tell({ port: app.server.address().port });`,
      },
    ],
  ])('in %s says so in the log', async ([, server], context) => {
    const { sandbox, baseUrl } = await startService();
    const running = await start(context, server, { baseUrl, accessToken: sandbox.accessToken });
    expect(await deliver(sandbox, running)).toEqual([500, 500, 500]);
    const logged = () => running.lines.flatMap((line) => line.logged ?? []);
    // Once for all of them, since anybody can send more.
    await expect
      .poll(logged)
      .toEqual([expect.stringMatching(/was read before its handler got it.*express\.json\(\)/)]);
    expect(handledBy(running)).toEqual([]);
  });
});
