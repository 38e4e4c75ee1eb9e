import { account } from '../../../fixtures.js';
import { answer } from '../../../recorded-fetch.js';

/** A service that answers nothing until it is told to. */
export function slowService() {
  const open: {
    readonly account: string;
    readonly method: string;
    readonly answer: (with_: Response) => void;
  }[] = [];
  let most = 0;
  let total = 0;
  const fetch = (url: string, { method = '', signal, body }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      total += 1;
      void new Response(body).blob().catch(() => undefined);
      const { searchParams } = new URL(url);
      const request = {
        account: searchParams.get('access_token') ?? '',
        method,
        answer(given: Response) {
          open.splice(open.indexOf(request), 1);
          resolve(given);
        },
      };
      open.push(request);
      most = Math.max(most, open.length);
      signal?.addEventListener('abort', () => {
        open.splice(open.indexOf(request), 1);
        reject(signal.reason);
      });
    });
  return {
    fetch,
    open,
    most: () => most,
    total: () => total,
    count: (of: string, method?: string) =>
      open.filter((each) => each.account === of && (method === undefined || each.method === method)).length,
    /** Answers the oldest request of an account, and waits until what it lets in has come. */
    async answerOne(of: string, given = answer(account)) {
      open.find((each) => each.account === of)?.answer(given);
      await settle();
    },
  };
}

/** Waits until everything that can go on has done so. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Starts calls that nobody waits for. */
export function start(times: number, call: () => PromiseLike<unknown>): void {
  for (let nth = 0; nth < times; nth += 1) void call().then(undefined, () => undefined);
}
