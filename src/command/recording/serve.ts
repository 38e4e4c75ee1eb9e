import { join, resolve } from 'node:path';
import { startServer } from '../../sandbox/transport/server.js';
import { replaceFile } from '../files/disk.js';
import { CommandError, type CommandIo, ExitCode, messageOf, type SafeText, say } from '../terminal/io.js';
import {
  type Arrival,
  encodeFixture,
  keyOf,
  type RecordedAnswer,
  readAnswer,
  readRequest,
  secretsInAnswer,
  secretsInRequest,
  toResponse,
} from './fixture.js';
import { nameOf, readFixture, recordingsIn } from './recording.js';

const HOST = '127.0.0.1';
/** Bytes of a body. A larger one is passed on, but not kept. */
const MAX_BODY = 32 * 2 ** 20;

export interface ServeSettings {
  readonly fixtures: string;
  readonly port: number;
  readonly json: boolean;
}

/** Answers a request, and says what it did in a line. */
type Answer = (
  arrival: Arrival,
) => Promise<{ readonly response: Response; readonly said: SafeText; readonly isFailure?: boolean }>;

/** Passes requests on to a service, and keeps its answers without secrets. @returns the exit code */
export async function record(
  settings: ServeSettings & { readonly to: string },
  io: CommandIo,
): Promise<number> {
  const folder = resolve(io.folder, settings.fixtures);
  if ((await recordingsIn(folder)).length > 0)
    throw new CommandError(
      `${settings.fixtures} has recordings already. Delete them to record them again, or use another folder.`,
    );
  const { to: service } = settings;
  const secrets = new Set<string>();
  let count = 0;
  return serve(settings, io, async (arrival) => {
    const number = ++count;
    const request = readRequest(arrival);
    for (const secret of secretsInRequest(request)) secrets.add(secret);
    const passed = await pass(arrival, service);
    if (passed === undefined)
      return {
        response: failure(502, `The service at ${new URL(service).origin} gave no whole answer.`),
        said: say`${request.method} ${request.path} not recorded: the service gave no whole answer\n`,
        isFailure: true,
      };
    const { answer, bytes } = passed;
    const recorded = readAnswer(answer, bytes, service);
    const response = toResponse(recorded, arrival.url.origin);
    const name = nameOf(number, request);
    try {
      for (const secret of secretsInAnswer(recorded)) secrets.add(secret);
      if (bytes.byteLength > MAX_BODY) throw new CommandError('its body is too large.');
      await replaceFile(
        join(folder, name),
        encodeFixture({ request, answer: recorded }, secrets),
        'The recording',
      );
      return { response, said: say`${name} ${answer.status}\n` };
    } catch (error) {
      const said = say`${request.method} ${request.path} not recorded: ${messageOf(error)}\n`;
      return { response, said, isFailure: true };
    }
  });
}

/** The answer of the service with its body; undefined when there is none, or not all of it came. */
async function pass({ method, url, headers, body }: Arrival, service: string) {
  const passed = ['accept', 'content-type'].flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const init = { method, headers: passed, redirect: 'manual', ...(hasBody && { body }) } as const;
  try {
    const answer = await fetch(service + url.pathname + url.search, init);
    return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
  } catch {
    return undefined;
  }
}

/**
 * Answers from recordings. The same request gets its answers in the order in which they were recorded; a read then gets the
 * last one again.
 *
 * @returns the exit code: 1 if something was asked that was not recorded
 */
export async function replay(settings: ServeSettings, io: CommandIo): Promise<number> {
  const folder = resolve(io.folder, settings.fixtures);
  const names = await recordingsIn(folder);
  if (names.length === 0)
    throw new CommandError(
      `${settings.fixtures} has no recordings. Make some with translation-requester record.`,
    );
  const answers = new Map<string, RecordedAnswer[]>();
  for (const name of names) {
    const { request, answer } = await readFixture(folder, name);
    const key = keyOf(request);
    const before = answers.get(key);
    if (before === undefined) answers.set(key, [answer]);
    else before.push(answer);
  }
  return serve(settings, io, async (arrival) => {
    const request = readRequest(arrival);
    const left = answers.get(keyOf(request));
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const found = isRead && left?.length === 1 ? left[0] : left?.shift();
    const asked = `${request.method} ${request.path}`;
    if (found !== undefined)
      return { response: toResponse(found, arrival.url.origin), said: say`${asked} ${found.status}\n` };
    const message =
      left === undefined
        ? `${asked} was not recorded, with this query and body.`
        : `${asked} was recorded fewer times than it is asked now.`;
    return { response: failure(400, message), said: say`${message}\n`, isFailure: true };
  });
}

function failure(status: number, message: string): Response {
  return Response.json({ success: false, message, error_code: status }, { status });
}

async function serve(
  { port, json, fixtures }: ServeSettings,
  io: CommandIo,
  answer: Answer,
): Promise<number> {
  let code: number = ExitCode.Done;
  const stopped = io.stopped();
  const server = await startServer(
    async (request) => {
      const { method, headers } = request;
      const body = new Uint8Array(await request.arrayBuffer());
      const {
        response,
        said,
        isFailure = false,
      } = await answer({ method, url: new URL(request.url), headers, body });
      if (isFailure) code = ExitCode.Failed;
      if (isFailure || !json) io.err(said);
      return { kind: 'answer', response };
    },
    port,
    HOST,
  ).catch((error: unknown) => {
    throw new CommandError(`Port ${port} can't be used: ${messageOf(error)}`);
  });
  if (json) io.json({ url: server.url, fixtures });
  else io.out(say`Ready at ${server.url}, with ${fixtures}. Ctrl+C stops it.\n`);
  await stopped;
  await server.close();
  return code;
}
