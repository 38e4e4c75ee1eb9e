import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import * as answers from '../../../src/client/contract/answers.js';
import { makeInspector } from '../../../src/client/contract/inspector.js';
import { event, ok, paging } from '../../fixtures.js';

test('an unknown field of an event is not read, since copying many of them would take more memory than parsing', () => {
  const read = vi.fn();
  const odd = Object.defineProperty({ ...event }, 'odd', { enumerable: true, get: read });
  const page = { ...ok, ...paging(1), events: [odd] };
  expect(makeInspector(answers.eventPageSchema)(page).mismatches).toEqual([]);
  expect(read).not.toHaveBeenCalled();
});

test('zod reads no answer a second time that its generated code has refused, which takes ten times as long as parsing', () => {
  const { tokenAnswerSchema: _, ...others } = answers; // a few short texts, one of which has a check of its own
  for (const [name, schema] of Object.entries(others)) {
    const { validator } = z.compile(schema())._zod.bag;
    expect.soft(validator, name).toHaveProperty('definite', true);
  }
});
