import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { FileAnalysisError, NotFoundError, Requester, TimeoutError, Wake } from '../../../src/index.js';
import { withTimeInHand } from '../../faults/time.js';
import { answer, requesterOn } from '../../recorded-fetch.js';
import { outcome, Service } from './waits.js';

withTimeInHand();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const failing = (): never => {
  throw new Error('the observer failed');
};

/** Requests after which a wait can still be said not to spin. */
const mostIn = (ms: number, maxInterval: number) => Math.ceil(ms / maxInterval) + 10;

describe('a file', () => {
  const upload = async (service: Service, name: string, content: BlobPart): Promise<number> => {
    const { id } = await service.requester.files.upload(new File([content], name));
    service.count();
    return id;
  };

  test('is waited for until it can be ordered', async () => {
    const service = new Service();
    const id = await upload(service, 'greeting.txt', 'Good morning');
    const wait = outcome(service.requester.files.wait(id, { interval: 1_000 }));
    await service.pass(5_000);
    expect(wait.value).toMatchObject({ id, status: 2, letter_count: 11 });
  });

  test.each([
    [96, 'blank.txt', ' \n ', 'no characters'],
    [97, 'system-error.txt', 'text', 'failed to analyse'],
    [98, 'latin.txt', new Uint8Array([0x63, 0x61, 0x66, 0xe9]), 'encoding'],
    [99, 'broken.docx', 'no office file', 'can read'],
  ])(
    'that comes to status %i ends the wait with an error that says which',
    async (status, name, content, reason) => {
      const service = new Service();
      const id = await upload(service, name, content);
      const wait = outcome(service.requester.files.wait(id, { interval: 1_000 }));
      await service.pass(5_000);
      expect(wait.error).toBeInstanceOf(FileAnalysisError);
      expect(wait.error).toMatchObject({
        name: 'FileAnalysisError',
        outcome: 'rejected',
        file: { id, status },
        message: expect.stringContaining(reason),
      });
    },
  );

  test('of an unknown status is neither ready nor failed, and is not polled in a tight loop', async () => {
    const service = new Service();
    const id = await upload(service, 'greeting.txt', 'Good morning');
    const source = (await service.requester.files.get(id).withResponse()).body;
    let requests = 0;
    const odd = requesterOn(async () => {
      requests += 1;
      return answer({ ...source, question_source: { ...source.question_source, status: 55 } });
    });
    const wait = outcome(odd.files.wait(id));
    await service.pass(HOUR);
    expect(wait.over).toBe(false);
    expect(requests).toBeLessThan(mostIn(HOUR, MINUTE));
  });
});

describe('a question', () => {
  test('is waited for until it is completed', async () => {
    const service = new Service();
    const [project] = await service.projects(1);
    const id = project?.questions[0] ?? 0;
    const wait = outcome(service.requester.questions.wait(id));
    await service.pass(MINUTE);
    service.sandbox.translators.translateQuestion(id, ['おはよう']);
    await service.pass(MINUTE);
    expect(wait.value).toMatchObject({ id, status: 4 });
  });

  test('that is translated is waited for until the service has completed it', async () => {
    const service = new Service();
    const [project] = await service.projects(1);
    const id = project?.questions[0] ?? 0;
    await service.pass(10 * MINUTE);
    service.sandbox.translators.translateQuestion(id, ['おはよう']);
    const states: number[] = [];
    const onProgress = ({ status }: { status: number }) => void states.push(status);
    const wait = outcome(
      service.requester.questions.wait(id, { onProgress, interval: HOUR, maxInterval: HOUR }),
    );
    await service.pass(DAY + 2 * HOUR, MINUTE);
    expect([wait.value?.status, states]).toEqual([4, [6, 4]]);
  });

  test('that expires is finished', async () => {
    const service = new Service();
    const [project] = await service.projects(1);
    const id = project?.questions[0] ?? 0;
    const wait = outcome(service.requester.questions.wait(id, { interval: HOUR, maxInterval: 6 * HOUR }));
    await vi.advanceTimersByTimeAsync(8 * DAY);
    await service.settled();
    expect(wait.value?.status).toBe(5);
  });

  test.each([77, 7, 9])(
    'of status %i, which nobody knows, is not finished, and is not polled in a tight loop',
    async (status) => {
      const service = new Service();
      const [project] = await service.projects(1);
      const id = project?.questions[0] ?? 0;
      const detail = (await service.requester.questions.get(id).withResponse()).body;
      let requests = 0;
      const odd = requesterOn(async () => {
        requests += 1;
        return answer({ ...detail, question: { ...detail.question, status, status_text: 'asleep' } });
      });
      const wait = outcome(odd.questions.wait(id));
      await service.pass(HOUR);
      expect(wait.over).toBe(false);
      expect(requests).toBeLessThan(mostIn(HOUR, MINUTE));
    },
  );
});

