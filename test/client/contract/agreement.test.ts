import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { findMismatches } from '../../../src/client/contract/mismatch.js';
import { SchemaPath } from '../../../src/client/contract/schema-path.js';
import { makeValidator } from '../../../src/client/contract/validator.js';
import * as entry from '../../../src/schemas.js';
import { runs } from '../../runs.js';
import { answerSchemas } from './answer-schemas.js';
import { makeArbitrary, makeMutated } from './arbitrary.js';
import { contract, contractAllows } from './contract.js';
import { validator } from './strict.js';

const published = Object.entries(entry as Record<string, z.ZodMiniType>).map(
  ([name, schema]) => [name.replace(/Schema$/, ''), schema] as const,
);
const schemas = [...new Map([...Object.entries(answerSchemas), ...published])].filter(
  ([name]) => name in contract.components.schemas,
);

const requests = new Set(
  schemas.map(([name]) => name).filter((name) => /Input$|Order|Rejection$|^CustomField$/.test(name)),
);

describe.each(schemas)('%s', (name, schema) => {
  const allows = contractAllows(name);
  const validate = requests.has(name) ? makeValidator(() => schema) : validator(() => schema);

  test('accepts what the contract allows, and keeps it as it is', () => {
    fc.assert(
      fc.property(makeArbitrary(name), (value) => {
        expect(allows(value)).toBe(true);
        expect(validate(value)).toEqual({ value });
        // An answer is not copied.
        if (!requests.has(name)) expect(Object.values(validate(value))[0]).toBe(value);
      }),
      runs(15),
    );
  });

  test('judges a value with one wrong place as the contract does', () => {
    fc.assert(
      fc.property(makeMutated(name), (value) => {
        // JSON has no undefined at its root, and the contract knows no strictness of requests by itself.
        fc.pre(value !== undefined);
        const accepted = 'value' in validate(value);
        const allowed = allows(value);
        if (requests.has(name)) expect(accepted && !allowed && !takesBooleans(value)).toBe(false);
        else expect(accepted || hasNoNativeLanguage(value)).toBe(allowed || hasNoNativeLanguage(value));
      }),
      runs(40),
    );
  });

  test('fits when a comparison finds no difference', () => {
    const place = new SchemaPath(schema);
    fc.assert(
      fc.property(fc.oneof(makeArbitrary(name), makeMutated(name)), (value) => {
        fc.pre(!hasNoNativeLanguage(value));
        expect(findMismatches(place, value, 'everything').length === 0).toBe(z.validate(schema, value));
      }),
      runs(40),
    );
  });

  test('gives the same value and the same issues, compiled and plain', () => {
    const compiled = z.compile(schema);
    fc.assert(
      fc.property(fc.oneof(makeArbitrary(name), makeMutated(name)), (value) => {
        const fast = z.safeParse(compiled, value);
        const plain = z.safeParse(schema, value);
        expect(fast.success).toBe(plain.success);
        expect(fast.data).toEqual(plain.data);
        expect(fast.error?.issues).toEqual(plain.error?.issues);
        expect(z.validate(compiled, value)).toBe(plain.success);
      }),
      runs(15),
    );
  });
});

/** Requests take booleans where the contract has 0 or 1. */
function takesBooleans(value: unknown): boolean {
  return JSON.stringify(value)?.includes(':true') ?? false;
}

/** A missing field of unknown content can't be told from one without content. */
function hasNoNativeLanguage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('online_status_text' in value && !('native_language' in value)) return true;
  return Object.values(value).some(hasNoNativeLanguage);
}
