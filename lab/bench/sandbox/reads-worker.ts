// Single reads that the sandbox answers in a second, in process, one after another, with 10,000 orders stored.
import { createSandbox } from 'translation-requester/sandbox';
import { time } from '../alternate.ts';
import { report } from '../processes.ts';

const ORDERS = 10_000;

const sandbox = createSandbox();
const { baseUrl, accessToken, fetch } = sandbox;

/** What is read in turns: projects, their questions, and simple questions. */
const paths: string[] = [];
for (let count = 0; count < ORDERS; count += 2) {
  const { id, questionIds } = await sandbox.place.project();
  const simple = await sandbox.place.simpleQuestion();
  paths.push(`projects/${id}`, `questions/${questionIds[0]}`, `simple/questions/${simple.id}`);
}

let asked = 0;

async function read(): Promise<void> {
  // A step that has no common divisor with their number, so that the orders come from everywhere.
  asked = (asked + 7_919) % paths.length;
  const answer = await fetch(`${baseUrl}/api/v1/${paths[asked]}?access_token=${accessToken}`);
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}.`);
}

const rates: number[] = [];
for (let block = -3; block < 10; block += 1) {
  const microseconds = await time(read, 5000);
  if (block >= 0) rates.push(1_000_000 / microseconds);
}
report(rates);
