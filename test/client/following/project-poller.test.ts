import { expect, test } from 'vitest';
import type { Project, Question } from '../../../src/client/contract/types.js';
import { ServerError } from '../../../src/client/core/errors/errors.js';
import { ListingPoller, PROJECTS } from '../../../src/client/following/listing-poller.js';
import { QuestionStatus } from '../../../src/index.js';

type Listed = Pick<Question, 'id' | 'project_id' | 'status' | 'cancelable'>;

const PER_PAGE = 10;
const { Completed } = QuestionStatus;
const { signal } = new AbortController();
const facts = {
  outcome: 'unknown',
  request: { method: 'GET', path: '/', address: '/' },
  advice: { code: 'try-later', text: 'Try again.' },
} as const;

/** A service with so many projects of so many questions; the listing shows the newest question first. */
function serviceWith(projects: number, questions = 1) {
  const all: { id: number; project_id: number; status: number; cancelable: boolean }[] = [];
  for (let project_id = projects; project_id > 0; project_id -= 1) {
    for (let at = questions; at > 0; at -= 1)
      all.push({ id: project_id * 100 + at, project_id, status: 0, cancelable: true });
  }
  const listed: number[] = [];
  const reads: number[] = [];
  const broken = new Set<number>();
  const round = new ListingPoller(
    PROJECTS,
    async function* (_, first) {
      for (let page = first; ; page += 1) {
        listed.push(page);
        const items: Listed[] = all.slice((page - 1) * PER_PAGE, page * PER_PAGE);
        const hasNext = page * PER_PAGE < all.length;
        yield { items, hasNext };
        if (!hasNext) return;
      }
    },
    async (id) => {
      reads.push(id);
      if (broken.has(id)) throw new ServerError('down', facts);
      const own = all.filter((each) => each.project_id === id).map((each) => ({ ...each }));
      // A round reads no more of a project than this.
      const item = { id, questions: own } as unknown as Project;
      return { item, finished: own.every(({ status }) => status === Completed) };
    },
  );
  return {
    broken,
    complete: (id: number) => {
      for (const each of all) if (each.id === id) each.status = Completed;
    },
    change: (id: number, status: number) => {
      for (const each of all) if (each.id === id) each.status = status;
    },
    unlist: (id: number) => all.splice(0, all.length, ...all.filter((each) => each.id !== id)),
    /** One round for those projects: the pages of the listing and the projects that it read, and what ended. */
    look: async (ids: readonly number[]) => {
      listed.length = 0;
      reads.length = 0;
      const finished: number[] = [];
      const waiting = ids.map((id) => ({
        id,
        report: (seen: { finished: boolean }) => void (seen.finished && finished.push(id)),
        fail: () => undefined,
      }));
      const isThrough = await round.poll(waiting, signal).catch(() => 'failed');
      return { listed: [...listed], reads: [...reads], finished, isThrough };
    },
  };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

test('one project is read by its id, in each poll', async () => {
  const { look, complete } = serviceWith(3);
  const quiet = { listed: [], reads: [2], finished: [], isThrough: true };
  expect([await look([2]), await look([2])]).toEqual([quiet, quiet]);
  complete(201);
  expect(await look([2])).toEqual({ ...quiet, finished: [2] });
});

test.each([2, 10])('%i new projects are read by their ids, and then in the listing', async (count) => {
  const { look } = serviceWith(count);
  expect(await look(upTo(count))).toMatchObject({ listed: [], reads: upTo(count), isThrough: true });
  expect(await look(upTo(count))).toMatchObject({ listed: [1], reads: [], isThrough: true });
});

test('eleven new projects are searched for in the listing, and those that it shows are not read', async () => {
  const { look } = serviceWith(11);
  expect(await look(upTo(11))).toMatchObject({ listed: [1, 2], reads: [], isThrough: true });
});

test('new projects without an unfinished question in the listing are read by their ids', async () => {
  const { look, complete, unlist } = serviceWith(12);
  complete(301);
  unlist(501);
  expect(await look(upTo(12))).toMatchObject({ reads: [3, 5], finished: [3, 5] });
});

test('a project is read when one of its questions has changed, and once', async () => {
  const { look, change } = serviceWith(3, 2);
  await look([1, 2, 3]);
  change(202, 1);
  expect(await look([1, 2, 3])).toMatchObject({ listed: [1], reads: [2], finished: [] });
  expect(await look([1, 2, 3])).toMatchObject({ listed: [1], reads: [] });
});

test('a project is finished with its last question', async () => {
  const { look, complete } = serviceWith(3, 2);
  await look([1, 2, 3]);
  complete(201);
  expect(await look([1, 2, 3])).toMatchObject({ reads: [2], finished: [] });
  complete(202);
  expect(await look([1, 2, 3])).toMatchObject({ reads: [2], finished: [2] });
});

test('a project that a search has found is read when any of its questions changes', async () => {
  const { look, change } = serviceWith(11, 2);
  const first = await look(upTo(11));
  await look(upTo(11));
  change(1101, 1);
  change(102, 1);
  expect(first.reads).toEqual([]);
  expect(await look(upTo(11))).toMatchObject({ listed: [1, 2, 3], reads: [11, 1] });
});

test('a project whose question the listing does not show any more is read', async () => {
  const { look, unlist } = serviceWith(3, 2);
  await look([1, 2, 3]);
  unlist(202);
  expect(await look([1, 2, 3])).toMatchObject({ listed: [1], reads: [2] });
});

test('a project that could not be read is read again in the next poll', async () => {
  const { look, complete, broken } = serviceWith(3);
  await look([1, 2, 3]);
  complete(201);
  broken.add(2);
  expect(await look([1, 2, 3])).toMatchObject({ reads: [2], isThrough: 'failed' });
  broken.clear();
  expect(await look([1, 2, 3])).toMatchObject({ reads: [2], finished: [2] });
});

test('a project that nobody waits for any more costs no page of the listing', async () => {
  const { look } = serviceWith(30);
  expect(await look([1, 29, 30])).toMatchObject({ reads: [1, 29, 30] });
  // The project 1 is on the last page.
  expect(await look([1, 29, 30])).toMatchObject({ listed: [1, 2, 3] });
  expect(await look([29, 30])).toMatchObject({ listed: [1] });
  // It is new again.
  expect(await look([1, 29, 30])).toMatchObject({ listed: [1], reads: [1] });
});

test('a project that nobody waits for any more is not read, although it has changed', async () => {
  const { look, complete, broken } = serviceWith(3);
  await look([1, 2, 3]);
  complete(201);
  broken.add(2);
  await look([1, 2, 3]);
  broken.clear();
  expect(await look([1, 3])).toMatchObject({ listed: [1], reads: [] });
  expect(await look([1, 2, 3])).toMatchObject({ reads: [2], finished: [2] });
  // It is finished, so a later wait for it is answered at once.
  expect(await look([1, 2, 3])).toMatchObject({ reads: [2], finished: [2] });
});
