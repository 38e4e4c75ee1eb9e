import { InputError } from '../core/errors/errors.js';

/** @throws InputError */
export function refuse(path: string, message: string): never {
  throw new InputError([{ path, message }]);
}
