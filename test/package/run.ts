import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a program to its end. @throws Error with everything that it printed, when it fails */
export async function run(
  file: string,
  args: readonly string[],
  options: { readonly cwd: string },
): Promise<{ stdout: string }> {
  try {
    return await execute(file, args, { ...options, maxBuffer: 64 * 1024 * 1024 });
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
