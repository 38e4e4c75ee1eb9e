import { InputError } from '../errors/errors.js';

/** Where there is no environment. @throws InputError always */
export function refuseEnvironment(): never {
  const message = 'needs Node, Bun or Deno: there is no environment here; pass the options to new Requester';
  throw new InputError([{ path: 'fromEnv', message }]);
}
