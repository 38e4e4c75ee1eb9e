import { result } from '../print.ts';
import { order, type Scene } from '../scene.ts';

export async function run({ requester }: Scene): Promise<void> {
  // #region shown
  const quote = await requester.projects.check(order); // nothing is ordered yet
  // #endregion
  const letters = quote.questions.reduce((sum, { letter_count }) => sum + letter_count, 0);
  result(`${quote.question_count} texts, ${letters} letters: ${quote.point} points.`);
}
