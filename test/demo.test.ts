import { describe, expect, test, vi } from 'vitest';

const examples = new URL('../examples/', import.meta.url);
/** Runs a file to its end. @returns what it printed */
async function run(path: string): Promise<string> {
  vi.resetModules();
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await import(new URL(path, examples).href);
    return log.mock.calls.map((values) => values.join(' ')).join('\n');
  } finally {
    log.mockRestore();
  }
}

describe('the demo', { timeout: 30_000 }, () => {
  test('tells its story from the sign-in to the bill', async () => {
    const printed = await run('demo/main.ts');
    expect(printed).toContain('an access token of 64 characters');
    expect(printed).toMatch(/Uploading handbook\.docx 100%\n {2}The service found 68 letters of docx\./);
    expect(printed).toContain('Everything is translated.');
    expect(printed).toContain('Every parcel has a number. → Jedes Paket hat eine Nummer.');
    expect(printed).toContain('simple_question.finished');
    expect(printed).toMatch(/Question \d+, "Draft", is cancelled\./);
    for (const error of [
      'InputError, outcome not_sent',
      'ValidationError, outcome rejected',
      'NotFoundError, outcome rejected',
      'AuthenticationError, outcome rejected',
      'BudgetError, outcome not_sent',
      'point is not enough',
      'ConnectionError, outcome unknown',
    ]) {
      expect(printed).toContain(error);
    }
    expect(printed).toMatch(/project \d+ was placed already, so it is not placed again\./);
    expect(printed).toMatch(/│ Newsletter +│ +10 │ +40 │ pending/);
    expect(printed).toContain('Spent or reserved: 552 points.');
  });
});