describe('a project', () => {
  test('is waited for until all its questions are finished', async () => {
    const service = new Service();
    const [project] = await service.projects(1, 3);
    const wait = outcome(service.requester.projects.wait(project?.id ?? 0));
    await service.pass(MINUTE);
    const [one = 0, two = 0, three = 0] = project?.questions ?? [];
    service.sandbox.translators.translateQuestion(one, ['おはよう']);
    await service.requester.questions.cancel(two);
    await service.pass(2 * MINUTE);
    const before = wait.over;
    service.sandbox.translators.translateQuestion(three, ['おはよう']);
    await service.pass(2 * MINUTE);
    expect(before).toBe(false);
    expect(wait.value?.questions.map(({ status }) => status).sort()).toEqual([3, 4, 4]);
  });

  test.each([1, 2])(
    'that shows no question yet is not finished, of %i that are waited for',
    async (count) => {
      const service = new Service();
      const projects = await service.projects(count);
      service.sandbox.faults.add({
        on: 'GET /api/v1/projects/:id',
        times: 2 * count,
        fault: { kind: 'alter', alter: (body) => ({ ...body, project: { ...body.project, questions: [] } }) },
      });
      const waits = projects.map(({ id }) => outcome(service.requester.projects.wait(id)));
      await service.pass(1);
      const before = waits.map(({ over }) => over);
      for (const id of projects.flatMap(({ questions }) => questions))
        service.sandbox.translators.translateQuestion(id, ['おはよう']);
      await service.pass(2 * MINUTE);
      expect(before).not.toContain(true);
      expect(waits.map(({ value }) => value?.questions.length)).toEqual(projects.map(() => 1));
    },
  );

  test('reports each of its questions that changes', async () => {
    const service = new Service();
    const [project] = await service.projects(1, 2);
    const told: number[] = [];
    const onProgress = ({ questions }: { questions: readonly { status: number }[] }) =>
      void told.push(questions.filter(({ status }) => status === 4).length);
    outcome(service.requester.projects.wait(project?.id ?? 0, { onProgress }));
    await service.pass(MINUTE);
    for (const id of project?.questions ?? []) {
      service.sandbox.translators.translateQuestion(id, ['おはよう']);
      await service.pass(2 * MINUTE);
    }
    expect(told).toEqual([0, 1, 2]);
  });
});

describe('a simple question', () => {
  test('is waited for until it is completed, and comes with its translations', async () => {
    const service = new Service();
    const [id = 0] = await service.simpleQuestions(1);
    const wait = outcome(service.requester.simple.questions.wait(id));
    await service.pass(MINUTE);
    service.sandbox.translators.translateOrder(id);
    await service.pass(2 * MINUTE);
    expect(wait.value).toMatchObject({ id, status: 4 });
    expect(wait.value?.question_bodies?.[0]?.translations?.[0]?.body).toBe('[ja] Good morning');
  });

  test('comes with its translations when there are many waits, too', async () => {
    const service = new Service();
    const ids = await service.simpleQuestions(30);
    const waits = ids.map((id) => outcome(service.requester.simple.questions.wait(id)));
    await service.pass(MINUTE);
    service.sandbox.translators.translateOrder(ids[7] ?? 0);
    await service.pass(2 * MINUTE);
    expect(waits.filter(({ over }) => over)).toEqual([waits[7]]);
    expect(waits[7]?.value?.question_bodies?.[0]?.translations?.[0]?.body).toMatch(/^\[[a-z]+\] Load /);
  });

  test('that expires is finished', async () => {
    const service = new Service();
    const [id = 0] = await service.simpleQuestions(1);
    const wait = outcome(service.requester.simple.questions.wait(id, { interval: HOUR, maxInterval: HOUR }));
    await service.pass(26 * HOUR, MINUTE);
    expect(wait.value?.status).toBe(5);
  });

  test('that is cancelled is noticed, although the log has no event about it', async () => {
    const service = new Service();
    const ids = await service.simpleQuestions(5);
    const waits = ids.map((id) => outcome(service.requester.simple.questions.wait(id)));
    await service.pass(MINUTE);
    await service.requester.simple.questions.cancel(ids[3] ?? 0);
    await service.pass(5 * MINUTE);
    expect(waits.map(({ over }) => over)).toEqual([false, false, false, true, false]);
    expect(waits[3]?.value?.draft_question_id).toEqual(expect.any(Number));
  });
});

