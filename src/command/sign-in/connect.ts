import { type AccessToken, Requester, type Store } from '../../index.js';
import { openStore } from '../memory/project-store.js';
import type { Service } from '../plan/service.js';
import type { CommandIo } from '../terminal/io.js';
import { createLogger } from '../terminal/log.js';
import { findToken } from './token.js';

/** Makes a client for the account that is signed in. */
export async function connect(service: Service, io: CommandIo): Promise<Requester> {
  const { token } = await findToken(service, io);
  return createClient(service.address, token, io);
}

/** Makes a client of the service that knows the orders of the project. */
export async function connectProject(service: Service, io: CommandIo): Promise<Requester> {
  const { token } = await findToken(service, io);
  return createClient(service.address, token, io, await openStore(io.folder, service.address));
}

/** Makes a client that logs on stderr. `fromEnv` takes the level of the log from TRANSLATION_REQUESTER_LOG. */
export function createClient(
  baseUrl: string,
  accessToken: AccessToken,
  io: CommandIo,
  store?: Store,
): Requester {
  return Requester.fromEnv({ baseUrl, accessToken, store, logger: createLogger(io) });
}
