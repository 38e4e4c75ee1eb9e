import { fileStatus } from '../base/statuses.js';
import type { State } from '../world/state.js';
import { scheduleAnalysis } from './file-analysis.js';
import { scheduleQuestion } from './project-lifecycle.js';
import { scheduleSimpleQuestion } from './simple-lifecycle.js';

/** Schedules the timed changes of the files and orders of a snapshot. */
export function resume(state: State): void {
  for (const file of state.files.values())
    if (file.status === fileStatus.counting) scheduleAnalysis(state, file);
  for (const { kind, id } of state.orders) {
    const questions = kind === 'project' ? (state.projects.get(id)?.questions ?? []) : [];
    for (const question of questions) if (question.endedAt === null) scheduleQuestion(state, question);
    const simple = kind === 'simple' ? state.findSimpleQuestion(id) : undefined;
    if (simple !== undefined) scheduleSimpleQuestion(state, simple);
  }
}
