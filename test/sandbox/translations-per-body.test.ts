import { describe, expect, test } from 'vitest';
import { createSandbox, type SandboxOptions } from '../../src/sandbox.js';
import { connect, HOUR, MINUTE, MOMENT, simpleOrder } from './api.js';

const REASON = 'This is another language.';

/** A sandbox with two translations of each body, unless the options say otherwise. */
function start(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ now: MOMENT, translationsPerBody: 2, ...options });
  const api = connect(sandbox);
  return {
    sandbox,
    api,
    async order(texts: readonly string[] = ['one', 'two']) {
      const { question } = (await api.post('simple/questions', simpleOrder(texts))).body;
      const [first = 0, second = 0] = question.question_bodies.map((body: { id: number }) => body.id);
      return { id: question.id as number, first, second };
    },
    read: async (id: number) => (await api.get(`simple/questions/${id}`)).body.question,
    balance: async () => (await api.get('my')).body.default_organization,
    /** Types and statuses of all events, oldest first. */
    async history(): Promise<unknown[]> {
      const { events } = (await api.get('my/application_events?order=id_asc&per_page=100')).body;
      return events.map((event: { type: string; question: { status: number } }) => [
        event.type.replace('simple_question.', ''),
        event.question.status,
      ]);
    },
  };
}

test('an order of one body goes from 0 to 8 by its first translation, and to 4 by its second', async () => {
  const { sandbox, order, read } = start();
  const { id, first } = await order(['one']);
  const shown = [(await read(id)).status];
  for (const text of ['a', 'b']) {
    sandbox.translators.translateBody(first, text);
    shown.push((await read(id)).status);
  }
  expect(shown).toEqual([0, 8, 4]);
});

describe('an order of two bodies, with two translations of each', () => {
  test('goes from 0 to 1, to 8 when each body has one, and to 4 when each has two', async () => {
    const { sandbox, order, read, history } = start();
    const { id, first, second } = await order();
    const shown = [];
    for (const body of [0, first, second, first, second]) {
      if (body > 0) sandbox.translators.translateBody(body, 'text');
      const { status, status_text, translations_count, progress_rate, cancelable } = await read(id);
      shown.push([status, status_text, translations_count, progress_rate, cancelable]);
    }
    expect(shown).toEqual([
      [0, 'Pending', 0, 0, true],
      [1, 'In Progress', 1, 25, false],
      [8, 'Translated', 2, 50, false],
      [8, 'Translated', 3, 75, false],
      [4, 'Completed', 4, 100, false],
    ]);
    expect(await history()).toEqual([
      ['created', 0],
      ['submitted_translation', 1],
      ['submitted_translation', 8],
      ['submitted_translation', 8],
      ['submitted_translation', 8],
      ['finished', 4],
    ]);
  });

  test('shows the texts in status 8, and sets translated_at with status 4', async () => {
    const { sandbox, order, read, balance } = start();
    const { id, first, second } = await order();
    for (const body of [first, second]) sandbox.translators.translateBody(body, 'text');
    const translated = await read(id);
    expect(translated).toMatchObject({ status: 8, translated_at: null });
    expect(
      translated.question_bodies.map((body: { translations: unknown[] }) => body.translations.length),
    ).toEqual([1, 1]);
    expect((await balance()).point).toBe(10_000_000);
    for (const body of [first, second]) sandbox.translators.translateBody(body, 'text');
    expect((await read(id)).translated_at).not.toBeNull();
    expect((await balance()).point).toBe(9_999_980);
    expect(() => sandbox.translators.translateBody(first, 'text')).toThrow('closed');
  });

  test('is in status 1 as long as a body has none, whatever the other has', async () => {
    const { sandbox, order, read } = start();
    const { id, first, second } = await order();
    for (const text of ['one', 'two', 'three']) sandbox.translators.translateBody(first, text);
    // The third one of the first body does not stand in for one of the second.
    expect(await read(id)).toMatchObject({ status: 1, translations_count: 3, progress_rate: 50 });
    sandbox.translators.translateBody(second, 'text');
    expect(await read(id)).toMatchObject({ status: 8, translations_count: 4, progress_rate: 75 });
    sandbox.translators.translateBody(second, 'text');
    expect(await read(id)).toMatchObject({ status: 4, translations_count: 5, progress_rate: 100 });
  });

  test('stays listed until it is completed, and cannot be cancelled after its first translation', async () => {
    const { sandbox, api, order, read } = start();
    const { id, first, second } = await order();
    await sandbox.clock.advance(5 * MINUTE);
    expect(await read(id)).toMatchObject({ status: 1, 'listing?': true, cancelable: true });
    for (const body of [first, second, first]) {
      sandbox.translators.translateBody(body, 'text');
      expect(await read(id)).toMatchObject({ 'listing?': true, cancelable: false });
      expect((await api.put(`simple/questions/${id}/cancel`)).status).toBe(422);
    }
    sandbox.translators.translateBody(second, 'text');
    expect(await read(id)).toMatchObject({ status: 4, 'listing?': false });
  });
});

