import type { Part } from '../figures.ts';
import { measureIn } from '../processes.ts';
import { spread } from '../statistics.ts';

export const sandbox: Part = {
  name: 'sandbox',
  title: 'The sandbox, one request after another, an order in ten',
  async measure({ quick }) {
    const rates: number[] = [];
    for (let turn = 0; turn < (quick ? 1 : 3); turn += 1) {
      rates.push(...(await measureIn<number[]>('sandbox/worker.ts', [])));
    }
    const what = 'the sandbox in process';
    return {
      figures: [{ what, unit: 'requests a second', ...spread(rates), limit: { least: 10_000 } }],
      growth: [],
    };
  },
};
