// Walks through schedules: a thread of its own, since it replaces the clocks and timers of the whole thread.
import '../../../test/source-hooks.ts';
import { parentPort } from 'node:worker_threads';
import type { Found, Task } from './explore.ts';

const { installVirtualTime } = await import('../virtual-time.ts');
const { SCOPES } = await import('./scopes.ts');
const { runSchedule } = await import('./run-schedule.ts');
const { formatSchedule, parseSchedule, recordDeviations, replay, walk } = await import('./walk.ts');

installVirtualTime();
Error.stackTraceLimit = 0;

const post = (found: Found): void => parentPort?.postMessage(found);

async function work(task: Task): Promise<void> {
  const scope = SCOPES[task.scope];
  if ('schedule' in task) {
    const { lines } = await runSchedule(scope, replay(parseSchedule(task.schedule)), true);
    post({ story: lines.join('\n') });
    return;
  }
  const runOnce = async (choose: Parameters<typeof recordDeviations>[0]): Promise<void> => {
    const recorded = recordDeviations(choose);
    const { violations } = await runSchedule(scope, recorded.choose);
    if (violations.length > 0) post({ violations, schedule: formatSchedule(recorded.deviations) });
  };
  post({ walked: await walk(task.limits, runOnce, task.first) });
}

parentPort?.on('message', (task: Task) => void work(task));
