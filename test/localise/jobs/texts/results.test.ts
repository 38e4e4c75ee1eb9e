import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defer } from '../../../../src/base/concurrency.js';
import type { Requester } from '../../../../src/index.js';
import {
  type CollectTextsOptions,
  collectTexts,
  type OrderTextsOptions,
  orderTexts,
  type TextIssue,
  type TextResult,
  type TextsJob,
} from '../../../../src/texts.js';
import { DAY, fastTime, openWorld, pause, realTime, swiftly } from '../../../client/ordering/world.js';
import { rejection } from '../../../recorded-fetch.js';
import { translate } from './translating.js';

const USING = ['simple', 'project'] as const;
const order = (input: Partial<OrderTextsOptions> = {}): OrderTextsOptions => ({
  name: 'shop',
  from: 'en',
  to: ['de'],
  texts: { a: 'One', b: 'Two' },
  ...input,
});

async function collected(
  requester: Requester,
  job: TextsJob,
  options?: CollectTextsOptions,
): Promise<TextResult[]> {
  const results: TextResult[] = [];
  for await (const result of collectTexts(requester, job, options)) results.push(result);
  return results;
}

const byKey = (results: readonly TextResult[]) =>
  Object.fromEntries(
    results.map(({ language, key, ...rest }) => [`${language} ${key}`, rest.issues ? rest : rest.text]),
  );

