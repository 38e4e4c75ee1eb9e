import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { UnexpectedAnswerError } from '../../src/client/core/errors/errors.js';
import type { Fault } from '../../src/sandbox.js';
import { calls } from '../client/contract/calls.js';
import { authorize, createWorld, newSandbox, type World } from '../client/contract/world.js';
import { elapse, withTimeInHand } from './time.js';
import { findPlace } from './writes.js';

withTimeInHand();

/** What an answer that can't be used tells. Only an answer of the service shows that the call was carried out. */
async function unreadable(
  id: string,
  fault: Fault,
  world: World = createWorld(),
): Promise<UnexpectedAnswerError> {
  const call = await calls[id]?.(world);
  world.sandbox.faults.add({ on: findPlace(id), fault });
  const { error } = await elapse(async () => call?.());
  const outcome = fault.kind === 'wrong-shape' ? 'done' : 'unknown';
  expect(error).toMatchObject({ name: 'UnexpectedAnswerError', outcome });
  return error as UnexpectedAnswerError; // as its name says
}

/** The id that the same call gives what it makes, in a service with the same seed. */
async function sendId(id: string): Promise<number> {
  const call = await calls[id]?.(createWorld({ sandbox: newSandbox() }));
  const made = (await call?.()) as { id: number };
  return made.id;
}

const cuts: readonly Fault[] = [{ kind: 'drop-midway' }, { kind: 'truncate' }, { kind: 'empty' }];
const creations = ['simple.questions.create', 'organizations.create', 'comments.create'];
const others = ['comments.update', 'comments.delete', 'simple.translations.reject', 'files.upload'];

describe('an answer that is unreadable', () => {
  test.each(cuts)('shows its status, and what it has created ($kind)', async (fault) => {
    const error = await unreadable('projects.create', fault);
    const made = await sendId('projects.create');
    expect(error).toMatchObject({ status: 201, id: made });
    expect(error.location).toBe(`http://localhost:4010/api/v1/projects/${made}`);
  });

  test.each(creations)('shows what %s has created', async (id) => {
    expect((await unreadable(id, { kind: 'truncate' })).id).toBe(await sendId(id));
  });

  test.each(others)('never shows another id as that of %s', async (id) => {
    const { id: told } = await unreadable(id, { kind: 'truncate' });
    expect([undefined, await sendId(id)]).toContain(told);
  });
});

describe('an answer of another shape', () => {
  test('shows where it differs from the contract', async () => {
    const { issues } = await unreadable('projects.create', { kind: 'wrong-shape' });
    expect(issues.map(({ path }) => path)).toContain('project');
  });

  test('shows its beginning in one line, at most 200 characters', async () => {
    const body = { success: true, message: `first\nsecond ${'x'.repeat(500)}` };
    const { snippet } = await unreadable('projects.create', { kind: 'wrong-shape', body });
    expect(snippet).toMatch(/^\{"success":true,"message":"first.{150,}$/);
    expect(snippet).toHaveLength(200);
  });

  test('shows the page that was sent instead', async () => {
    const { snippet } = await unreadable('projects.create', { kind: 'html' });
    expect(snippet).toContain('Under maintenance');
  });

  test('hides a token that it contains', async () => {
    const world = createWorld();
    const { accessToken } = world.sandbox;
    const body = {
      success: true,
      message: 'OK',
      url: `/api/v1/projects?access_token=${accessToken}`,
      accessToken,
    };
    const error = await unreadable('projects.create', { kind: 'wrong-shape', body }, world);
    const shown = [inspect(error, { showHidden: true, depth: 9 }), JSON.stringify(error), error.stack].join();
    expect(shown).not.toContain(accessToken.slice(0, 12));
    expect(shown).toContain('[redacted]');
  });
});

describe('a token in an unreadable answer', () => {
  test.each<Fault>([{ kind: 'drop-midway' }, { kind: 'truncate' }])('is not shown ($kind)', async (fault) => {
    const world = createWorld();
    const code = await authorize(world);
    world.sandbox.faults.add({ on: findPlace('oauth.token'), fault });
    const { error } = await elapse(() => world.oauth.exchangeCode(code));
    expect(error).toMatchObject({ name: 'UnexpectedAnswerError', outcome: 'unknown', status: 200 });
    expect(inspect(error, { showHidden: true, depth: 9 })).not.toMatch(/[0-9a-f]{8}/);
  });
});

describe('an answer that stops in the middle', () => {
  /** A good head, the beginning of a body, and then nothing. */
  function stalling(): Response {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([123])) });
    return new Response(body, { status: 201, headers: { 'content-type': 'application/json' } });
  }

  test('does not say whether a write was done, and is reported in time', async () => {
    const world = createWorld({ fetch: async () => stalling() });
    const { error, took } = await elapse(() => world.requester.organizations.create({ name: 'Team' }));
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown', status: 201 });
    expect(took).toBe(30_000);
  });

  test('is asked for again by a read', async () => {
    const { sandbox } = createWorld();
    let attempts = 0;
    const world = createWorld({
      sandbox,
      fetch: async (input, init) => {
        attempts += 1;
        return attempts === 1 ? stalling() : sandbox.fetch(input, init);
      },
    });
    const { error } = await elapse(() => world.requester.account.get());
    expect([error, attempts]).toEqual([undefined, 2]);
  });
});
