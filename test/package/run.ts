import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface RunOptions {
  readonly cwd: string;
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds after which it is ended. @default never */
  readonly timeout?: number;
}

/** Runs a program to its end. @throws Error with everything that it printed, when it fails */
export async function run(
  file: string,
  args: readonly string[],
  { cwd, env, timeout = 0 }: RunOptions,
): Promise<{ stdout: string }> {
  try {
    const environment = { ...process.env, ...env };
    return await execute(file, args, { cwd, env: environment, timeout, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }; // as execFile rejects
    throw new Error([`${file} ${args.join(' ')} failed.`, stdout, stderr].join('\n'));
  }
}

/** Runs a module in a folder. @returns what it printed, as JSON */
export async function runModule(
  cwd: string,
  source: string,
  flags: readonly string[] = [],
): Promise<unknown> {
  const args = [...flags, '--input-type=module', '--eval', source];
  const { stdout } = await run(process.execPath, args, { cwd });
  return JSON.parse(stdout);
}
