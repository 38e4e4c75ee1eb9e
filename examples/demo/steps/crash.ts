import { fork } from 'node:child_process';
import { once } from 'node:events';
import { line, result } from '../print.ts';
import type { Scene } from '../scene.ts';

export async function run({ sandbox, url, accessToken, folder }: Scene): Promise<void> {
  // The service carries the order out at once, and takes its time to answer.
  const on = 'POST /api/v1/projects';
  sandbox.faults.add({ on, fault: { kind: 'delay', ms: 60_000 } });
  const before = sandbox.orders().length;
  const worker = new URL('../worker.ts', import.meta.url);
  const settings = { url, accessToken, folder };

  // #region shown
  const killed = fork(worker); // a process that places the order shop/1002, with a store in files
  killed.send(settings);
  while (sandbox.orders().length === before) await new Promise(setImmediate); // until the service has placed it
  killed.kill('SIGKILL');

  const restarted = fork(worker);
  restarted.send(settings);
  const [{ id, placed }] = await once(restarted, 'message');
  // #endregion
  line('The first process was killed before it got its answer.');
  result(`Project ${id}: ${placed ? 'placed again' : 'found by the second process'}.`);
  result(`The service counts ${sandbox.orders().length - before} order more.`);
}