describe.each(USING)('the results of a job of %s orders', (using) => {
  test('have what is protected in one text alone, and say which is lost', async () => {
    const { sandbox, requester } = openWorld();
    const number = { protectTerms: ['#'] };
    const texts = {
      lost: { text: '# files', ...number },
      kept: { text: '# more', ...number },
      other: 'No. #',
    };
    const job = await orderTexts(requester, order({ using, texts }));
    expect(job.pieces.map(({ body }) => body)).toEqual(['{{{#}}} files', '{{{#}}} more', 'No. #']);
    await translate(sandbox, requester, job, (text) =>
      text.replace('{{{#}}} files', 'Dateien').replace('more', 'mehr').replace('No. #', 'Nr.'),
    );
    const results = byKey(await collected(requester, job));
    expect(results).toMatchObject({ 'de kept': '# mehr', 'de other': 'Nr.' });
    expect(results['de lost']).toMatchObject({
      text: 'Dateien',
      issues: [{ kind: 'placeholder', placeholder: '#' }],
    });
  });

  test('have the terms that are protected, and say which are lost; texts without letters cost nothing', async () => {
    const { sandbox, requester } = openWorld();
    const texts = { kept: 'Acme for you', lost: 'Buy Acme', only: 'Acme', sum: '12 – 15 %' };
    const job = await orderTexts(requester, order({ using, texts, protectTerms: ['Acme'] }));
    await translate(sandbox, requester, job, (text) =>
      text.replace('Buy {{{Acme}}}', 'Kaufen').replace('for you', 'für dich'),
    );
    const results = byKey(await collected(requester, job));
    expect(results).toMatchObject({ 'de kept': 'Acme für dich', 'de only': 'Acme', 'de sum': '12 – 15 %' });
    expect(results['de lost']).toMatchObject({
      text: 'Kaufen',
      issues: [{ kind: 'placeholder', placeholder: 'Acme' }],
    });
    expect(job.pieces.map(({ body }) => body)).toEqual(['{{{Acme}}} for you', 'Buy {{{Acme}}}']);
  });

  test('are given by key, with the white space, blank lines and placeholders of the originals', async () => {
    const { sandbox, requester } = openWorld();
    const texts = {
      same: 'One',
      again: ' One\n',
      lines: '\nFirst {x}\n\nSecond\nThird  ',
      blank: ' ',
      own: 'Hi {{{name}}}',
      only: '{x}',
    };
    const job = await orderTexts(requester, order({ using, to: ['de', 'ja'], texts, protect: 'icu' }));
    await translate(sandbox, requester, job, (text) =>
      text.toUpperCase().replace('{X}', '{x}').replace('NAME', 'name'),
    );
    const results = byKey(await collected(requester, JSON.parse(JSON.stringify(job))));
    for (const language of ['de', 'ja']) {
      expect(results).toMatchObject({
        [`${language} same`]: 'ONE',
        [`${language} again`]: ' ONE\n',
        [`${language} lines`]: '\nFIRST {x}\n\nSECOND\nTHIRD  ',
        [`${language} blank`]: ' ',
        [`${language} own`]: 'HI {{{name}}}',
        [`${language} only`]: '{x}',
      });
    }
    expect(Object.keys(results)).toHaveLength(12);
  });

  test('join long texts whose pieces are in several orders', async () => {
    const { sandbox, requester } = openWorld();
    const long = Array.from({ length: 9 }, (_, index) => `Paragraph ${index}.\nIts second line.`).join(
      '\n\n',
    );
    const limits = { letters: 40, bodies: 2, questions: 2 };
    const job = await orderTexts(requester, order({ using, texts: { long, short: 'Paragraph 0.' }, limits }));
    expect(job.orders.length).toBeGreaterThan(3);
    await translate(sandbox, requester, job, (text) => text.replaceAll('Paragraph', 'Absatz'));
    expect(byKey(await collected(requester, job))['de long']).toBe(long.replaceAll('Paragraph', 'Absatz'));
  });

  test('name the placeholders that a translation lacks', async () => {
    const { sandbox, requester } = openWorld();
    const texts = { a: 'Hello %s and %s', b: 'Bye %s', c: 'My {{{own}}}' };
    const job = await orderTexts(requester, order({ using, texts, protect: 'printf' }));
    await translate(sandbox, requester, job, (text) =>
      text.startsWith('Bye') ? text : text.replace(/\{\{\{.*?\}\}\}/, 'x'),
    );
    const results = byKey(await collected(requester, job));
    expect(results['de b']).toBe('Bye %s');
    expect(results['de a']).toMatchObject({
      text: 'Hello x and %s',
      issues: [{ kind: 'placeholder', placeholder: '%s' }],
    });
    expect(results['de c']).toMatchObject({
      text: 'My x',
      issues: [{ kind: 'placeholder', placeholder: '{{{own}}}' }],
    });
  });

  test('name what differs in a long text, with offsets in all of it', async () => {
    const { sandbox, requester } = openWorld();
    const texts = { a: ' Go to <b>{place}.\n\nThen take {thing}</b> along. ' };
    const job = await orderTexts(requester, order({ using, texts, limits: { letters: 25 } }));
    expect(job.pieces.length).toBeGreaterThan(1);
    await translate(sandbox, requester, job, (text) => text.replace('Go', 'Geh').replace('{thing}', 'alles'));
    const [result] = await collected(requester, job);
    expect(result?.issues).toEqual([
      {
        kind: 'placeholder',
        placeholder: '{thing}',
        in: 'original',
        offset: texts.a.indexOf('{thing}'),
        message: 'The translation lacks the placeholder {thing}.',
      },
    ]);
    expect(result?.text?.startsWith(' Geh to <b>{place}.\n\n')).toBe(true);
  });

  test('name a translation that has more lines', async () => {
    const { sandbox, requester } = openWorld();
    const job = await orderTexts(requester, order({ using, texts: { a: 'One\nTwo', b: 'Three' } }));
    await translate(sandbox, requester, job, (text) => (text === 'Three' ? 'Drei\n3' : 'Eins\nZwei'));
    expect(byKey(await collected(requester, job))).toMatchObject({
      'de a': using === 'simple' ? 'Eins\nZwei' : { issues: [{ kind: 'lines' }] },
      'de b': { issues: [{ kind: 'lines', in: 'translation', offset: 0 }] },
    });
  });

  test('may have other line breaks in HTML', async () => {
    const { sandbox, requester } = openWorld();
    const job = await orderTexts(
      requester,
      order({ using, html: true, texts: { a: '<p>One</p>', b: 'Two' } }),
    );
    await translate(sandbox, requester, job, (text) =>
      text.replace('<p>', '<p>\n').replace('Two', ' \nZwei'),
    );
    expect(byKey(await collected(requester, JSON.parse(JSON.stringify(job))))).toEqual({
      'de a': '<p>\nOne</p>',
      'de b': 'Zwei',
    });
  });

  test('are null with an issue if nobody translated the text', async () => {
    const { sandbox, requester } = openWorld();
    const limits = { bodies: 2, questions: 2 };
    const job = await orderTexts(
      requester,
      order({ using, texts: { a: 'One', b: 'Two', c: 'Three' }, limits }),
    );
    await translate(sandbox, requester, { orders: job.orders.slice(0, 1) }, (text) =>
      text === 'One' ? 'Eins' : undefined,
    );
    await sandbox.clock.advance(8 * DAY);
    const results = byKey(await collected(requester, job));
    expect(results['de a']).toBe('Eins');
    expect(results['de c']).toEqual({
      text: null,
      issues: [{ kind: 'untranslated', message: expect.any(String) }],
    });
    if (using === 'simple')
      expect(results['de b']).toMatchObject({ text: null, issues: [{ kind: 'untranslated' }] });
  });

  test('are null with an issue if the service no longer shows the order', async () => {
    const { sandbox, requester } = openWorld();
    const job = await orderTexts(requester, order({ using }));
    sandbox.reset();
    // Nothing else, such as that it may change.
    const missing = { text: null, issues: [{ kind: 'missing', message: expect.any(String) }] };
    const results = await collected(requester, job, { timeout: 50 });
    expect(byKey(results)).toEqual({ 'de a': missing, 'de b': missing });
  });

  test('are only those that are finished, with wait: false', async () => {
    const { sandbox, requester } = openWorld();
    const limits = { bodies: 1, questions: 1 };
    const job = await orderTexts(requester, order({ using, limits }));
    await translate(sandbox, requester, { orders: job.orders.slice(0, 1) }, () => 'Eins');
    expect(byKey(await collected(requester, job, { wait: false }))).toEqual({ 'de a': 'Eins' });
  });

  test('are read with one request for each order, and one more for each text of a project', async () => {
    const { sandbox, requester, requestsSince } = openWorld();
    const texts = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`k${index}`, `Text ${index}`]),
    );
    const job = await orderTexts(requester, order({ using, texts, limits: { bodies: 20, questions: 20 } }));
    await translate(sandbox, requester, job);
    requestsSince();
    expect(await collected(requester, job)).toHaveLength(40);
    expect(requestsSince()).toBe(using === 'simple' ? 2 : 42);
  });

  test('are read from 16 orders at a time', async () => {
    let running = 0;
    let most = 0;
    const { sandbox, requester } = openWorld(
      { latency: 2 },
      { maxConcurrency: 200 },
      (fetch) => async (input, init) => {
        if (init?.method !== 'GET') return fetch(input, init);
        running += 1;
        most = Math.max(most, running);
        return fetch(input, init).finally(() => {
          running -= 1;
        });
      },
    );
    const texts = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, `Text ${at}`]));
    const limits = { bodies: 1, questions: 1 };
    const job = await orderTexts(requester, order({ using, texts, limits, lookback: 0 }));
    await translate(sandbox, requester, job);
    most = 0;
    expect(await collected(requester, job)).toHaveLength(40);
    expect(most).toBe(16);
  });

  test('can be collected from a job that failed midway', async () => {
    const { sandbox, requester } = openWorld();
    const job = await orderTexts(requester, order({ using, limits: { bodies: 1, questions: 1 } }));
    const part = { ...job, orders: job.orders.slice(0, 1) };
    await translate(sandbox, requester, part);
    expect(byKey(await collected(requester, part))).toEqual({ 'de a': 'de: One' });
  });

  test('end at the first failure, and at the end of the loop', async () => {
    const { sandbox, requester } = openWorld({}, { retries: 0 });
    const job = await orderTexts(requester, order({ using, limits: { bodies: 1, questions: 1 } }));
    await translate(sandbox, requester, job);
    for await (const { text } of collectTexts(requester, job)) {
      expect(text).toBe('de: One');
      break;
    }
    sandbox.faults.add({ on: 'GET *', times: 9, fault: { kind: 'status', status: 500 } });
    await expect(collected(requester, job)).rejects.toMatchObject({ name: 'ServerError' });
  });
});

