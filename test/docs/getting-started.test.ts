import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const page = await readFile(new URL('../../docs/getting-started.md', import.meta.url), 'utf8');

/** What a page shows as the file of a name. */
const readNamedFile = (name: string): string =>
  new RegExp(`^\`\`\`ts\\n// ${name}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';

test('is one page of at most 1,500 words, with its code', () => {
  expect(page.trim().split(/\s+/).length).toBeLessThanOrEqual(1_500);
});

test('goes in one application from the sign-in to an order, a callback, a budget and tests', () => {
  const application = readNamedFile('app.ts');
  for (const step of ['exchangeRedirect(', 'once: true', 'createCallbackHandler(', 'BudgetError'])
    expect(application).toContain(step);
  expect(readNamedFile('app.test.ts').match(/^test\(/gm)).toHaveLength(3);
});
