import { fileStatus } from '../base/statuses.js';
import type { State } from '../world/state.js';
import { scheduleAnalysis } from './file-analysis.js';
import { scheduleQuestion } from './project-lifecycle.js';
import { scheduleSimpleQuestion } from './simple-lifecycle.js';

/** Schedules the timed changes of the files and orders of a snapshot. */
export function resume(state: State): void {
  for (const file of state.files.values())
    if (file.status === fileStatus.counting) scheduleAnalysis(state, file);
  for (const order of state.orders) {
    const { project, simple } = state.findPlaced(order);
    for (const question of project?.questions ?? [])
      if (question.endedAt === null) scheduleQuestion(state, question);
    if (simple !== undefined) scheduleSimpleQuestion(state, simple);
  }
}
