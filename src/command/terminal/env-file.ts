import { resolve } from 'node:path';
import util from 'node:util';
import { readErrorCode, readRegularFile } from '../../command-internals.js';
import { readMessage, UsageError } from './failures.js';
import type { CommandIo } from './io.js';

/** Bytes. */
const MAX_ENV_SIZE = 2 ** 20;

/** Adds the variables of a file to those of the process, which win, as with `node --env-file`. @throws UsageError */
export async function withEnvFile(io: CommandIo, path: string): Promise<CommandIo> {
  // Since 20.12. Imported by its name, it would keep the module from being loaded before.
  if (util.parseEnv === undefined) throw new UsageError('--env-file needs Node 20.12 or later.');
  const bytes = await readRegularFile(resolve(io.folder, path), {
    mayBeLink: true,
    check({ size }) {
      if (size > MAX_ENV_SIZE) throw new UsageError(`${path} has more than ${MAX_ENV_SIZE / 2 ** 20} MiB.`);
    },
  }).catch((error: unknown) => {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} can't be read (${readErrorCode(error) ?? readMessage(error)}).`);
  });
  return { ...io, env: { ...util.parseEnv(bytes.toString()), ...io.env } };
}
