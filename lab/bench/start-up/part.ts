import type { Figure, Part } from '../figures.ts';
import { measureIn } from '../processes.ts';
import { spread } from '../statistics.ts';

const BARE = ['ky', 'zod/mini'];
const SUBJECTS: readonly (readonly [entry: string, limit: number | undefined])[] = [
  ['translation-requester', 1.25],
  ['translation-requester/oauth', undefined],
];

const importing = (modules: readonly string[]): Promise<number> => measureIn('start-up/worker.ts', modules);

export const startUp: Part = {
  name: 'start-up',
  title: 'Importing an entry into a fresh Node, in turns with importing ky and zod/mini',
  async measure({ quick }) {
    const figures: Figure[] = [];
    for (const [entry, limit] of SUBJECTS) {
      const own: number[] = [];
      const ratios: number[] = [];
      // The first pair finds the files on the disk, so it does not count.
      for (let pair = -1; pair < (quick ? 5 : 80); pair += 1) {
        const [mine, bare] = [await importing([entry]), await importing(BARE)];
        if (pair < 0) continue;
        own.push(mine);
        ratios.push(mine / bare);
      }
      figures.push(
        { what: `import '${entry}'`, unit: 'ms', ...spread(own) },
        {
          what: `import '${entry}', its cost`,
          unit: '× ky and zod/mini',
          ...spread(ratios),
          ...(limit !== undefined && { limit: { most: limit } }),
        },
      );
    }
    return { figures, growth: [] };
  },
};
