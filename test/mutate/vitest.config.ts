import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import repository from '../../vitest.config.ts';

// The tests that take little time and need nothing but `npm ci`. Stryker runs those that reach a change, in threads, which
// refuse V8's flags. TESTS names a folder with fewer, since the first run tries all of them.
const { projects: _, execArgv: __, ...test } = { ...repository.test };

export default defineConfig({
  ...repository,
  test: {
    ...test,
    setupFiles: ['../quiet.ts', '../forget-orders.ts'].map((path) =>
      fileURLToPath(new URL(path, import.meta.url)),
    ),
    include: [`${env.TESTS ?? 'test/{base,client,localise,server}'}/**/*.test.ts`],
    exclude: ['test/**/*.long.test.ts'],
  },
});
