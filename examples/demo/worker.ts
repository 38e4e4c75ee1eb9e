// A process that places one order and reports what came of it. It may be killed at any moment.
import { join } from 'node:path';
import { Requester } from 'translation-requester';
import { fileStore } from 'translation-requester/node';

interface Settings {
  readonly url: string;
  readonly accessToken: string;
  readonly folder: string;
}

process.once('message', async ({ url, accessToken, folder }: Settings) => {
  const requester = new Requester({ baseUrl: url, accessToken, store: fileStore(join(folder, 'store')) });
  const { data, placed } = await requester.projects
    .create(
      {
        language_id: 'en',
        translated_language_id: 'de',
        questions: [{ type: 'string', body: 'Thank you for your payment.', custom_field: 'shop/1002' }],
      },
      { once: true, maxPoints: 500 },
    )
    .withResponse();
  process.send?.({ id: data.id, placed });
  process.disconnect();
});
