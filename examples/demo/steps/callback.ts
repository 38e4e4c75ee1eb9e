import { createCallbackHandler } from 'translation-requester/callbacks';
import { result } from '../print.ts';
import type { Scene } from '../scene.ts';

export async function run({ requester, sandbox }: Scene): Promise<void> {
  // #region shown
  const handler = createCallbackHandler({
    requester,
    secret: 'sesame', // part of the registered address: https://shop.example/events?secret=sesame
    onEvent: ({ id, type }) => result(`${id} ${type}, read from the service`),
  });
  // #endregion
  const address = 'https://shop.example/events?secret=sesame';
  sandbox.deliveries.to(address, handler);
  await sandbox.place.simpleQuestion(['Track your parcel']);
  await sandbox.deliveries.idle();
  sandbox.deliveries.off();
  const forged = await handler(
    new Request('https://shop.example/events', { method: 'POST', body: '{"id":1}' }),
  );
  result(`A forged delivery is answered with ${forged.status}.`);
}
