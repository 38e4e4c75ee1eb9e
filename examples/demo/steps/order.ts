import { result } from '../print.ts';
import { order, type Scene } from '../scene.ts';

export async function run({ requester, sandbox }: Scene): Promise<void> {
  // #region shown
  const options = { once: true, maxPoints: 500 }; // its key is the custom_field: shop/1001
  const first = await requester.projects.create(order, options).withResponse();
  const again = await requester.projects.create(order, options).withResponse();
  // #endregion
  result(`Project ${first.data.id}: ${first.placed ? 'placed by the first call' : 'placed before'}.`);
  result(`Project ${again.data.id}: ${again.placed ? 'placed again' : 'found by the second call'}.`);
  result(`The service counts ${sandbox.orders().length} order.`);
}
