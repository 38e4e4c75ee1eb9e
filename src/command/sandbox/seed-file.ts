import { extname, resolve } from 'node:path';
import {
  checkedDocument,
  describeJsonMistake,
  readErrorCode,
  readRegularFile,
  refuseRepeatedKeys,
} from '../../command-internals.js';
import {
  createSeededSandbox,
  type Sandbox,
  type SandboxSeed,
  type SeededSandboxOptions,
} from '../../sandbox.js';
import { CommandError, readMessage } from '../terminal/failures.js';

/** Bytes. */
const MAX_SEED_SIZE = 4 * 2 ** 20;
/** Aliases of YAML can repeat a part of a file, and so grow without bound. */
const MAX_ALIASES = 100;

/**
 * Creates a sandbox from a seed file: JSON or YAML, by its name.
 *
 * @param folder the folder that a relative path starts from
 * @throws CommandError that names the file, and the line or the path of what is wrong
 */
export async function createFromSeed(
  path: string,
  folder: string,
  options: SeededSandboxOptions,
): Promise<Sandbox> {
  try {
    // `createSeededSandbox` checks it.
    const seed = parseSeed(
      await readSeedText(resolve(folder, path)),
      extname(path).toLowerCase(),
    ) as SandboxSeed;
    return await createSeededSandbox(seed, options);
  } catch (error) {
    throw new CommandError(`The seed file ${path} can't be used: ${readMessage(error)}`);
  }
}

async function readSeedText(path: string): Promise<string> {
  try {
    const bytes = await readRegularFile(path, {
      mayBeLink: true,
      check({ size }) {
        if (size > MAX_SEED_SIZE) throw new CommandError(`it has more than ${MAX_SEED_SIZE / 2 ** 20} MiB.`);
      },
    });
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    if (error instanceof TypeError && readErrorCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new CommandError('it is not UTF-8.');
    throw new CommandError(
      readErrorCode(error) === 'ENOENT' ? 'there is no such file.' : `${readMessage(error)}.`,
    );
  }
}

function parseSeed(text: string, extension: string): unknown {
  switch (extension) {
    case '.json':
      try {
        return JSON.parse(text);
      } catch {
        throw new CommandError(`line ${describeJsonMistake(text)}.`);
      }
    case '.yaml':
    case '.yml':
      return parseYaml(text);
    default:
      throw new CommandError('its name must end in .json, .yaml or .yml.');
  }
}

function parseYaml(text: string): unknown {
  const fail = (offset: number, message: string): never => {
    throw new CommandError(`line ${text.slice(0, offset).split('\n').length} ${message}`);
  };
  if (text.trim() === '') return {};
  const document = checkedDocument(text, { fail });
  const [warning] = document.warnings;
  if (warning !== undefined) fail(warning.pos[0], `is not plain YAML: ${warning.message}`);
  refuseRepeatedKeys(document, fail);
  return document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {};
}
