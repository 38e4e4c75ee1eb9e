import type { Figure, Part } from '../figures.ts';
import { measureIn } from '../processes.ts';
import { spread } from '../statistics.ts';

const MEASURES = [
  { what: 'the sandbox in process', worker: 'sandbox/worker.ts', least: 10_000 },
  { what: 'single reads, with 10,000 orders stored', worker: 'sandbox/reads-worker.ts', least: 30_000 },
] as const;

export const sandbox: Part = {
  name: 'sandbox',
  title: 'The sandbox in process, one request after another: an order in ten, and single reads',
  async measure({ quick }) {
    const figures: Figure[] = [];
    for (const { what, worker, least } of MEASURES) {
      const rates: number[] = [];
      for (let turn = 0; turn < (quick ? 1 : 3); turn += 1)
        rates.push(...(await measureIn<number[]>(worker, [])));
      figures.push({ what, unit: 'requests a second', ...spread(rates), limit: { least } });
    }
    return { figures, growth: [] };
  },
};
