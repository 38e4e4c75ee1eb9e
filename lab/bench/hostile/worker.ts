// What checking the answers of one operation costs: node --expose-gc worker.ts <operation> <time|memory> <turns>
import { Requester } from 'translation-requester';
import { report } from '../processes.ts';
import { makeShapes, type Shape } from './shapes.ts';

/** Milliseconds, or MiB that were allocated, of each turn. */
export interface Cost {
  readonly name: string;
  readonly bytes: number;
  readonly parse: number[];
  readonly check: number[];
}

const [, , operation = '', kind = '', turns = '1'] = process.argv;
const now = kind === 'time' ? () => performance.now() : () => process.memoryUsage().heapUsed / 2 ** 20;

/** Leaves the code as it is: a whole collection would throw away what was compiled. */
const YOUNG = { type: 'minor', execution: 'sync' } as const;

/** Beside the calls that are measured, the same without a client: the answer is read and parsed. */
async function measure({ name, status = 200, call, text }: Shape): Promise<Cost> {
  const bytes = new TextEncoder().encode(text());
  const init = { status, headers: { 'content-type': 'application/json' } };
  const fetch = async (): Promise<Response> => new Response(bytes, init);
  const requester = new Requester({
    baseUrl: 'https://host.example',
    accessToken: 'a-token-of-a-usual-length',
    fetch,
    retries: 0,
    logger: console,
    logLevel: 'silent',
  });
  const bare = async (): Promise<readonly [whole: number, parse: number]> => {
    gc?.(YOUNG);
    const started = now();
    const read = await (await fetch()).text();
    const parsing = now();
    JSON.parse(read);
    const parsed = now();
    return [parsed - started, parsed - parsing];
  };
  const subject = async (): Promise<number> => {
    gc?.(YOUNG);
    const started = now();
    await Promise.resolve(call(requester)).catch(() => undefined);
    return now() - started;
  };
  const cost: Cost = { name, bytes: bytes.length, parse: [], check: [] };
  for (let turn = -2; turn < Number(turns); turn += 1) {
    const [whole, parse] = await bare();
    const check = (await subject()) - whole;
    if (turn < 0) continue;
    cost.parse.push(parse);
    // An answer that is refused before it is parsed costs less than nothing.
    cost.check.push(Math.max(0, check));
  }
  return cost;
}

const costs: Cost[] = [];
for (const shape of makeShapes(operation)) costs.push(await measure(shape));
report(costs);
