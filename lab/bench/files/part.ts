import type { Figure, Growth, Part, Plan } from '../figures.ts';
import { measureIn, startServer } from '../processes.ts';
import { spread } from '../statistics.ts';
import type { Moved } from './worker.ts';

const WAYS: Readonly<Record<string, string>> = {
  upload: 'upload from disk, with progress',
  'upload-quiet': 'upload from disk, without progress',
  'upload-bare': 'upload from disk, bare fetch',
  download: 'download to disk',
  'download-bare': 'download to disk, bare fetch',
};

function isOurs(way: string): boolean {
  return !way.endsWith('-bare');
}

function makeFigures(way: string, size: number, moves: readonly Moved[]): Figure[] {
  const what = `${size.toLocaleString('en')} MiB: ${WAYS[way]}`;
  const extra = moves.map((moved) => moved.extra);
  return [
    {
      what: `${what}, extra memory`,
      unit: 'MiB',
      ...spread(extra),
      ...(isOurs(way) && { limit: { most: 60 } }),
    },
    { what, unit: 's', ...spread(moves.map((moved) => moved.seconds)) },
  ];
}

function makeProgress(moves: readonly Moved[]): Figure[] {
  const ends = moves.map(({ progress: { ends: told, isLastEnd } }) => (isLastEnd ? told : 0));
  const rates = moves.map(({ seconds, progress }) => (progress.events - progress.ends) / (seconds * 20));
  return [
    {
      what: 'upload: progress events',
      unit: 'for every 50 ms',
      ...spread(rates),
      limit: { most: 1 },
    },
    {
      what: 'upload: 100% told, as the last event',
      unit: 'times',
      ...spread(ends),
      limit: { least: 1, most: 1 },
    },
  ];
}

async function measureGrowth(base: string, plan: Plan): Promise<Growth[]> {
  const sizes = plan.quick ? [1, 16] : [1, 10, 100, 1_024];
  const found: Growth[] = [];
  for (const way of ['upload', 'download']) {
    const moves: { size: number; moved: Moved }[] = [];
    for (const size of sizes) {
      moves.push({
        size,
        moved: await measureIn<Moved>('files/worker.ts', [way, base, size], ['--expose-gc']),
      });
    }
    found.push(
      {
        what: `${WAYS[way]}, extra memory`,
        unit: 'MiB',
        of: 'MiB',
        points: moves.map(({ size, moved }) => ({ size, value: moved.extra })),
        why: 'What is under way at once is bounded; the rest is garbage that Node has not collected yet, so it varies.',
      },
      {
        what: WAYS[way] ?? way,
        unit: 's',
        of: 'MiB',
        why: 'Linear, after what the exchange itself costs.',
        points: moves.map(({ size, moved }) => ({ size, value: moved.seconds })),
      },
    );
  }
  return found;
}

export const files: Part = {
  name: 'files',
  title: 'A large file from disk and to disk, in constant memory',
  async measure(plan) {
    const size = plan.quick ? 128 : 1_024;
    const server = await startServer('servers/files.ts');
    const moves: Record<string, Moved[]> = {};
    for (let turn = 0; turn < (plan.quick ? 1 : 5); turn += 1) {
      for (const way of Object.keys(WAYS)) {
        const moved = await measureIn<Moved>('files/worker.ts', [way, server.base, size], ['--expose-gc']);
        moves[way] = [...(moves[way] ?? []), moved];
      }
    }
    const figures = Object.entries(moves).flatMap(([way, moved]) => makeFigures(way, size, moved));
    const growth = await measureGrowth(server.base, plan);
    server.stop();
    return { figures: [...figures, ...makeProgress(moves.upload ?? [])], growth };
  },
};
