import { fork, type Serializable, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const resolvePath = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

export type Argument = string | number;

/** Runs a file in a process of its own and gives what it reported. */
export function measureIn<Report>(
  file: string,
  args: readonly Argument[],
  nodeOptions: readonly string[] = [],
): Promise<Report> {
  const child = spawn(process.execPath, [...nodeOptions, resolvePath(file), ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(output));
      else reject(new Error(`${file} ${args.join(' ')} ended with ${code}.`));
    });
  });
}

/** What a process of `measureIn` has found; the last thing that it does. */
export function report(found: unknown): void {
  process.stdout.write(JSON.stringify(found), () => process.exit(0));
}

/** A server in a process of its own; it ends with the one that started it. */
export interface Server {
  readonly base: string;
  /** Lets the server do what it does at each message. Resolves to what it answers. */
  nudge(what?: Serializable): Promise<unknown>;
  stop(): void;
}

export async function startServer(file: string, args: readonly Argument[] = []): Promise<Server> {
  const child = fork(resolvePath(file), args.map(String));
  const answer = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const ended = (): void => reject(new Error(`${file} ended.`));
      child.once('exit', ended);
      child.once('message', (message) => {
        child.off('exit', ended);
        resolve(message);
      });
    });
  const base = String(await answer());
  return {
    base,
    nudge(what = 'nudge') {
      const answered = answer();
      child.send(what);
      return answered;
    },
    stop: () => child.disconnect(),
  };
}

/** The other side of `startServer`: says where it listens, does as it is nudged, and answers. */
export function listening(base: string, nudged: (what: unknown) => unknown = () => undefined): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', async (what) => process.send?.((await nudged(what)) ?? 'done'));
  process.send?.(base);
}

/** The arguments of this process, as numbers where they are. */
export function numbers(): number[] {
  return process.argv.slice(2).map(Number);
}