describe('the end of a wait', () => {
  test('at its deadline it is a TimeoutError', async () => {
    const service = new Service();
    const [id = 0] = await service.simpleQuestions(1);
    const wait = outcome(service.requester.simple.questions.wait(id, { timeout: MINUTE }));
    await service.pass(MINUTE);
    expect(wait.error).toBeInstanceOf(TimeoutError);
    expect(wait.error).toMatchObject({
      outcome: 'unknown',
      request: { method: 'GET', path: '/api/v1/simple/questions/{id}' },
    });
  });

  test.each([
    ['an error', new Error('enough')],
    ['a text', 'enough'],
    ['null', null],
  ])('at an abort it rejects with the reason of the signal: %s', async (_, reason) => {
    const service = new Service();
    const [id = 0] = await service.simpleQuestions(1);
    const controller = new AbortController();
    const wait = outcome(service.requester.simple.questions.wait(id, { signal: controller.signal }));
    await service.pass(10_000);
    controller.abort(reason);
    await service.settled();
    expect(wait).toEqual({ over: true, error: reason });
  });

  test('a signal that is already aborted ends it before anything is sent', async () => {
    const service = new Service();
    const wait = outcome(service.requester.questions.wait(5, { signal: AbortSignal.abort('too late') }));
    await service.settled();
    expect([wait.error, service.requests]).toEqual(['too late', 0]);
  });

  test('the last one leaves no timer and no listener', async () => {
    const service = new Service();
    const [id = 0] = await service.simpleQuestions(1);
    const controller = new AbortController();
    const { signal } = controller;
    const waits = [
      service.requester.simple.questions.wait(id, { signal, timeout: HOUR }),
      service.requester.simple.questions.wait(id, { timeout: MINUTE }),
    ].map(outcome);
    await service.pass(10_000);
    controller.abort();
    await service.pass(2 * MINUTE);
    expect(waits.every(({ over }) => over)).toBe(true);
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([0, 0]);
  });

  test('nothing is sent any more after the last one', async () => {
    const service = new Service();
    const ids = await service.simpleQuestions(3);
    const options = { signal: AbortSignal.timeout(1e9), timeout: MINUTE };
    for (const id of ids) outcome(service.requester.simple.questions.wait(id, options));
    await service.pass(MINUTE);
    service.count();
    await service.pass(10 * MINUTE);
    expect(service.requests).toBe(0);
  });

  test('a wait that begins just after the last one ended gets its result', async () => {
    const service = new Service();
    const [first = 0, second = 0] = await service.simpleQuestions(2);
    const { questions } = service.requester.simple;
    const controller = new AbortController();
    outcome(questions.wait(first, { signal: controller.signal }));
    await service.pass(10_000);
    controller.abort();
    const wait = outcome(questions.wait(second));
    service.sandbox.translators.translateOrder(second);
    await service.pass(MINUTE);
    expect(wait.value?.id).toBe(second);
  });

  test('after a restart one can wait again by the id', async () => {
    const service = new Service();
    const [id = 0] = await service.simpleQuestions(1);
    const controller = new AbortController();
    outcome(service.requester.simple.questions.wait(id, { signal: controller.signal }));
    await service.pass(10_000);
    controller.abort();
    service.sandbox.translators.translateOrder(id);
    const { baseUrl, accessToken, fetch } = service.sandbox;
    const restarted = new Requester({ baseUrl, accessToken, fetch });
    const wait = outcome(restarted.simple.questions.wait(id));
    await service.settled();
    expect(wait.value).toMatchObject({ id, status: 4 });
  });
});

