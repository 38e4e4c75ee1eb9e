// Moves one file: node --expose-gc worker.ts <upload|upload-quiet|upload-bare|download|download-bare> <base> <MiB>
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Requester, type UploadProgress } from 'translation-requester';
import { fileFromPath } from 'translation-requester/node';
import { time } from '../alternate.ts';
import { peak, retained } from '../memory.ts';
import { report } from '../processes.ts';

export interface Moved {
  readonly seconds: number;
  /** MiB over what the process held before. */
  readonly extra: number;
  readonly progress: Progress;
}

interface Progress {
  readonly events: number;
  /** How often 100% was told. */
  readonly ends: number;
  readonly isLastEnd: boolean;
}

const [, , way = 'upload', base = '', mebibytes = '1'] = process.argv;
const requester = new Requester({
  baseUrl: base,
  accessToken: 't',
  timeout: 600_000,
  attemptTimeout: 600_000,
});
const told: UploadProgress[] = [];
const folder = await mkdtemp(join(tmpdir(), 'bench-'));

async function sparse(size: number): Promise<string> {
  const path = join(folder, `${size}.txt`);
  await writeFile(path, '');
  await truncate(path, size * 2 ** 20);
  return path;
}

async function toDisk(response: Response): Promise<void> {
  if (response.body === null) throw new Error('There is nothing to download.');
  await pipeline(Readable.from(response.body), createWriteStream(join(folder, 'downloaded')));
}

async function uploadBare(path: string): Promise<void> {
  const form = new FormData();
  form.append('file', await openAsBlob(path), 'file.txt');
  await (await fetch(`${base}/api/v1/my/files?access_token=t`, { method: 'POST', body: form })).json();
}

const ways: Readonly<Record<string, (size: number) => Promise<unknown>>> = {
  upload: async (size) =>
    requester.files.upload(await fileFromPath(await sparse(size)), {
      onProgress: (progress) => told.push(progress),
    }),
  'upload-quiet': async (size) => requester.files.upload(await fileFromPath(await sparse(size))),
  'upload-bare': async (size) => uploadBare(await sparse(size)),
  download: async (size) => toDisk(await requester.revisions.download(size, 1)),
  'download-bare': async (size) => toDisk(await fetch(`${base}/download/${size}`)),
};

function judgeProgress(events: readonly UploadProgress[]): Progress {
  const open = events.filter(({ percent }) => percent < 1);
  return {
    events: events.length,
    ends: events.length - open.length,
    isLastEnd: events.at(-1)?.percent === 1,
  };
}

const move = ways[way];
if (move === undefined) throw new Error(`There is no way ${way}.`);
try {
  // What is loaded and opened at the first use is not what the size costs.
  await move(1);
  told.length = 0;
  const before = await retained();
  const seconds = (await time(() => move(Number(mebibytes)))) / 1_000_000;
  const moved: Moved = { seconds, extra: Math.max(0, peak() - before), progress: judgeProgress(told) };
  await rm(folder, { recursive: true });
  report(moved);
} catch (error) {
  await rm(folder, { recursive: true, force: true });
  throw error;
}