test.each([
  ['lacks a paragraph, or all of them, is told once', false],
  ['is HTML and lacks a paragraph, is told once', true],
])('what %s', async (_, html) => {
  const { sandbox, requester } = openWorld();
  const texts = { some: 'One\nTwo {x}', none: 'Three\nFour', more: 'Five' };
  const job = await orderTexts(requester, order({ using: 'project', texts, html }));
  const translations = new Map([
    ['One', 'Eins'],
    ['Five', html ? '' : 'Fünf\nSechs'],
  ]);
  await translate(sandbox, requester, job, (text) => translations.get(text) ?? '');
  const results = byKey(await collected(requester, job));
  const kinds = (key: string) => Object(results[`de ${key}`]).issues?.map(({ kind }: TextIssue) => kind);
  expect([kinds('some'), kinds('none'), kinds('more')]).toEqual([
    ['paragraphs', 'placeholder'],
    ['paragraphs'],
    html ? ['paragraphs'] : ['lines'],
  ]);
});

test('a question that the service no longer shows is missing, and no other text of its project', async () => {
  const { sandbox, requester } = openWorld();
  const job = await orderTexts(requester, order({ using: 'project' }));
  const [first = 0] = job.orders[0]?.questions ?? [];
  await translate(sandbox, requester, job, (text) => (text === 'Two' ? 'Zwei' : 'Eins'));
  const path = `/api/v1/questions/${first}/revisions/latest`;
  sandbox.faults.add({ on: `GET ${path}`, times: 9, fault: { kind: 'status', status: 404 } });
  expect(byKey(await collected(requester, job, { timeout: 50 }))).toMatchObject({
    'de a': { text: null, issues: [{ kind: 'missing' }] },
    'de b': 'Zwei',
  });
});

