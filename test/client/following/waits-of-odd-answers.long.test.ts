import { describe, expect, test, vi } from 'vitest';
import type { RequesterOptions } from '../../../src/index.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox.js';
import { withTimeInHand } from '../../faults/time.js';
import { isLong } from '../../runs.js';
import { outcome, Service } from './waits.js';

withTimeInHand();

const MINUTE = 60_000;

/** A service whose answers are changed on their way, as long as `change` is there. */
class OddService {
  readonly logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  /** What becomes of the text of an answer; undefined for one that can't be read. */
  change: (path: string, text: string) => string | undefined = (_, text) => text;
  readonly service: Service;
  #sandbox: Sandbox | undefined;

  constructor() {
    const fetch: NonNullable<RequesterOptions['fetch']> = async (input, init) => {
      const response = await (this.#sandbox ?? createSandbox()).fetch(input, init);
      const text = this.change(new URL(input).pathname, await response.text());
      return new Response(text ?? '<p>broken</p>', { status: response.status, headers: response.headers });
    };
    this.service = new Service({ fetch, logger: this.logger, retries: 0 });
    this.#sandbox = this.service.sandbox;
  }

  get warnings(): string {
    return JSON.stringify(this.logger.warn.mock.calls);
  }
}

const LOG = '/api/v1/my/application_events';

describe('waits use no more of an answer than they need', () => {
  test('a simple question with an unused field off the contract is waited for, and that is logged', async () => {
    const odd = new OddService();
    const [id = 0] = await odd.service.simpleQuestions(1);
    odd.change = (_path, text) => text.replaceAll('"letter_count":', '"letter_count":"?","was":');
    const wait = outcome(odd.service.requester.simple.questions.wait(id));
    await odd.service.pass(MINUTE);
    const before = wait.over;
    await translate(odd, id);
    await odd.service.pass(2 * MINUTE);
    expect([before, wait.error, wait.value?.status]).toEqual([false, undefined, 4]);
    expect(odd.warnings).toContain('letter_count');
  });

  test('a question, a project and a file likewise', async () => {
    const odd = new OddService();
    const { service } = odd;
    const [project] = await service.projects(1);
    const { id: file } = await service.requester.files.upload(new File(['text'], 'a.txt'));
    odd.change = (_path, text) => text.replaceAll('"created_at":', '"created_at":7,"was":');
    const waits = [
      outcome<unknown>(service.requester.questions.wait(project?.questions[0] ?? 0)),
      outcome<unknown>(service.requester.projects.wait(project?.id ?? 0)),
      outcome<unknown>(service.requester.files.wait(file)),
    ];
    service.sandbox.translators.translateQuestion(project?.questions[0] ?? 0, ['おはよう']);
    await service.pass(2 * MINUTE);
    expect(waits.map(({ over, error }) => [over, error])).toEqual(waits.map(() => [true, undefined]));
  });

  test('one that does not show its status does not end a wait', async () => {
    const odd = new OddService();
    const [id = 0] = await odd.service.simpleQuestions(1);
    odd.change = (_path, text) => text.replaceAll('"status":', '"state":');
    const wait = outcome(odd.service.requester.simple.questions.wait(id));
    await odd.service.pass(MINUTE);
    expect(wait.over).toBe(false);
    expect(odd.warnings).toContain('UnexpectedAnswerError');
  });
});

/** Finishes a simple question, whatever the answers look like. */
async function translate(odd: OddService, id: number): Promise<void> {
  const { change } = odd;
  odd.change = (_, text) => text;
  odd.service.sandbox.translators.translateOrder(id);
  odd.change = change;
}

describe('many waits for simple questions', () => {
  test('end while the log cannot be read: each question is read by its id', async () => {
    const odd = new OddService();
    const ids = await odd.service.simpleQuestions(30);
    odd.change = (path, text) => (path === LOG ? undefined : text);
    const waits = ids.map((id) => outcome(odd.service.requester.simple.questions.wait(id)));
    await odd.service.pass(MINUTE);
    for (const id of ids) await translate(odd, id);
    await odd.service.pass(5 * MINUTE);
    expect(waits.filter(({ value }) => value?.status === 4)).toHaveLength(30);
    expect(odd.warnings).toContain('application_events');
  });

  test('send few requests to a service that is down', async () => {
    const odd = new OddService();
    const ids = await odd.service.simpleQuestions(30);
    odd.change = () => undefined;
    for (const id of ids) outcome(odd.service.requester.simple.questions.wait(id));
    odd.service.count();
    await odd.service.pass(5 * MINUTE);
    expect(Math.max(...odd.service.costs)).toBeLessThanOrEqual(2);
  });

  test('go on when the log can be read again', async () => {
    const odd = new OddService();
    const ids = await odd.service.simpleQuestions(30);
    const waits = ids.map((id) => outcome(odd.service.requester.simple.questions.wait(id)));
    await odd.service.pass(MINUTE);
    odd.change = (path, text) => (path === LOG ? undefined : text);
    await odd.service.pass(2 * MINUTE);
    for (const id of ids) await translate(odd, id);
    odd.change = (_, text) => text;
    await odd.service.pass(MINUTE);
    expect(waits.every(({ over }) => over)).toBe(true);
  });

  test('are not held up by one whose event and answer cannot be used', async () => {
    const odd = new OddService();
    const ids = await odd.service.simpleQuestions(12);
    const [bad = 0] = ids;
    const waits = ids.map((id) => outcome(odd.service.requester.simple.questions.wait(id)));
    odd.change = (path, text) => {
      if (path.endsWith(`/questions/${bad}`)) return undefined;
      const answer = JSON.parse(text);
      const events: { question?: { id: number; status: unknown } }[] = answer.events ?? [];
      for (const { question } of events) if (question?.id === bad) question.status = 'odd';
      return JSON.stringify(answer);
    };
    await odd.service.pass(MINUTE);
    for (const id of ids) await translate(odd, id);
    await odd.service.pass(2 * MINUTE);
    expect(waits.map(({ over }) => over)).toEqual(ids.map((id) => id !== bad));
    odd.change = (_, text) => text;
    await odd.service.pass(2 * MINUTE);
    expect(waits[0]?.value?.status).toBe(4);
  });
});

describe('a question that ends without an event', () => {
  test.each(isLong ? [30, 300, 1_000] : [30, 300])(
    'is noticed within 10 minutes among %i waits at the default settings, with at most 12 requests at each poll',
    async (many) => {
      const service = new Service();
      const ids = await service.simpleQuestions(many);
      const waits = ids.map((id) => outcome(service.requester.simple.questions.wait(id)));
      await service.pass(15 * MINUTE);
      const some = [0, Math.floor(many / 3), many - 1];
      for (const index of some) await service.requester.simple.questions.cancel(ids[index] ?? 0);
      service.count();
      await service.pass(10 * MINUTE);
      expect(waits.flatMap(({ over }, index) => (over ? [index] : []))).toEqual(some);
      expect(Math.max(...service.costs)).toBeLessThanOrEqual(12);
    },
  );

  test('costs few requests where there are few waits: pauses grow up to a minute', async () => {
    const service = new Service();
    for (const id of await service.simpleQuestions(30)) outcome(service.requester.simple.questions.wait(id));
    await service.pass(10 * MINUTE);
    service.count();
    await service.pass(10 * MINUTE);
    expect(service.rounds.length).toBeLessThanOrEqual(10);
    expect(Math.max(...service.costs)).toBeLessThanOrEqual(4);
  });
});