describe('the pauses', () => {
  test('many waits slow down together, although each poll shows a question in another form', async () => {
    const service = new Service();
    const ids = await service.simpleQuestions(40);
    for (const id of ids) outcome(service.requester.simple.questions.wait(id));
    await service.pass(10 * MINUTE);
    expect(service.rounds.length).toBeLessThan(mostIn(10 * MINUTE, MINUTE));
  });

  test('onProgress is called once for each state', async () => {
    const service = new Service();
    const ids = await service.simpleQuestions(12);
    const told = new Map(ids.map((id) => [id, 0]));
    const onProgress = ({ id }: { id: number }) => void told.set(id, (told.get(id) ?? 0) + 1);
    for (const id of ids) outcome(service.requester.simple.questions.wait(id, { onProgress }));
    // The service lists a question five minutes after its order.
    await service.pass(4 * MINUTE);
    expect([...told.values()]).toEqual(new Array(12).fill(1));
  });

  test.each([
    ['throws', failing],
    ['rejects with', async () => failing()],
  ])('an error that onProgress %s is ignored', async (_, onProgress) => {
    const service = new Service();
    const [id = 0] = await service.simpleQuestions(1);
    const wait = outcome(service.requester.simple.questions.wait(id, { onProgress }));
    await service.pass(10_000);
    service.sandbox.translators.translateOrder(id);
    await service.pass(MINUTE);
    expect(wait.value?.status).toBe(4);
  });

  test('wake.ring() starts one poll at once, and no second one', async () => {
    const service = new Service();
    const [id = 0] = await service.simpleQuestions(1);
    const wake = new Wake();
    const wait = outcome(service.requester.simple.questions.wait(id, { wake, interval: HOUR }));
    await service.pass(10_000);
    service.sandbox.translators.translateOrder(id);
    service.count();
    wake.ring();
    wake.ring();
    await service.settled();
    expect([wait.value?.status, service.requests]).toEqual([4, 1]);
  });

  test('wake.ring() during a poll starts another one', async () => {
    const service = new Service();
    const [id = 0] = await service.simpleQuestions(1);
    const wake = new Wake();
    outcome(service.requester.simple.questions.wait(id, { wake, interval: HOUR }));
    wake.ring();
    await service.settled();
    const first = service.requests;
    const { fetch } = service.sandbox;
    const spy = vi.spyOn(service.sandbox, 'fetch').mockImplementation((...call) => {
      spy.mockRestore();
      wake.ring();
      return fetch(...call);
    });
    wake.ring();
    await service.settled();
    expect(service.requests - first).toBe(2);
  });

  test('wake.ring() does not shorten a pause that the service asked for', async () => {
    const service = new Service();
    const [id = 0] = await service.simpleQuestions(1);
    const refusal = { kind: 'status', status: 429, headers: { 'retry-after': '600' } } as const;
    service.sandbox.faults.add({ on: '*', fault: refusal });
    const wake = new Wake();
    outcome(service.requester.simple.questions.wait(id, { wake }));
    await service.pass(10_000);
    wake.ring();
    await service.pass(589_000);
    expect(service.requests).toBe(1);
    await service.pass(2_000);
    expect(service.requests).toBe(2);
  });

  test('nothing listens to a wake after the wait', async () => {
    const service = new Service();
    const [id = 0] = await service.simpleQuestions(1);
    const wake = new Wake();
    const stopped = vi.fn();
    wake.listen = () => stopped;
    outcome(service.requester.simple.questions.wait(id, { wake, timeout: MINUTE }));
    await service.pass(2 * MINUTE);
    expect(stopped).toHaveBeenCalledTimes(1);
  });

  test('a service that asks for a longer pause gets it', async () => {
    const service = new Service();
    const [id = 0] = await service.simpleQuestions(1);
    // By the clock of the service, which is behind.
    const headers = {
      date: 'Thu, 01 Jan 1970 00:00:00 GMT',
      'retry-after': 'Thu, 01 Jan 1970 00:10:00 GMT',
    };
    service.sandbox.faults.add({ on: '*', fault: { kind: 'status', status: 429, headers } });
    outcome(service.requester.simple.questions.wait(id));
    await service.pass(599_000);
    expect(service.requests).toBe(1);
  });
});

