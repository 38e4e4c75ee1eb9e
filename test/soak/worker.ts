// A process that orders the keys it is given, and that its parent kills at any moment: see test/soak/run.ts.
import { argv } from 'node:process';
import { isRequesterError, Requester } from 'translation-requester';
import { storeAt } from './store.ts';

/** What became of a key. */
export type Report =
  | { readonly key: string; readonly id: number; readonly placed: boolean }
  | { readonly key: string; readonly failed: string; readonly message: string };

const [, , baseUrl = '', accessToken = '', address = '', settle = ''] = argv;
const place = storeAt(address);
const requester = new Requester({ baseUrl, accessToken, ...(place && { store: place.store }) });
const options = { once: true, settle: Number(settle), ...(place && { lookback: 0 }) } as const;

async function order(key: string): Promise<Report> {
  const question = { type: 'string', body: `Article ${key}`, custom_field: key } as const;
  try {
    const placed = requester.projects.create(
      { language_id: 'en', translated_language_id: 'ja', questions: [question] },
      options,
    );
    const { data, ...rest } = await placed.withResponse();
    return { key, id: data.id, placed: 'placed' in rest && rest.placed === true };
  } catch (error) {
    const failed = isRequesterError(error) ? error.name : 'Error';
    return { key, failed, message: error instanceof Error ? error.message : '' };
  }
}

process.on('message', async (key: string) => process.send?.(await order(key)));
process.on('disconnect', () => process.exit());
process.send?.('ready');
