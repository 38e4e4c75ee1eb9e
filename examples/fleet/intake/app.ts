import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import type { Redis } from 'ioredis';
import type { Requester } from 'translation-requester';
import type { Account } from '../accounts.ts';
import type { Counts } from '../counts.ts';
import { log, told } from '../log.ts';
import type { Queues } from '../queues.ts';
import type { Results } from '../results.ts';
import { decide, unknownOrders } from '../unknown.ts';
import { callbackReceiver } from './callbacks.ts';
import { onlyFor } from './guard.ts';
import { metricsText } from './metrics.ts';
import { lookUp, takeOrder } from './orders.ts';
import { readStatus } from './status.ts';
import { statusPage } from './status-page.ts';

/** What the intake needs. */
export interface Intake {
  readonly accounts: ReadonlyMap<string, Account>;
  readonly getClient: (account: string) => Requester;
  readonly redis: Redis;
  readonly queues: Queues;
  readonly results: Results;
  readonly counts: Counts;
  /** The origins at which the intake is called. */
  readonly origins: readonly string[];
}

/** Bytes of a request. */
const LONGEST = 100_000;

/** Everything that can be asked over HTTP. It asks nobody who they are: put it behind what you sign people in with. */
export function intakeApp(intake: Intake): Hono {
  const { redis, origins } = intake;
  const receive = callbackReceiver(intake);
  const app = new Hono();
  app.use(onlyFor(origins));
  app.use(bodyLimit({ maxSize: LONGEST, onError: tooLong }));
  app.post('/orders', async (context) => {
    const { status, body } = await takeOrder(intake, await json(context.req.raw));
    return Response.json(body, { status });
  });
  app.get('/orders', async ({ req }) => {
    const found = await lookUp(intake, req.query('account') ?? '', req.query('key') ?? '');
    return found === undefined ? new Response(null, { status: 404 }) : Response.json(found);
  });
  app.post('/callbacks/:account', ({ req }) => receive(req.param('account'), req.raw));
  app.get('/unknown', async () => Response.json(await unknownOrders(redis)));
  app.post('/unknown', async (context) => {
    const { job, placed } = Object(await json(context.req.raw));
    const isAnswer = placed === false || (Number.isSafeInteger(placed) && placed > 0);
    if (typeof job !== 'string' || !isAnswer)
      return Response.json(
        { message: '`job` must be a text, and `placed` false or the id of the order' },
        { status: 422 },
      );
    return new Response(null, { status: (await decide(intake, { job, placed })) ? 204 : 404 });
  });
  app.get('/status', async () => Response.json(await readStatus(intake)));
  app.get('/', async (context) => context.html(statusPage(await readStatus(intake))));
  app.get('/metrics', async (context) => context.text(await metricsText(await readStatus(intake))));
  app.onError((error) => {
    const { message } = error;
    if (error instanceof HTTPException) return Response.json({ message }, { status: error.status });
    log.error('a request failed', told(error));
    return Response.json({ message: 'Something failed here. Send it again.' }, { status: 500 });
  });
  return app;
}

/** The JSON of a request. A page can send forms and texts anywhere; for JSON, its browser asks first. */
async function json(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new HTTPException(415, { message: 'The body must be of the type application/json.' });
  return request.json().catch(() => {
    throw new HTTPException(400, { message: 'The body is not JSON.' });
  });
}

function tooLong(): never {
  throw new HTTPException(413, { message: `The body has more than ${LONGEST} bytes.` });
}
