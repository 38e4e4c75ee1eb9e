import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { undefinedOn } from '../files/disk.js';
import { CommandError, messageOf } from '../terminal/io.js';
import type { Fixture } from './fixture.js';

const NAME = /^\d{4,}-[A-Z]+-[\w.-]*\.json$/;

/** The name of a recording: its number, and what was asked. */
export function nameOf(number: number, { method, path }: Fixture['request']): string {
  const subject = path
    .replace(/^\/api\/v1\//, '')
    .replace(/[^\w.]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${String(number).padStart(4, '0')}-${method}-${subject}.json`;
}

/** The names of the recordings in a folder, oldest first. A folder that is missing has none. @throws CommandError */
export async function recordingsIn(folder: string): Promise<readonly string[]> {
  try {
    const names = (await undefinedOn(['ENOENT'], readdir(folder))) ?? [];
    return names
      .filter((name) => NAME.test(name))
      .toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  } catch (error) {
    throw new CommandError(`The folder ${folder} can't be read: ${messageOf(error)}`);
  }
}

/** @throws CommandError that names the file when it is not a recording */
export async function readFixture(folder: string, name: string): Promise<Fixture> {
  try {
    const fixture: Fixture = JSON.parse(await readFile(resolve(folder, name), 'utf8'));
    const { request, answer } = fixture;
    const isWhole = typeof request?.method === 'string' && typeof request.path === 'string';
    if (isWhole && answer?.status >= 200 && answer.status <= 599 && typeof answer.headers === 'object')
      return fixture;
  } catch (error) {
    throw new CommandError(`The recording ${join(folder, name)} can't be read: ${messageOf(error)}`);
  }
  throw new CommandError(`The recording ${join(folder, name)} has no request and answer. Record it again.`);
}
