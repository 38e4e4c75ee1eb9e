import { abort, deadline, droppedAfter, droppedBefore, refused } from './connections.js';
import { errors } from './errors.js';
import { callback, follow, signIn } from './events.js';
import { download, upload } from './files.js';
import { create, iterate, list, once, wait } from './orders.js';
import { act, type Service, type Story, type Told } from './world.js';

/** The stories by their titles, in the order in which they are told. */
export const STORIES: Readonly<Record<string, Story>> = {
  'signing in': signIn,
  'an order': create,
  'an order once': once,
  'a page of a listing': list,
  'a whole listing': iterate,
  'an upload with progress': upload,
  'a download': download,
  'following events': follow,
  waiting: wait,
  'a callback': callback,
  'each error': errors,
  'an abort': abort,
  'a deadline': deadline,
  'a refused connection': refused,
  'dropped before it was carried out': droppedBefore,
  'dropped after it was carried out': droppedAfter,
};

/** Milliseconds for one story. */
const LONGEST = 30_000;

async function tell(title: string, story: Story, service: Service): Promise<Told> {
  const started = Date.now();
  const told = (facts: Partial<Told>): Told => ({ story: title, ms: Date.now() - started, ...facts });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not finished within ${LONGEST} ms`)), LONGEST);
  });
  try {
    return told({ remark: await Promise.race([story(service), late]) });
  } catch (error) {
    return told({ error: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) });
  } finally {
    clearTimeout(timer);
    await act(service, 'clear').catch(() => undefined);
  }
}

/** Tells all stories, one after the other. */
export async function tellAll(service: Service): Promise<Told[]> {
  const all: Told[] = [];
  for (const [title, story] of Object.entries(STORIES)) all.push(await tell(title, story, service));
  return all;
}
