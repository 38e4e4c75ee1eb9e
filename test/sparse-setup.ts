// What every sandbox of a test's process answers lacks what an answer may lack. A fault that a test adds comes first.
import { beforeEach, vi } from 'vitest';
import { ABOUT_SPARE_FIELDS, sparseOptions } from './sparse-answers.js';

vi.mock('../src/sandbox/controls/faults.js', async (importOriginal) => {
  const actual = await importOriginal<typeof import('../src/sandbox/controls/faults.js')>();
  class SparseFaults extends actual.Faults {
    override takeFault(method: string, path: string) {
      return super.takeFault(method, path) ?? { kind: 'sparse' as const, ...sparseOptions };
    }
  }
  return { ...actual, Faults: SparseFaults };
});

beforeEach(({ task, skip }) => {
  const reason = ABOUT_SPARE_FIELDS[task.fullTestName];
  if (reason !== undefined) skip(reason);
});
