import { assertType, test } from 'vitest';
import type { Schemas } from '../../src/contract/objects.js';
import type { components } from '../../src/contract/types.js';
import type { Same } from './same.js';

type Independent = components['schemas'];

/** The names whose two types differ; an error here names them. */
type Different = {
  [Name in keyof Schemas]: Same<Schemas[Name], Independent[Name]> extends true ? never : Name;
}[keyof Schemas];

test('each public type is the one that openapi-typescript makes of the contract', () => {
  assertType<Same<Different, never>>(true);
  assertType<Same<keyof Schemas, keyof Independent>>(true);
});
