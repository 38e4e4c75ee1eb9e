import { expect, test, vi } from 'vitest';
import { eventPageSchema } from '../../../src/client/contract/answers.js';
import { makeInspector } from '../../../src/client/contract/inspector.js';
import { event, ok, paging } from '../../fixtures.js';

test('an unknown field of an event is not read, since copying many of them would take more memory than parsing', () => {
  const read = vi.fn();
  const odd = Object.defineProperty({ ...event }, 'odd', { enumerable: true, get: read });
  const page = { ...ok, ...paging(1), events: [odd] };
  expect(makeInspector(eventPageSchema)(page).misfits).toEqual([]);
  expect(read).not.toHaveBeenCalled();
});
