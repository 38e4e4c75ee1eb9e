// A thread of the simulation: runs the accounts that it is given, one at a time.
import { parentPort } from 'node:worker_threads';
import { type AccountPlan, SimulatedAccount } from './simulated-account.ts';

parentPort?.on('message', async (plan: AccountPlan) => {
  parentPort?.postMessage(await new SimulatedAccount(plan).run());
});
