import { type ProjectOrderInput, Requester } from 'translation-requester';
import type { Sandbox } from 'translation-requester/sandbox';

const DAY = 24 * 60 * 60 * 1_000;
const QUESTIONS_A_PROJECT = 10;
const TARGETS = ['ja', 'de', 'fr', 'es', 'zh-CN'];
const SUBJECTS = [
  'Parcel label',
  'Delivery note',
  'Return form',
  'Care instructions',
  'Product name',
  'Reply to a customer',
];

const DAYS = 30;

/** The time of a sandbox that begins a month ago, so that its archive has become old when it is the present. */
export class SandboxTime {
  #behind = DAYS * DAY;
  readonly now = (): number => Date.now() - this.#behind;

  /** Goes on to so many days before the present. */
  go(daysBack: number): void {
    this.#behind = daysBack * DAY;
  }
}

/** Orders some thousand questions, spread over the last month, as a shop would have. */
export async function orderArchive(sandbox: Sandbox, time: SandboxTime, questions: number): Promise<void> {
  const requester = sandbox.requester(Requester);
  for (let left = questions; left > 0; left -= QUESTIONS_A_PROJECT) {
    time.go(DAYS * (left / questions));
    await requester.projects.create(project((questions - left) / QUESTIONS_A_PROJECT));
  }
  time.go(0);
  await sandbox.clock.advance(0);
}

function project(number: number): ProjectOrderInput {
  const first = number * QUESTIONS_A_PROJECT + 1;
  const questions = Array.from({ length: QUESTIONS_A_PROJECT }, (_, index) => {
    const title = `${SUBJECTS[index % SUBJECTS.length]} ${first + index}`;
    return {
      type: 'string',
      title,
      body: `${title}: handle with care`,
      custom_field: `archive/${first + index}`,
    } as const;
  });
  return { language_id: 'en', translated_language_id: TARGETS[number % TARGETS.length] ?? 'ja', questions };
}
