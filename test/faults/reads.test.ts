import { describe, expect, test } from 'vitest';
import type { CallOptions } from '../../src/client/core/http/settings.js';
import type { Fault } from '../../src/sandbox.js';
import { calls } from '../client/contract/calls.js';
import { operations } from '../client/contract/operations.js';
import { createWorld, type World } from '../client/contract/world.js';
import { type Case, finalForReads, passingForReads } from './kinds.js';
import { type Ended, elapse, withTimeInHand } from './time.js';
import { findPlace } from './writes.js';

const TIMEOUT = 60_000;
const ALWAYS = Number.POSITIVE_INFINITY;

/** Everything that changes nothing. */
const reads = operations
  .filter(({ id, method }) => (method === 'GET' && id !== 'oauth.authorize') || id.endsWith('.check'))
  .map(({ id }) => id);

/** Reads whose answer is passed on as it comes: the service does not say what comments on a translation look like. */
const unchecked = new Set(['simple.translations.comments.list', 'simple.translations.comments.get']);
/** A download hands its body on while it comes, so nothing of it can be looked at before. */
const download = 'revisions.download';
const readable: readonly Fault['kind'][] = ['drop-midway', 'truncate', 'empty', 'wrong-shape', 'html'];

function concerns(id: string, fault: Fault): boolean {
  if (id === download) return !readable.includes(fault.kind) && !('status' in fault && fault.status === 204);
  return !(unchecked.has(id) && fault.kind === 'wrong-shape' && fault.body === undefined);
}

/** It stands for all reads of an object. */
const ACCOUNT = 'account.get';
/** A read that goes its own way: a POST, an answer that is not checked, an answer that is a file, a page. */
const special = ['projects.check', 'simple.translations.comments.get', download, 'questions.list'];

/** All faults with one read; one kind with each of the others, and all but statuses where something is special. */
const among = (cases: readonly Case[], few: readonly Fault['kind'][]) =>
  reads.flatMap((id) =>
    cases
      .filter(
        ({ fault: { kind } }) =>
          id === ACCOUNT || (special.includes(id) && kind !== 'status') || few.includes(kind),
      )
      .filter(({ fault }) => concerns(id, fault))
      .map((each) => ({ id, ...each })),
  );

interface Met extends Ended {
  readonly world: World;
  readonly hits: number;
}

async function meet(id: string, fault: Fault, times: number, options?: CallOptions): Promise<Met> {
  const world = createWorld();
  const call = await calls[id]?.(world);
  const handle = world.sandbox.faults.add({ on: findPlace(id), times, fault });
  const ended = await elapse(async () => call?.(options));
  return { ...ended, world, hits: handle.hits };
}

withTimeInHand();

describe('a read', () => {
  test.each(among(passingForReads, ['drop-before']))(
    '$id goes on after two times $title',
    async ({ id, fault }) => {
      const { error, value, hits } = await meet(id, fault, 2, { attemptTimeout: 10_000 });
      expect(error).toBeUndefined();
      expect(value).toBeDefined();
      expect(hits).toBe(2);
    },
  );

  test.each(among(passingForReads, []))(
    '$id gives up, in time, when $title does not end',
    async ({ id, fault, name, outcome, read = outcome }) => {
      const { error, took } = await meet(id, fault, ALWAYS);
      expect(error).toMatchObject({ name, outcome: read });
      expect(took).toBeLessThanOrEqual(TIMEOUT);
    },
  );

  test.each(among(finalForReads, ['wrong-shape']))(
    '$id is not sent again when it meets $title',
    async ({ id, fault, name }) => {
      const { error, hits } = await meet(id, fault, ALWAYS);
      expect(error).toMatchObject({ name });
      expect(hits).toBe(1);
    },
  );

  test.each([...unchecked])('%s passes an answer of any shape on', async (id) => {
    const { value } = await meet(id, { kind: 'wrong-shape', body: { some: ['shape'] } }, 1);
    expect(value).toEqual({ some: ['shape'] });
  });

  test.each([
    ['never repeated', 0, 1],
    ['repeated as often as it is told', 4, 5],
  ])('is %s', async (_, retries, hits) => {
    const { requester, sandbox } = createWorld();
    const handle = sandbox.faults.add({ on: '*', times: ALWAYS, fault: { kind: 'drop-before' } });
    const { error } = await elapse(() => requester.account.get({ retries }));
    expect(error).toMatchObject({ name: 'ConnectionError' });
    expect(handle.hits).toBe(hits);
  });
});

describe('a download', () => {
  async function downloaded(fault: Fault): Promise<Response> {
    const { value } = await meet(download, fault, 1);
    expect(value).toBeInstanceOf(Response);
    return value as Response;
  }

  test('that is cut midway fails while it is read', async () => {
    const response = await downloaded({ kind: 'drop-midway' });
    const { error } = await elapse(() => response.text());
    expect(error).toMatchObject({ name: 'ConnectionError', phase: 'response', outcome: 'done' });
  });

  test.each<Fault>([{ kind: 'truncate' }, { kind: 'empty' }])(
    'is handed on as it comes: $kind',
    async (fault) => {
      const response = await downloaded(fault);
      const { byteLength } = await response.arrayBuffer();
      expect(byteLength).toBeLessThan(new Blob(['おはようございます']).size);
    },
  );

  test('is passed on whatever its media type', async () => {
    const response = await downloaded({ kind: 'html', body: '<p>おはよう</p>' });
    expect(await response.text()).toBe('<p>おはよう</p>');
  });
});

describe('iterating a listing', () => {
  test('gives every item once although pages fail in every way', async () => {
    const { requester, sandbox } = createWorld();
    sandbox.events.append(950);
    const kinds = [{ kind: 'drop-midway' }, { kind: 'status', status: 503 }, { kind: 'hang' }] as const;
    for (const fault of kinds) sandbox.faults.add({ on: 'GET *', fault });
    const { value } = await elapse(() => requester.events.list({}, { retries: 3 }).toArray({ max: 2_000 }));
    const ids = (value as { id: number }[]).map(({ id }) => id);
    expect(ids).toEqual(sandbox.events.ids().toReversed());
  });
});