describe('failures', () => {
  test.each([
    { kind: 'refuse' },
    { kind: 'drop-after' },
    { kind: 'drop-midway' },
    { kind: 'status', status: 503 },
    { kind: 'html' },
    { kind: 'truncate' },
    { kind: 'empty' },
    { kind: 'wrong-shape' },
  ] as const)('a wait survives what may pass: $kind', async (fault) => {
    const service = new Service();
    const [id = 0, another = 0] = await service.simpleQuestions(2);
    service.sandbox.faults.add({ on: 'GET *', times: 12, fault });
    const wait = outcome(service.requester.simple.questions.wait(id));
    outcome(service.requester.simple.questions.wait(another));
    await service.pass(2 * MINUTE);
    service.sandbox.faults.clear();
    service.sandbox.translators.translateOrder(id);
    await service.pass(2 * MINUTE);
    expect(wait.value).toMatchObject({ id, status: 4 });
  });

  test('a refused token ends every wait', async () => {
    const service = new Service({ accessToken: 'x'.repeat(64) });
    const waits = [5, 6].map((id) => outcome(service.requester.questions.wait(id)));
    await service.settled();
    expect(waits.map(({ error }) => error)).toEqual([
      expect.objectContaining({ name: 'AuthenticationError' }),
      expect.objectContaining({ name: 'AuthenticationError' }),
    ]);
  });

  test.each(['questions', 'projects', 'files'] as const)('a 404 ends only its own wait: %s', async (kind) => {
    const service = new Service();
    const [project] = await service.projects(1);
    const { id: file } = await service.requester.files.upload(new File(['text'], 'a.txt'));
    const there = { questions: project?.questions[0] ?? 0, projects: project?.id ?? 0, files: file }[kind];
    service.sandbox.faults.add({
      on: `GET /api/v1/my/files/${file}`,
      times: 1e9,
      fault: { kind: 'status', status: 503 },
    });
    const resource = service.requester[kind];
    const [lost, kept] = [outcome<unknown>(resource.wait(1)), outcome<unknown>(resource.wait(there))];
    await service.pass(30_000);
    expect([lost.error, kept.over]).toEqual([expect.any(NotFoundError), false]);
  });

  test('a 404 of a simple question ends only its own wait', async () => {
    const service = new Service();
    const [id = 0] = await service.simpleQuestions(1);
    const { questions } = service.requester.simple;
    const [lost, kept] = [outcome(questions.wait(1)), outcome(questions.wait(id))];
    await service.pass(30_000);
    expect([lost.error, kept.over]).toEqual([expect.any(NotFoundError), false]);
  });

  test('a 403 ends only its own wait', async () => {
    const service = new Service();
    const [one, two] = (await service.projects(2)).map(({ questions }) => questions[0] ?? 0);
    service.sandbox.faults.add({
      on: `GET /api/v1/questions/${one}`,
      times: 1e9,
      fault: { kind: 'status', status: 403 },
    });
    service.sandbox.faults.add({
      on: 'GET /api/v1/my/questions',
      times: 1e9,
      fault: {
        kind: 'wrong-shape',
        body: {
          success: true,
          message: '',
          page: 1,
          per_page: 100,
          total_pages: 0,
          total_count: 0,
          questions: [],
        },
      },
    });
    const waits = [one, two].map((id) => outcome(service.requester.questions.wait(id ?? 0)));
    await service.pass(30_000);
    expect(waits.map(({ error, over }) => [over, error])).toEqual([
      [true, expect.objectContaining({ name: 'PermissionError' })],
      [false, undefined],
    ]);
  });

  test.each([
    ['id', 'x', {}],
    ['id', -1, {}],
    ['interval', 5, { interval: 0 }],
    ['maxInterval', 5, { maxInterval: 'long' }],
    ['timeout', 5, { timeout: -1 }],
    ['onProgress', 5, { onProgress: 'yes' }],
    ['signal', 5, { signal: 'no' }],
    ['wake', 5, { wake: {} }],
  ])('a wrong %s is an InputError, and nothing is sent', async (path, id, options) => {
    const service = new Service();
    const { questions } = service.requester;
    const wait = outcome(Reflect.apply(questions.wait, questions, [id, options]));
    await service.settled();
    expect(wait.error).toMatchObject({ name: 'InputError', issues: [expect.objectContaining({ path })] });
    expect(service.requests).toBe(0);
  });
});
