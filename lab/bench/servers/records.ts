import { Requester } from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';

/** The id of the first record; each one after it is one higher. */
export const FIRST_ID = 1_000_000_000;

export interface Records {
  /** An account, as `GET my` answers it. */
  readonly account: string;
  /** The JSON of some records, about 1.2 kB each, joined by commas. */
  slice(from: number, count: number): string;
  /** The same, one by one. */
  list(from: number, count: number): string[];
}

/** Records that fit the contract, as the sandbox makes them, so that ours has what to validate. */
export async function makeRecords(): Promise<Records> {
  const { baseUrl, accessToken, fetch } = createSandbox({ now: '2026-01-01T09:00:00Z' });
  const requester = new Requester({ baseUrl, accessToken, fetch });
  await requester.projects.create({
    language_id: 'en',
    translated_language_id: 'de',
    questions: [{ type: 'string', body: 'Welcome aboard!', custom_field: 'shop/4711' }],
  });
  const { body: account } = await requester.account.get().withResponse();
  const [question] = (await requester.questions.list()).items;
  const [head = '', tail = ''] = JSON.stringify({ ...question, id: '#' }).split('"#"');
  const list = (from: number, count: number): string[] =>
    Array.from({ length: Math.max(0, count) }, (_, index) => `${head}${FIRST_ID + from + index}${tail}`);
  return { account: JSON.stringify(account), list, slice: (from, count) => list(from, count).join(',') };
}
