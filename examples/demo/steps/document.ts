import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { collectDocuments, orderDocument } from 'translation-requester/documents';
import { fileFromPath } from 'translation-requester/node';
import { result } from '../print.ts';
import type { Scene } from '../scene.ts';

export async function run({ requester, sandbox, folder }: Scene): Promise<void> {
  const path = join(folder, 'menu.txt');
  await writeFile(path, 'Soup of the day\nFish with rice\n');

  // #region shown
  const file = await fileFromPath(path); // or .docx, .xlsx, .pptx
  const order = { key: 'menu/2026-11', from: 'en', to: ['ja', 'de'], file, maxPoints: 500 };
  const job = await orderDocument(requester, order);
  const again = await orderDocument(requester, order); // neither uploads nor orders anything
  result(`Ordered in ${job.orders.length} languages for ${job.quote.points} points.`);
  result(`The second call found ${again.orders.filter(({ placed }) => !placed).length} orders.`);

  for (const { id } of job.orders) sandbox.translators.translateOrder(id); // people, in real life
  for await (const { filename, download } of collectDocuments(requester, job)) {
    await writeFile(join(folder, filename), download?.body ?? '');
    result(`${filename} is written.`);
  }
  // #endregion
}
