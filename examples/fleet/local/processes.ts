import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** What a process of the fleet does. */
export type Role = 'intake' | 'leader' | 'worker';

/** Keeps processes alive, as systemd or Kubernetes does elsewhere: one that dies is started again. */
export class Processes {
  readonly #env: Readonly<Record<string, string>>;
  readonly #log: FileHandle;
  readonly #running = new Map<string, ChildProcess>();
  #over = false;
  kills = 0;

  private constructor(log: FileHandle, env: Readonly<Record<string, string>>) {
    this.#log = log;
    this.#env = env;
  }

  /** @param logFile where all of them write their lines */
  static async open(logFile: string, env: Readonly<Record<string, string>>): Promise<Processes> {
    return new Processes(await open(logFile, 'a'), env);
  }

  get names(): readonly string[] {
    return [...this.#running.keys()];
  }

  start(role: Role, name: string): void {
    if (this.#over) return;
    const program = fileURLToPath(new URL(`../${role}.ts`, import.meta.url));
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, ...this.#env, FLEET_NAME: name },
      // By the channel it notices when this process is gone.
      stdio: ['ignore', this.#log.fd, this.#log.fd, 'ipc'],
    });
    this.#running.set(name, child);
    child.once('exit', () => {
      if (this.#running.get(name) !== child) return;
      this.#running.delete(name);
      this.start(role, name);
    });
  }

  /** kill -9, at whatever it is doing; it is started again. */
  kill(name: string): void {
    if (this.#running.get(name)?.kill('SIGKILL')) this.kills += 1;
  }

  signal(name: string, signal: NodeJS.Signals): void {
    this.#running.get(name)?.kill(signal);
  }

  /** Asks a process to end, and lets it be. */
  async stop(name: string): Promise<void> {
    const child = this.#running.get(name);
    this.#running.delete(name);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await exit;
    clearTimeout(late);
  }

  async close(): Promise<void> {
    this.#over = true;
    await Promise.all(this.names.map((name) => this.stop(name)));
    await this.#log.close();
  }
}
