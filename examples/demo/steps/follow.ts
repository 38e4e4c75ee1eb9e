import { result } from '../print.ts';
import type { Scene } from '../scene.ts';

export async function run({ requester, sandbox }: Scene): Promise<void> {
  await sandbox.place.completedSimpleQuestion(['Add to cart', 'Check out']);

  // #region shown
  const checkpoint = 'shop'; // in the client's store: a process that is started again goes on from there
  for await (const event of requester.events.follow({ from: 'beginning', checkpoint })) {
    result(`${event.id} ${event.type}`);
    if (event.type === 'simple_question.finished') break;
  }
  // #endregion
}
