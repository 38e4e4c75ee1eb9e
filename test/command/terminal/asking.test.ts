import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Terminal } from '../../../src/command/terminal/io.js';
import { createSandbox, type Sandbox, type SandboxServer } from '../../../src/sandbox.js';
import { shell } from '../shell.js';

let folder: string;
let sandbox: Sandbox;
let server: SandboxServer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-asking-'));
  await mkdir(join(folder, 'locales'));
  await writeFile(join(folder, 'locales/en.json'), '{"add": "Add to cart", "bye": "Good bye"}');
  sandbox = createSandbox();
  server = await sandbox.listen();
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const placed = (): number =>
  sandbox.requests.filter(({ method, status }) => method === 'POST' && status === 201).length;

async function order(given: Partial<Terminal>, ...more: readonly string[]) {
  const { run, printed, stop } = shell({ folder, isInteractive: true, ...given });
  const args = ['order', 'locales/en.json', '--to', 'de', '--sandbox', '--url', server.url, ...more];
  return { code: run(...args), printed, stop };
}

describe('a person at a terminal', () => {
  test('is shown the price and asked, and then the texts are ordered', async () => {
    const questions: string[] = [];
    const bars: unknown[] = [];
    const progress: Terminal['progress'] = (title, total) => {
      bars.push(title, total);
      return { at: (done) => bars.push(done), end: (message) => bars.push(message) };
    };
    const confirm = async (question: string) => questions.push(question) > 0;
    const { code, printed } = await order({ confirm, progress });
    expect(await code).toBe(0);
    expect(questions).toEqual([expect.stringMatching(/^Order this for \d+ points\?$/)]);
    expect(printed.err).toMatch(/^file +language +texts +points\nlocales\/en\.json +de +2 +\d+\n$/);
    const title = 'Ordering locales/en.json in de';
    expect(bars).toEqual([title, 2, 0, 2, `${title}: 2 of 2 new texts`]);
    expect(placed()).toBe(1);
  });

  test('who declines orders nothing', async () => {
    const { code, printed } = await order({ confirm: async () => false });
    expect(await code).toBe(3);
    expect(printed.err).toContain('Nothing was ordered.');
    expect(placed()).toBe(0);
  });

  test.each(['--using=simple', '--using=project'])(
    'whose texts another command orders meanwhile is told what was spent here (%s)',
    async (using) => {
      const confirm = async () => {
        await writeFile(join(folder, 'locales/en.json'), '{"add": "Add to cart"}');
        const meanwhile = await order({}, using, '--yes', '--json');
        expect(await meanwhile.code).toBe(0);
        expect(JSON.parse(meanwhile.printed.out)).toMatchObject({ points: spent() });
        return true;
      };
      const spent = (): number => sandbox.orders().reduce((sum, { points }) => sum + points, 0);
      const { code, printed } = await order({ confirm }, using);
      expect(await code).toBe(0);
      expect(placed()).toBe(2);
      const [first] = sandbox.orders();
      expect(printed.out).toContain(`Ordered for ${spent() - (first?.points ?? 0)} points.`);
    },
  );

  test('whose texts another command has all ordered meanwhile is told so', async () => {
    const shown: string[] = [];
    const progress = (title: string) => ({ at: () => {}, end: (text: string) => shown.push(title, text) });
    const confirm = async () => (await (await order({}, '--yes')).code) === 0;
    const { code, printed } = await order({ confirm, progress });
    expect(await code).toBe(0);
    const title = 'Ordering locales/en.json in de';
    expect(shown).toEqual([title, `${title}: all were ordered before`]);
    expect(printed.out).toBe('There is nothing new to order.\n');
  });

  test('who gives --yes is not asked', async () => {
    const confirm = async () => {
      throw new Error('asked');
    };
    const { code } = await order({ confirm }, '--yes');
    expect(await code).toBe(0);
    expect(placed()).toBe(1);
  });

  test('who wants JSON is not asked, and orders nothing', async () => {
    const confirm = async () => {
      throw new Error('asked');
    };
    const { code, printed } = await order({ confirm }, '--json');
    expect(await code).toBe(3);
    expect(JSON.parse(printed.out)).toMatchObject({ error: { code: 3 } });
    expect(placed()).toBe(0);
  });

  test('is asked about a price that is as high as the limit, and about none above it', async () => {
    const questions: string[] = [];
    const confirm = async (question: string) => questions.push(question) < 0;
    await (await order({ confirm })).code;
    const price = Number(/\d+/.exec(questions[0] ?? '')?.[0]);
    for (const limit of [price, price - 1])
      expect(await (await order({ confirm }, '--max-points', String(limit))).code).toBe(3);
    expect(questions).toHaveLength(2);
  });

  test('pays no more than what was agreed to, when the price rises meanwhile', async () => {
    const confirm = async () => {
      sandbox.faults.add({
        on: 'POST /api/v1/simple/questions/check',
        fault: {
          kind: 'alter',
          alter: ({ question, ...answer }) => ({
            ...answer,
            question: { ...question, total_point: question.total_point + 1 },
          }),
        },
      });
      return true;
    };
    const { code, printed } = await order({ confirm });
    expect(await code).toBe(3);
    expect(printed.err).toContain('Nothing was ordered. The price has changed: run the command again.');
    expect(placed()).toBe(0);
  });

  test('who stops at the question orders nothing', async () => {
    const { code, stop } = await order({
      confirm: async () => {
        stop();
        // The signal comes before the answer.
        await new Promise((resolve) => setImmediate(resolve));
        return true;
      },
    });
    expect(await code).toBe(130);
    expect(placed()).toBe(0);
  });
});
