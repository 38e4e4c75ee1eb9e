import { vi } from 'vitest';

/** How fast time passes: milliseconds of the fake clock, each few milliseconds of the real one. */
const STEP = 1_000;
const REAL_STEP = 5;

/**
 * Gives the commands in this process a clock that goes fast while none of their calls is under way, and stands still
 * otherwise: their pauses between two polls take no time, and no call exceeds its time. For `beforeAll`.
 *
 * @returns what ends it
 */
export function passTime(): () => void {
  const { fetch } = globalThis;
  let calls = 0;
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...given) => {
    calls += 1;
    try {
      const answer = await fetch(...given);
      // A call is over when its body has come.
      await answer.clone().arrayBuffer();
      return answer;
    } finally {
      calls -= 1;
    }
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const passing = setInterval(() => calls === 0 && vi.advanceTimersByTime(STEP), REAL_STEP);
  return () => {
    clearInterval(passing);
    vi.useRealTimers();
    fetching.mockRestore();
  };
}
