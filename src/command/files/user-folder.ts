import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { CommandIo } from '../terminal/io.js';

/** Finds the folder of what the command keeps for its user, out of every repository. */
export function findUserFolder({ env }: Pick<CommandIo, 'env'>): string {
  // A relative path would lead into the current folder, where anybody's files can be.
  const named = [env.XDG_CONFIG_HOME, env.APPDATA].find((path) => isAbsolute(path ?? ''));
  const home = isAbsolute(env.HOME ?? '') ? env.HOME : undefined;
  return join(named ?? join(home ?? homedir(), '.config'), 'translation-requester');
}
