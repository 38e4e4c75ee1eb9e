import { InputError } from '../core/errors/errors.js';

/** Where there is no environment, such as in a browser. @throws InputError always */
export function fromEnvironment(_given: object): never {
  const message = 'needs Node, Bun or Deno: there is no environment here; pass the options to new Requester';
  throw new InputError([{ path: 'fromEnv', message }]);
}
