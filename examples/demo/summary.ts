import Table from 'cli-table3';
import type { Requester } from 'translation-requester';
import { line, points } from './print.ts';

/** The ids of everything that was ordered, cancelled or not. */
export interface OrderIds {
  readonly projects: readonly number[];
  readonly simpleQuestions: readonly number[];
}

/** A table of what was ordered and what it came to. */
export async function summarize(requester: Requester, ids: OrderIds, pointsBefore: number): Promise<void> {
  const table = new Table({
    head: ['Order', 'Text', 'Letters', 'Points', 'Status'],
    colAligns: ['left', 'left', 'right', 'right', 'left'],
    // Colours only where they can be seen.
    style: process.stdout.isTTY ? {} : { head: [], border: [] },
  });
  for (const id of ids.projects) {
    const { questions } = await requester.projects.get(id);
    for (const { title, letter_count, total_point, status_text } of questions) {
      table.push([`project ${id}`, title, letter_count, total_point, status_text]);
    }
  }
  for (const id of ids.simpleQuestions) {
    const simple = await requester.simple.questions.get(id);
    const status = simple.draft_question_id === null ? simple.status_text : 'Draft';
    table.push([`simple ${id}`, simple.first_body, simple.letter_count, simple.total_point, status]);
  }
  console.log(table.toString());
  const { default_organization: organization } = await requester.account.get();
  line(`Spent or reserved: ${points(pointsBefore - organization.available_point)}.`);
  line(`Left: ${points(organization.available_point)}.`);
}
