import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs an example to its end. @returns the lines that it printed */
async function printedBy(name: string): Promise<string[]> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await import(new URL(`../../examples/${name}/main.ts`, import.meta.url).href);
  return log.mock.calls.map(([line]) => String(line).replaceAll(/\b\d{9,}\b/g, 'ID'));
}

test('the example of following continues after a crash, and its waits share their polls', async () => {
  expect(await printedBy('follow-events')).toEqual([
    'A process handles two of three events, and dies with the third in its hands:',
    '  ID simple_question.created',
    '  ID simple_question.created',
    'Started again, it goes on with the third, and has what happened meanwhile:',
    '  ID simple_question.created',
    '  ID simple_question.submitted_translation',
    '  ID simple_question.finished',
    'Three orders are waited for, in looks that they share:',
    '  Add to cart: Completed',
    '  Check out: Completed',
    '  Track your parcel: Completed',
    expect.stringMatching(/^It took \d requests\.$/),
  ]);
});

test('the example of callbacks refuses other requests, and handles each event once', async () => {
  expect(await printedBy('callbacks')).toEqual([
    'What is no delivery is refused:',
    '  without the secret: 401',
    '  an event that does not exist: 404',
    '  no event at all: 400',
    'An order is placed, and its event delivered; the second try finds a receiver that is ready:',
    '  handled: ID simple_question.created',
    '  delivery 1: 500',
    '  delivery 2: 200',
    'Three copies at once are handled once:',
    '  handled: ID simple_question.created',
    '  200, 200, 200',
    'The event log, which would look again in an hour, is woken by a delivery:',
    '  handled: ID simple_question.created',
    '  followed: ID simple_question.created',
    '  followed: ID simple_question.created',
  ]);
});
