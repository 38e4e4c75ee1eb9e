import { isUnguarded, makeRandomSecret, readErrorCode, SHORTEST_TOKEN } from '../../command-internals.js';
import { type AnsweredRequest, createSandbox, type Sandbox, type SandboxServer } from '../../sandbox.js';
import { CommandError, readMessage, UsageError } from '../terminal/failures.js';
import type { CommandIo } from '../terminal/io.js';
import { type SafeText, say } from '../terminal/safe-text.js';
import { Autosave } from './autosave.js';
import { formatDeskAddress, formatGreeting, viewConnection } from './greeting.js';
import { formatRequest, viewAnsweredRequest } from './request-line.js';
import { createFromSeed } from './seed-file.js';
import { makeOptions, type SandboxSettings } from './settings.js';
import { StateFile } from './state-file.js';

/** Milliseconds between checks for work that is due, so that translators work even without requests. */
const TICK = 500;

/**
 * Serves a sandbox until the command is stopped.
 *
 * @returns the exit code
 * @throws UsageError when other machines could call it without a token that they don't know
 * @throws CommandError when it can't start, or can't save its state at the end
 */
export async function serveSandbox(settings: SandboxSettings, io: CommandIo): Promise<number> {
  const { host, token } = settings;
  // A random one would be safe as well, but the programs of other machines would have to be told it at each start.
  if (isUnguarded(host, token))
    throw new UsageError(
      `Other machines can call ${host}. Give the sandbox a token of your own for that, of at least ${SHORTEST_TOKEN} characters: --token.`,
    );
  if (settings.state === undefined) return serve(settings, undefined, io);
  const file = new StateFile(settings.state);
  return file.runLocked(() => serve(settings, file, io));
}

async function serve(settings: SandboxSettings, file: StateFile | undefined, io: CommandIo): Promise<number> {
  const { sandbox, isResumed, isRenewed } = await createOrResume(settings, file, io.folder);
  let autosave: Autosave | undefined;
  const server = await listenOnPort(sandbox, settings, (request) => {
    if (request.method !== 'GET') autosave?.changed();
    if (settings.quiet) return;
    if (settings.json) io.json(viewAnsweredRequest(request, sandbox.accessToken));
    else io.out(formatRequest(request, sandbox.accessToken));
  });
  const ticking = setInterval(() => void sandbox.clock.advance(0), TICK);
  const stopped = io.stopped();
  try {
    // Only after listening: if the port is in use, the file must stay as it is.
    await file?.write(sandbox.snapshot());
    if (file !== undefined) autosave = new Autosave(sandbox, file, (message) => io.err(say`${message}\n`));
    if (settings.json) io.json(viewConnection(sandbox, server));
    else io.out(formatGreeting(sandbox, server, settings, isResumed));
    if (isResumed) io.err(warnOfUnusedOptions(settings));
    if (isRenewed)
      io.err(
        say`${settings.state ?? 'The state file'} had the token that every sandbox had. It has another one from now on, and a new client secret; sign-ins in it have ended.\n`,
      );
    const desk = formatDeskAddress(server);
    if (settings.open) io.open(desk, say`No browser could be opened here. Open the desk yourself: ${desk}\n`);
    await stopped;
  } finally {
    clearInterval(ticking);
    await server.close();
  }
  await autosave?.end();
  return 0;
}

async function createOrResume(settings: SandboxSettings, file: StateFile | undefined, folder: string) {
  const snapshot = await file?.read();
  const isOwn = snapshot?.hasOwnSecrets === true;
  // A page on the web knows a token that follows from the seed.
  const options = makeOptions(settings, settings.token ?? (isOwn ? undefined : makeRandomSecret()));
  if (file === undefined || snapshot === undefined) {
    const { seedFile } = settings;
    const sandbox =
      seedFile === undefined ? createSandbox(options) : await createFromSeed(seedFile, folder, options);
    return { sandbox, isResumed: false, isRenewed: false };
  }
  try {
    const isRenewed = !isOwn && settings.token === undefined;
    return { sandbox: createSandbox({ ...options, snapshot }), isResumed: true, isRenewed };
  } catch (error) {
    throw file.makeInvalidError(readMessage(error));
  }
}

/** A warning about options that have no effect, because the state file has its own values. */
function warnOfUnusedOptions({ seed, points, seedFile, state }: SandboxSettings): SafeText {
  const given = { '--seed': seed, '--points': points, '--seed-file': seedFile };
  const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (names.length === 0) return say``;
  return say`${names.join(' and ')} had no effect: ${state ?? 'the state file'} has its own. To use yours, start with a new state file.\n`;
}

async function listenOnPort(
  sandbox: Sandbox,
  { port, host, origin }: SandboxSettings,
  onAnswer: (request: AnsweredRequest) => void,
): Promise<SandboxServer> {
  try {
    return await sandbox.listen({ port, host, origins: origin, onAnswer });
  } catch (error) {
    throw new CommandError(describeListenError(error, port, host));
  }
}

function describeListenError(error: unknown, port: number, host: string): string {
  switch (readErrorCode(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Choose another with --port, or any free one with --port 0.`;
    case 'EACCES':
      return `This process has no right to use port ${port}. Choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine has no address "${host}". Choose another with --host, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return `The sandbox can't listen on port ${port}: ${readMessage(error)}`;
  }
}
