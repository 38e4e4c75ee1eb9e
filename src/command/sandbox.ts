import { type AnsweredRequest, createSandbox, type Sandbox, type SandboxServer } from '../sandbox/index.js';
import type { SandboxSettings } from './arguments.js';
import { greet, greetMachine } from './greeting.js';
import { CommandError, type CommandIo, codeOf, messageOf } from './io.js';
import { requestJson, requestLine } from './request-line.js';

const DEFAULT_POINTS = 10_000_000;
/** Milliseconds between two looks at what has become due, so that translators work while nobody asks. */
const TICK = 500;

/** Serves a sandbox until the command is stopped. @returns the exit code. @throws CommandError when it can't start */
export async function serveSandbox(settings: SandboxSettings, io: CommandIo): Promise<number> {
  const sandbox = createSandbox(optionsOf(settings));
  const server = await listen(sandbox, settings, (request) => {
    if (settings.quiet) return;
    io.out(settings.json ? requestJson(request) : requestLine(request, io));
  });
  const ticking = setInterval(() => void sandbox.clock.advance(0), TICK);
  const stopped = io.stopped();
  io.out(describe(sandbox, server.url, settings, io));
  if (settings.open && !(await io.open(`${server.url}/`)))
    io.err(`There is no program that opens a browser here. The desk is at ${server.url}/\n`);
  await stopped;
  clearInterval(ticking);
  await server.close();
  return 0;
}

function optionsOf({ seed, points, autopilot, latency, redirectUris, callbackUrl }: SandboxSettings) {
  const [redirectUri] = redirectUris;
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(points === undefined ? {} : { points }),
    ...(redirectUri === undefined ? {} : { redirectUri }),
    ...(callbackUrl === undefined ? {} : { callbackUrl, deliver: (request: Request) => fetch(request) }),
    autopilot,
    latency,
  };
}

async function listen(
  sandbox: Sandbox,
  { port, host }: SandboxSettings,
  onAnswer: (request: AnsweredRequest) => void,
): Promise<SandboxServer> {
  try {
    const { url, close } = await sandbox.listen({ port, host, onAnswer });
    // An address that means every interface can be listened on, but not everywhere be called.
    return { url: url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:'), close };
  } catch (error) {
    throw new CommandError(whyNot(error, port, host));
  }
}

function whyNot(error: unknown, port: number, host: string): string {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Choose another with --port, or any free one with --port 0.`;
    case 'EACCES':
      return `Port ${port} needs more rights than this process has. Choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine has no address "${host}". Choose another with --host, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return `The sandbox can not listen on port ${port}: ${messageOf(error)}`;
  }
}

function describe(sandbox: Sandbox, url: string, settings: SandboxSettings, io: CommandIo): string {
  const connection = { url, accessToken: sandbox.accessToken, application: sandbox.application };
  if (settings.json) return greetMachine(connection);
  const { points = DEFAULT_POINTS, autopilot, callbackUrl } = settings;
  return greet(connection, { points, autopilot, callbackUrl }, io);
}