test.each([true, false])(
  'questions that only their project does not show are there; wait: %s',
  async (wait) => {
    const { sandbox, requester } = openWorld();
    const job = await orderTexts(requester, order({ using: 'project' }));
    await translate(sandbox, requester, job, (text) => (text === 'Two' ? 'Zwei' : 'Eins'));
    sandbox.faults.add({
      on: 'GET /api/v1/projects/:id',
      fault: { kind: 'alter', alter: (body) => ({ ...body, project: { ...body.project, questions: [] } }) },
    });
    expect(byKey(await collected(requester, job, { wait }))).toMatchObject({
      'de a': 'Eins',
      'de b': 'Zwei',
    });
  },
);

test('no order is read far ahead of a slow loop', async () => {
  const { sandbox, requester, requestsSince } = openWorld();
  const texts = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${index}`, `Text ${index}`]));
  const job = await orderTexts(requester, order({ texts, limits: { bodies: 1 } }));
  await translate(sandbox, requester, job);
  requestsSince();
  const loop = collectTexts(requester, job);
  for (let taken = 1; taken <= 60; taken += 1) {
    expect((await loop.next()).value).toMatchObject({ language: 'de' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (taken === 3) expect(requestsSince()).toBeLessThan(30);
  }
  expect(await loop.next()).toEqual({ done: true, value: undefined });
});

describe('waiting for results', () => {
  beforeEach(fastTime);
  afterEach(realTime);

  test.each(USING)('for %s orders yields each order as it is finished', async (using) => {
    const { sandbox, requester } = openWorld();
    const limits = { bodies: 1, questions: 1 };
    const work = async (): Promise<void> => {
      const job = await orderTexts(requester, order({ using, limits }));
      const [first, second] = job.orders;
      const loop = collectTexts(requester, job, { interval: 1_000 });
      const next = loop.next();
      await translate(sandbox, requester, { orders: second ? [second] : [] });
      expect((await next).value).toMatchObject({ language: 'de', key: 'b', text: 'de: Two' });
      const last = loop.next();
      await translate(sandbox, requester, { orders: first ? [first] : [] });
      expect((await last).value).toMatchObject({ language: 'de', key: 'a', text: 'de: One' });
      expect(await loop.next()).toEqual({ done: true, value: undefined });
    };
    await swiftly(work());
  });

  test.each([1, 3])('resolves at the first translation of every text, with %i orders', async (orders) => {
    const { sandbox, requester } = openWorld({ translationsPerBody: 2 });
    const work = async (): Promise<void> => {
      const texts = Object.fromEntries(['One', 'Two', 'Three'].slice(0, orders).map((text) => [text, text]));
      const job = await orderTexts(requester, order({ texts, limits: { bodies: 1 } }));
      const results = collected(requester, job, { interval: 1_000, timeout: 600_000 });
      const rest = collected(requester, job, { interval: 1_000, timeout: 600_000, ready: 'finished' });
      await pause(5_000);
      await translate(sandbox, requester, job);
      expect(byKey(await results)).toMatchObject({ 'de One': 'de: One' });
      expect(await results).toHaveLength(orders);
      // It joins waits that know already that everything is translated.
      expect(await collected(requester, job, { interval: 1_000, timeout: 60_000 })).toHaveLength(orders);
      await translate(sandbox, requester, job, (text) => `2: ${text}`);
      expect(byKey(await rest)).toMatchObject({ 'de One': '2: One' });
      for (const { mayChange } of await rest) expect(mayChange).toBeUndefined();
    };
    await swiftly(work());
  });

  test('takes the texts of a finished order from its event, where a read by id is behind', async () => {
    const { sandbox, requester, elsewhere } = openWorld();
    const work = async (): Promise<void> => {
      const job = await orderTexts(requester, order({ limits: { bodies: 1 } }));
      const old = new Map<string, object>();
      for (const { id } of job.orders) {
        const { body } = await requester.simple.questions.get(id).withResponse();
        old.set(`/api/v1/simple/questions/${id}`, body);
      }
      const logRead = defer();
      const behind = elsewhere({
        fetch: async (input, init) => {
          const { pathname } = new URL(String(input));
          const copy = old.get(pathname);
          if (copy !== undefined) return Response.json(copy);
          const answer = await sandbox.fetch(input, init);
          if (pathname.endsWith('/application_events')) logRead.resolve();
          return answer;
        },
      });
      const results = collected(behind, job, { interval: 1_000, timeout: 300_000 });
      await logRead.promise;
      await translate(sandbox, requester, job);
      expect(byKey(await results)).toEqual({ 'de a': 'de: One', 'de b': 'de: Two' });
    };
    await swiftly(work());
  });

  test.each(USING)('for %s orders ends by its signal and at its timeout', async (using) => {
    const { requester, requestsSince } = openWorld();
    const work = async (): Promise<void> => {
      const job = await orderTexts(requester, order({ using }));
      // That something else is not there says nothing of the texts.
      const reason = await rejection(requester.questions.get(999_999));
      expect(reason).toMatchObject({ name: 'NotFoundError' });
      const end = new AbortController();
      setTimeout(() => end.abort(reason), 20_000);
      expect(await rejection(collected(requester, job, { signal: end.signal }))).toBe(reason);
      expect(await rejection(collected(requester, job, { timeout: 9_000 }))).toMatchObject({
        name: 'TimeoutError',
      });
    };
    await swiftly(work());
    requestsSince();
    await swiftly(new Promise((resolve) => setTimeout(resolve, 300_000)));
    expect(requestsSince()).toBe(0);
  });
});

test('missing paragraphs are reported as an issue', async () => {
  const { sandbox, requester } = openWorld();
  const job = await orderTexts(requester, order({ using: 'project', texts: { a: 'One\n\nTwo\nThree' } }));
  const [question = 0] = job.orders[0]?.questions ?? [];
  sandbox.translators.translateQuestion(question, ['Eins', 'Zwei']);
  expect(byKey(await collected(requester, job))['de a']).toEqual({
    text: 'Eins\n\nZwei',
    canBeSentBack: false,
    issues: [{ kind: 'paragraphs', message: 'The translation lacks 1 paragraph of the original.' }],
  });
});

test('the newest of several translations is used', async () => {
  const { sandbox, requester } = openWorld();
  const job = await orderTexts(requester, order({ texts: { a: 'One', b: 'Two' } }));
  await translate(sandbox, requester, job, (text) => (text === 'One' ? 'Ein' : undefined));
  await translate(sandbox, requester, job, (text) => (text === 'One' ? 'Eins' : 'Zwei'));
  expect(byKey(await collected(requester, job))).toEqual({ 'de a': 'Eins', 'de b': 'Zwei' });
});

describe('texts that are translated, but may change', () => {
  const getBodies = async (requester: Requester, { orders }: TextsJob) => {
    const questions = await Promise.all(orders.map(({ id }) => requester.simple.questions.get(id)));
    return questions.flatMap((each) => each.question_bodies);
  };

  test('are given with their other translations, the newest first', async () => {
    const { sandbox, requester } = openWorld({ translationsPerBody: 2 });
    const job = await orderTexts(
      requester,
      order({ texts: { a: 'Hello {name}', b: 'Two' }, protect: 'icu' }),
    );
    const [hello, two] = await getBodies(requester, job);
    const submit = (body: typeof hello, text: string) =>
      sandbox.translators.translateBody(body?.id ?? 0, text);
    submit(hello, 'Hallo {{{{name}}}}');
    expect(await collected(requester, job, { wait: false })).toEqual([]);
    submit(two, 'Zwei');
    const early = await collected(requester, job);
    expect(early).toEqual([
      { language: 'de', key: 'a', text: 'Hallo {name}', mayChange: true },
      { language: 'de', key: 'b', text: 'Zwei', mayChange: true },
    ]);
    expect(await collected(requester, job, { wait: false, ready: 'finished' })).toEqual([]);
    submit(hello, 'Guten Tag');
    expect(await collected(requester, job)).toEqual([
      {
        language: 'de',
        key: 'a',
        text: 'Guten Tag',
        mayChange: true,
        alternatives: ['Hallo {name}'],
        issues: [expect.objectContaining({ kind: 'placeholder', placeholder: '{name}' })],
      },
      { language: 'de', key: 'b', text: 'Zwei', mayChange: true },
    ]);
    submit(two, ' Zwei');
    for (const ready of ['translated', 'finished'] as const) {
      const [first, second] = await collected(requester, job, { ready });
      expect(first).not.toHaveProperty('mayChange');
      // One that is the same is no other.
      expect(second).toEqual({ language: 'de', key: 'b', text: 'Zwei' });
    }
  });

  test('have the issues of the newest, whatever is protected', async () => {
    const { sandbox, requester } = openWorld({ translationsPerBody: 2 });
    const job = await orderTexts(requester, order({ texts: { a: 'Hello %s', b: 'Bye <b>you</b>' } }));
    const [hello, bye] = await getBodies(requester, job);
    const submit = (body: typeof hello, text: string) =>
      sandbox.translators.translateBody(body?.id ?? 0, text);
    submit(hello, 'Hallo s%');
    submit(bye, 'Tschau du');
    expect(await collected(requester, job)).toMatchObject([
      { key: 'a', text: 'Hallo s%', issues: [{ placeholder: '%s', in: 'original', offset: 6 }] },
      { key: 'b', text: 'Tschau du', issues: [{ placeholder: '<b>' }, { placeholder: '</b>' }] },
    ]);
    submit(hello, 'Hallo %s');
    submit(bye, '</b>Tschau du<b>');
    const [first, second] = await collected(requester, job);
    expect(first).toEqual({ language: 'de', key: 'a', text: 'Hallo %s', alternatives: ['Hallo s%'] });
    expect(second).toMatchObject({
      text: '</b>Tschau du<b>',
      alternatives: ['Tschau du'],
      issues: [{ kind: 'order' }],
    });
  });

  test('are finished when a second translation never comes', async () => {
    const { sandbox, requester } = openWorld({ translationsPerBody: 2 });
    const job = await orderTexts(requester, order({ texts: { a: 'One' } }));
    const [each] = await getBodies(requester, job);
    sandbox.translators.translateBody(each?.id ?? 0, 'Eins');
    expect(await collected(requester, job)).toEqual([
      { language: 'de', key: 'a', text: 'Eins', mayChange: true },
    ]);
    await sandbox.clock.advance(8 * DAY);
    expect(await collected(requester, job, { ready: 'finished' })).toEqual([
      { language: 'de', key: 'a', text: 'Eins', canBeSentBack: false },
    ]);
  });

  test('join the other translations of their pieces', async () => {
    const { sandbox, requester } = openWorld({ translationsPerBody: 3 });
    const job = await orderTexts(
      requester,
      order({ texts: { a: 'First line.\n\nSecond line.' }, limits: { letters: 15 } }),
    );
    const [first, second] = await getBodies(requester, job);
    for (const text of ['1a', '1b', '1c']) sandbox.translators.translateBody(first?.id ?? 0, text);
    for (const text of ['2a', '2b']) sandbox.translators.translateBody(second?.id ?? 0, text);
    expect(await collected(requester, job)).toEqual([
      {
        language: 'de',
        key: 'a',
        text: '1c\n\n2b',
        mayChange: true,
        alternatives: ['1b\n\n2a', '1a\n\n2b'],
      },
    ]);
  });

  test('are not given any more after a rejection, until another translation comes', async () => {
    const { sandbox, requester } = openWorld({ translationsPerBody: 2 });
    const job = await orderTexts(requester, order({ texts: { a: 'One' } }));
    const [body] = await getBodies(requester, job);
    const { id } = sandbox.translators.translateBody(body?.id ?? 0, 'Zwei');
    await requester.simple.translations.reject(id, { reason: 'This is another number.' });
    expect(await collected(requester, job, { wait: false })).toEqual([]);
    sandbox.translators.translateBody(body?.id ?? 0, 'Eins');
    expect(byKey(await collected(requester, job))).toEqual({ 'de a': 'Eins' });
  });

  test('of a project are those in feedback', async () => {
    const { sandbox, requester } = openWorld();
    const job = await orderTexts(requester, order({ using: 'project', texts: { a: 'One' } }));
    await sandbox.clock.advance(DAY / 4);
    const [id = 0] = job.orders[0]?.questions ?? [];
    sandbox.translators.takeQuestion(id);
    sandbox.translators.translateQuestion(id, ['Ein']);
    expect(await requester.questions.get(id)).toMatchObject({ status: 6 });
    expect(await collected(requester, job)).toEqual([
      { language: 'de', key: 'a', text: 'Ein', mayChange: true },
    ]);
    expect(await collected(requester, job, { wait: false, ready: 'finished' })).toEqual([]);
    sandbox.translators.translateQuestion(id, ['Eins']);
    expect(byKey(await collected(requester, job))).toEqual({ 'de a': 'Eins' });
    await sandbox.clock.advance(2 * DAY);
    for (const ready of ['translated', 'finished'] as const)
      expect(await collected(requester, job, { ready })).toEqual([
        { language: 'de', key: 'a', text: 'Eins', canBeSentBack: false },
      ]);
  });
});

describe('a text that the service keeps in another form', () => {
  const forms = [
    ['with entities', 'Fish & "Chips"', 'Fish &amp; &quot;Chips&quot;'],
    ['with other spaces', 'Add  to\u00a0cart\tnow', 'Add to cart now'],
    ['without invisible characters', 'Zero\u200bwidth\u00ad', 'Zerowidth'],
    ['with replaced pictures', 'Well done 🎉', 'Well done ?'],
    ['with other quotes', 'Say "yes", don\'t', 'Say “yes”, don’t'],
    ['with compatible characters', 'ﬁle №1…', 'file No1...'],
    ['with space at its line ends', 'One \nTwo', 'One\nTwo'],
  ] as const;
  const open = (kept: (text: string) => string) => {
    const { requester, sandbox } = openWorld({ translationsPerBody: 1 }, {}, (fetch) => async (url, init) => {
      const response = await fetch(url, init);
      if (init?.method === 'POST' || !/simple\/questions\/\d+/.test(String(url))) return response;
      const answer = await response.json();
      for (const body of answer.question.question_bodies) body.body = kept(body.body);
      return Response.json(answer, response);
    });
    return { requester, sandbox };
  };
  const input = { name: 'forms', from: 'en', to: ['de'] };
  const text = (index: number): string => forms[index]?.[1] ?? '';

  test('is known by its place, and an issue says so', async () => {
    const keptAs = new Map<string, string>(forms.map(([, sent, kept]) => [sent, kept]));
    const { requester, sandbox } = open((body) => keptAs.get(body) ?? body);
    const texts = Object.fromEntries(forms.map(([name, sent]) => [name, sent]));
    const job = await orderTexts(requester, { ...input, texts });
    sandbox.translators.translateAll();
    const found = await collected(requester, job);
    expect(found.filter((result) => result.text === null)).toEqual([]);
    expect(found.map(({ key, issues }) => [key, issues?.[0]?.kind])).toEqual(
      forms.map(([name]) => [name, 'form']),
    );
  });

  test.each<readonly [string, (body: string) => string]>([
    ['is another one', (body) => (body === text(0) ? 'Meat & Bread' : body)],
    ['lacks a word', (body) => (body === text(0) ? 'Fish &' : body)],
  ])('but %s is missing', async (_, kept) => {
    const { requester, sandbox } = open(kept);
    const job = await orderTexts(requester, { ...input, texts: { changed: text(0), same: 'Same' } });
    sandbox.translators.translateAll();
    const results = await collected(requester, job);
    const found = Object.fromEntries(results.map((result) => [result.key, result]));
    expect(found.changed).toMatchObject({ text: null, issues: [{ kind: 'missing' }] });
    expect(found.same?.issues).toBeUndefined();
  });
});
