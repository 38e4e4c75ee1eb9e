// The service, in a process of its own: a sandbox behind a layer that answers late, lies, cuts connections and hides what is new.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { argv } from 'node:process';
import { setTimeout as rest } from 'node:timers/promises';
import { createSandbox, type PlacedOrder } from 'translation-requester/sandbox';
import { createRandom } from '../../src/sandbox/base/random.ts';
import { isListing, pageUntil } from './listing.ts';

/** What the service knows at the end. */
export interface Books {
  readonly orders: readonly PlacedOrder[];
  /** How often each text was ordered, by language and text. */
  readonly texts: readonly (readonly [text: string, times: number])[];
  readonly requests: number;
  /** How often each kind of trouble happened. */
  readonly troubles: Readonly<Record<string, number>>;
}

export type ServiceMessage =
  | { readonly url: string; readonly accessToken: string }
  | { readonly books: Books };

type Trouble =
  | 'cut before'
  | 'cut after'
  | 'late'
  | 'carried out late'
  | 'refused for now'
  | 'out of order'
  | (typeof PAGES_BEFORE)[number]
  | UnclearAnswer;

/** A refusal that leaves the outcome unclear, or a page of something in between, though the order was carried out. */
type UnclearAnswer =
  | 'unclear 408'
  | 'unclear 409'
  | 'unclear 429'
  | 'unclear 200'
  | 'page 200'
  | 'page 403'
  | 'page 503';
/** The order was not carried out: something in between answers in the place of the service. */
const PAGES_BEFORE = ['captive portal', 'sign-in page'] as const;

/** What can happen to an order. In three of five, nothing. */
const ORDER_TROUBLES: readonly Trouble[] = [
  ...(['cut before', 'cut after', 'late', 'carried out late', 'refused for now', 'out of order'] as const),
  ...([
    'unclear 408',
    'unclear 409',
    'unclear 429',
    'unclear 200',
    'page 200',
    'page 403',
    'page 503',
  ] as const),
  ...PAGES_BEFORE,
];
const READ_TROUBLES: readonly Trouble[] = [
  'cut before',
  'cut after',
  'late',
  'refused for now',
  'out of order',
];
/** What can happen to a quote. Most are late: a claim can be over before its order is sent. */
const QUOTE_TROUBLES: readonly Trouble[] = [...READ_TROUBLES, 'late', 'late', 'late', 'late', 'late'];
const ORDER_SHARE = 0.4;
const QUOTE_SHARE = 0.3;
const READ_SHARE = 0.06;
/** The share of the listings that are behind, and by how many milliseconds at most. */
const HIDDEN_SHARE = 0.4;
const LONGEST_HIDDEN = 1_500;
/** An answer that is late comes before or after the end of an attempt. */
const LONGEST_DELAY = 2_500;

const seed = Number(argv[2]);
const behind = Number(argv[3]);
const random = createRandom({ random: seed });
const sandbox = createSandbox({ seed: 1 + seed, points: 1_000_000_000, now: () => Date.now() - behind });
const texts = new Map<string, number>();
const troubles = new Map<string, number>();
let requests = 0;
let isCalm = false;

/** The service's answer to a request. */
interface Answer {
  readonly status: number;
  readonly body: string;
}

function pick(path: string, isOrder: boolean): Trouble | undefined {
  const isQuote = path.endsWith('/check');
  const [share, choice, kind] = isOrder
    ? [ORDER_SHARE, ORDER_TROUBLES, 'order']
    : isQuote
      ? [QUOTE_SHARE, QUOTE_TROUBLES, 'quote']
      : [READ_SHARE, READ_TROUBLES, 'read'];
  if (isCalm || random() >= share) return undefined;
  const trouble = choice[Math.floor(random() * choice.length)];
  const name = `${kind} ${trouble}`;
  troubles.set(name, (troubles.get(name) ?? 0) + 1);
  return trouble;
}

/** Counts what was ordered. */
function count(body: string): void {
  const { translated_language_id, questions, question_bodies } = JSON.parse(body);
  for (const { body: text } of questions ?? question_bodies) {
    const name = `${translated_language_id}: ${text}`;
    texts.set(name, (texts.get(name) ?? 0) + 1);
  }
}

async function carryOut(url: URL, request: IncomingMessage, body: string, isOrder: boolean): Promise<Answer> {
  if (isListing(url.pathname) && !isCalm && random() < HIDDEN_SHARE) {
    troubles.set('listings behind', (troubles.get('listings behind') ?? 0) + 1);
    const latest = sandbox.clock.now() - random() * LONGEST_HIDDEN;
    return pageUntil(sandbox, url, latest);
  }
  const answer = await sandbox.fetch(url, {
    method: request.method ?? 'GET',
    headers: Object.fromEntries(
      ['content-type', 'authorization'].flatMap((name) => {
        const value = request.headers[name];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    ),
    ...(body === '' ? {} : { body }),
  });
  if (isOrder && answer.ok) count(body);
  return { status: answer.status, body: await answer.text() };
}

function say(response: ServerResponse, { status, body }: Answer, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

const refusal = (message: string): string => JSON.stringify({ success: false, message });

const PAGE = '<!doctype html><title>Sign in to the network</title>';

/** The answers to orders that were carried out. */
const UNCLEAR_ANSWERS: Partial<Record<Trouble, Answer>> = {
  'unclear 408': { status: 408, body: '' },
  'unclear 409': { status: 409, body: PAGE },
  'unclear 429': { status: 429, body: '' },
  'unclear 200': { status: 200, body: refusal('Try again later') },
  'page 200': { status: 200, body: PAGE },
  'page 403': { status: 403, body: PAGE },
  'page 503': { status: 503, body: PAGE },
};

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  requests += 1;
  const body = Buffer.concat(await request.toArray()).toString();
  const url = new URL(request.url ?? '/', sandbox.baseUrl);
  const isOrder = request.method === 'POST' && !url.pathname.endsWith('/check');
  const trouble = pick(url.pathname, isOrder);
  if (trouble === 'cut before') return void request.socket.destroy();
  if (trouble === 'refused for now')
    return say(response, { status: 429, body: refusal('Slow down') }, { 'retry-after': '1' });
  if (trouble === 'out of order') return say(response, { status: 503, body: refusal('Back soon') });
  if (trouble === 'carried out late') await rest(random() * LONGEST_DELAY);
  if (trouble === 'captive portal') return say(response, { status: 200, body: PAGE });
  if (trouble === 'sign-in page') return say(response, { status: 403, body: PAGE });
  const unclear = trouble && UNCLEAR_ANSWERS[trouble];
  const answer = await carryOut(url, request, body, isOrder);
  if (trouble === 'cut after') return void request.socket.destroy();
  if (trouble === 'late') await rest(random() * LONGEST_DELAY);
  if (unclear !== undefined && answer.status < 400) return say(response, unclear);
  say(response, answer);
}

const server = createServer((request, response) => {
  // A request whose process was killed ends in the middle.
  serve(request, response).catch(() => request.socket.destroy());
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const tell = (message: ServiceMessage): boolean | undefined => process.send?.(message);
process.on('message', (asked: 'calm' | 'books') => {
  if (asked === 'calm') isCalm = true;
  else
    tell({
      books: {
        orders: sandbox.orders(),
        texts: [...texts],
        requests,
        troubles: Object.fromEntries(troubles),
      },
    });
});
process.on('disconnect', () => process.exit());
tell({
  url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
  accessToken: sandbox.accessToken,
});
