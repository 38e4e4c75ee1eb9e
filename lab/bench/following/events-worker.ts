// Requests that following the event log takes: node events-worker.ts <events that there are>
import { type Checkpoint, Requester, Wake } from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';
import { numbers, report } from '../processes.ts';
import { Counter } from './counter.ts';

const [size = 10] = numbers();
const sandbox = createSandbox();
sandbox.events.append(size);
const counter = new Counter(sandbox.fetch);
const { baseUrl, accessToken } = sandbox;
const requester = new Requester({ baseUrl, accessToken, fetch: counter.fetch });

/** A stream that is read on for as long as there is something, and how to have it look again. */
function follow(from: 'now' | Checkpoint) {
  const wake = new Wake();
  const stream = requester.events.follow({ from, wake, interval: 3_600_000, maxInterval: 3_600_000 });
  let handled = 0;
  const begin = (): void => {
    void (async () => {
      for await (const _event of stream) handled += 1;
    })();
  };
  return { begin, ring: () => wake.ring(), stream, handled: () => handled };
}

/** A checkpoint as it is after everything that is there has been handled. */
async function goodCheckpoint(): Promise<Checkpoint> {
  const { begin, stream } = follow('now');
  await counter.during(begin);
  if (stream.checkpoint === undefined) throw new Error('The stream has not begun.');
  return stream.checkpoint;
}

async function resumed(from: Checkpoint, missed: number): Promise<number> {
  const { begin, handled } = follow(from);
  const sent = await counter.during(begin);
  if (handled() !== missed) throw new Error(`Handled ${handled()} events, not ${missed}.`);
  return sent;
}

/** Until the first event: the rest is the backlog itself. */
async function placeFound(lastId: number): Promise<number> {
  let requests = 0;
  const counted: typeof sandbox.fetch = (input, init) => {
    requests += 1;
    return sandbox.fetch(input, init);
  };
  const searching = new Requester({ baseUrl, accessToken, fetch: counted });
  for await (const _event of searching.events.follow({ from: { lastId } })) break;
  return requests;
}

const ids = sandbox.events.ids();
const half = Math.floor(size / 2);
const checkpoint = await goodCheckpoint();
const found: Record<string, number> = {
  'resume with a checkpoint, nothing new': await resumed(checkpoint, 0),
  'resume with the last id alone, half of the log missed': await placeFound(ids[half - 1] ?? 0),
};

const going = follow(checkpoint);
await counter.during(going.begin);
found['a poll, nothing new'] = await counter.during(going.ring);
for (const news of [1, 250]) {
  found[`a poll, ${news} new`] = await counter.during(() => {
    sandbox.events.append(news);
    going.ring();
  });
}
found['resume with a checkpoint, 251 missed'] = await resumed(checkpoint, 251);

report(found);
