import { Requester, type RequesterOptions } from 'translation-requester';

/** Where the service is, and what a story may use. Plain JSON, since it is handed to other processes and pages. */
export interface Service {
  readonly baseUrl: string;
  /** The same service behind a server that drops connections when it is told to. */
  readonly droppingUrl: string;
  /** An address where nobody listens. */
  readonly refusedUrl: string;
  /** Acts on the service, as the translators, the clock and the faults. */
  readonly controlUrl: string;
  readonly accessToken: string;
  readonly application: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly redirectUri: string;
  };
}

/** A runtime's part in what happens, for the table. */
export type Remark = string | undefined;

/** What a program does with the library. It throws when something is wrong. */
export type Story = (service: Service) => Promise<Remark>;

export interface Told {
  readonly story: string;
  readonly remark?: string | undefined;
  readonly error?: string | undefined;
  readonly ms: number;
}

export function createClient(service: Service, options: Partial<RequesterOptions> = {}): Requester {
  return new Requester({
    baseUrl: service.baseUrl,
    accessToken: service.accessToken,
    retries: 0,
    ...options,
  });
}

let keys = 0;

/** A key that no other order has. */
export function newKey(): string {
  keys += 1;
  return `${keys}-${Math.random().toString(36).slice(2)}`;
}

/** An order of a project with one text. */
export const makeOrder = (key: string, body = 'Good morning') => ({
  language_id: 'en',
  translated_language_id: 'ja',
  questions: [{ type: 'string' as const, body, custom_field: key }],
});

/** Does something to the service. @returns what it answers, as JSON */
export async function act<Answer>(service: Service, name: string, given: object = {}): Promise<Answer> {
  // Text, so that a browser asks no permission first.
  const init = { method: 'POST', body: JSON.stringify({ name, given }) };
  const answer = await fetch(service.controlUrl, init);
  if (answer.status !== 200) throw new Error(`${name} failed: ${await answer.text()}`);
  // Each act has one kind of answer, which its story knows.
  return (await answer.json()) as Answer;
}

/** What a call fails with. @throws Error when it succeeds */
export async function catchFailure(call: PromiseLike<unknown>): Promise<Record<string, unknown>> {
  try {
    await call;
  } catch (error) {
    // Whatever it is, a story looks at its fields.
    return error as Record<string, unknown>;
  }
  throw new Error('the call succeeded');
}

export function equal(what: string, actual: unknown, expected: unknown): void {
  const [first, second] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (first !== second) throw new Error(`${what} is ${first}, not ${second}`);
}

export function isTrue(what: string, condition: boolean): void {
  if (!condition) throw new Error(`${what} is not so`);
}

export function there<Value>(what: string, value: Value | undefined | null): Value {
  if (value === undefined || value === null) throw new Error(`${what} is missing`);
  return value;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