describe('when the time of such an order is over, it', () => {
  test('is completed in status 8: every body has a translation, and nothing is given back', async () => {
    const { sandbox, order, read, balance, history } = start();
    const { id, first, second } = await order();
    for (const body of [first, second, second]) sandbox.translators.translateBody(body, 'text');
    await sandbox.clock.advance(24 * HOUR);
    const { translated_at, expires_at, ...shown } = await read(id);
    expect(shown).toMatchObject({
      status: 4,
      translations_count: 3,
      progress_rate: 100,
      cancelable: false,
      'listing?': false,
    });
    expect(translated_at).toBe(expires_at);
    expect((await history()).at(-1)).toEqual(['finished', 4]);
    expect(await balance()).toMatchObject({ point: 9_999_980, available_point: 9_999_980 });
  });

  test('is partly expired in status 1', async () => {
    const { sandbox, order, read, balance, history } = start();
    const { id, first } = await order();
    for (const text of ['one', 'two']) sandbox.translators.translateBody(first, text);
    await sandbox.clock.advance(24 * HOUR);
    expect(await read(id)).toMatchObject({ status: 9, progress_rate: 50, cancelable: false });
    expect((await history()).at(-1)).toEqual(['expired', 9]);
    expect(await balance()).toMatchObject({ point: 9_999_990, available_point: 9_999_990 });
  });
});

describe('rejecting one of the two translations of a body', () => {
  test('brings a completed order back to status 8, until another one comes', async () => {
    const { sandbox, api, order, read, balance } = start();
    const { id, first, second } = await order();
    const { id: wrong } = sandbox.translators.translateBody(first, 'text');
    for (const body of [second, first, second]) sandbox.translators.translateBody(body, 'text');
    await api.put(`simple/translations/${wrong}/reject`, { reason: REASON });
    expect(await read(id)).toMatchObject({ status: 8, translations_count: 3, progress_rate: 75 });
    expect(await read(id)).toMatchObject({ translated_at: null, cancelable: false, 'listing?': true });
    expect((await balance()).point).toBe(10_000_000);
    sandbox.translators.translateBody(first, 'text');
    expect(await read(id)).toMatchObject({ status: 4, translations_count: 4 });
    expect((await balance()).point).toBe(9_999_980);
  });

  test('brings an order in status 8 back to 1 when its body has no other', async () => {
    const { sandbox, api, order, read } = start();
    const { id, first, second } = await order();
    const { id: wrong } = sandbox.translators.translateBody(first, 'text');
    sandbox.translators.translateBody(second, 'text');
    await api.put(`simple/translations/${wrong}/reject`, { reason: REASON });
    const { question_bodies: bodies, ...question } = await read(id);
    expect(question).toMatchObject({ status: 1, translations_count: 1, progress_rate: 25 });
    expect(bodies[0]).toMatchObject({ translated_at: null, translations: [] });
  });
});

describe('the number of translations', () => {
  test.each([0, -1, 1.5, 11, Number.NaN])('%d is refused', (translationsPerBody) => {
    expect(() => createSandbox({ translationsPerBody })).toThrow(
      'createSandbox: translationsPerBody must be an integer from 1 to 10; got',
    );
  });

  /** How many translations an order of one body needs. */
  async function needed({ sandbox, order, read }: ReturnType<typeof start>): Promise<number> {
    const { id, first } = await order(['one']);
    while ((await read(id)).status !== 4) sandbox.translators.translateBody(first, 'text');
    return (await read(id)).translations_count;
  }

  test('is 1 by default', async () => {
    expect(await needed(start({ translationsPerBody: undefined } as object))).toBe(1);
  });

  test('stays the same after a reset', async () => {
    const world = start();
    world.sandbox.reset();
    expect(await needed(world)).toBe(2);
  });

  test('is kept in a snapshot, also when the copy is emptied', async () => {
    const snapshot = start().sandbox.snapshot();
    const copy = start({ snapshot, translationsPerBody: undefined } as object);
    expect(await needed(copy)).toBe(2);
    copy.sandbox.reset({ empty: true });
    expect(await needed(start({ snapshot: copy.sandbox.snapshot(), now: MOMENT }))).toBe(2);
  });

  test('of a snapshot is replaced by the option', async () => {
    expect(await needed(start({ snapshot: createSandbox().snapshot() }))).toBe(2);
    expect(await needed(start({ snapshot: start().sandbox.snapshot(), translationsPerBody: 3 }))).toBe(3);
  });
});

describe('work that is simulated', () => {
  test('by the autopilot gives each body its first translation, then each its second', async () => {
    const { sandbox, order, history, read } = start({ autopilot: { pace: 1000 } });
    const { id } = await order();
    await sandbox.clock.advance(2000);
    expect(await read(id)).toMatchObject({ status: 8, translations_count: 2 });
    await sandbox.clock.advance(2000);
    expect(await read(id)).toMatchObject({ status: 4, translations_count: 4 });
    expect((await history()).slice(1, 3)).toEqual([
      ['submitted_translation', 1],
      ['submitted_translation', 8],
    ]);
  });

  test('goes on in a copy of a sandbox that had begun', async () => {
    const { sandbox, order } = start({ autopilot: { pace: 1000 } });
    const { id } = await order();
    await sandbox.clock.advance(3000);
    const copy = createSandbox({ snapshot: sandbox.snapshot(), autopilot: { pace: 1000 } });
    await copy.clock.advance(1000);
    const { body } = await connect(copy).get(`simple/questions/${id}`);
    expect(body.question).toMatchObject({ status: 4, translations_count: 4 });
  });

  test('by sandbox.place completes an order', async () => {
    const { sandbox, read } = start();
    const { id } = await sandbox.place.completedSimpleQuestion(['one', 'two']);
    expect(await read(id)).toMatchObject({ status: 4, translations_count: 4 });
  });
});
