import { expect, test } from 'vitest';
import { objectsOf } from '../../scripts/generate-objects.js';

type Schema = Parameters<typeof objectsOf>[0]['components']['schemas'][string];

/** What stands in the generated file for the schemas, without the list of all names. */
function generated(schemas: Record<string, Schema>): string {
  const see = Object.fromEntries(Object.keys(schemas).map((name) => [name, 'Section']));
  const text = objectsOf({ components: { schemas }, 'x-see': see });
  const [, ...declared] = text.slice(0, text.indexOf('/** Every schema')).trim().split('\n\n');
  return declared.join('\n\n').replaceAll('/** @see docs/service.md, Section */\n', '');
}

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Record<string, Schema>, ...required: string[]): Schema => ({
  type: 'object',
  properties,
  required,
});

test.each<[string, Schema, string]>([
  ['a plain value', { type: 'integer' }, 'number'],
  ['a value that can be null', { type: ['string', 'null'] }, 'string | null'],
  ['a constant', { type: 'string', const: "it's" }, "'it\\'s'"],
  ['an enumeration', { type: 'integer', enum: [0, 1] }, '0 | 1'],
  ['an open value', { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'string' }] }, "'a' | (string & {})"],
  ['a reference', ref('Other'), 'Other'],
  ['a reference with something said of it', { ...ref('Other'), description: '' }, 'Other'],
  ['a choice of references', { oneOf: [ref('Other'), { type: 'null' }] }, 'Other | null'],
  ['a reference and more', { allOf: [ref('Other'), object({ b: {} })] }, 'Other & {\n    b?: unknown;\n  }'],
  ['a list', { type: 'array', items: ref('Other') }, 'Other[]'],
  ['a list of choices', { type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
  ['an object', object({ 'b?': { type: 'boolean' } }, 'b?'), "{\n    'b?': boolean;\n  }"],
  [
    'an object of any names',
    { type: 'object', additionalProperties: { type: 'string' } },
    '{\n    [name: string]: string;\n  }',
  ],
  ['an object that is not described', { type: 'object' }, '{\n    [name: string]: unknown;\n  }'],
  [
    'a text that is none of some values',
    { type: 'string', not: { enum: ['a'] } },
    "'(not a known type)' & { readonly excluded: true }",
  ],
  ['anything', {}, 'unknown'],
])('%s gets its type', (_, field, type) => {
  const text = generated({ Other: object({}), Whole: object({ field }, 'field') });
  expect(text).toContain(`export interface Whole {\n  field: ${type};\n}`);
});

test('an object becomes an interface, which extends those that it contains', () => {
  const text = generated({
    Base: object({ id: { type: 'integer' } }, 'id'),
    Whole: { allOf: [ref('Base'), object({ name: { type: 'string' } })] },
    Same: { allOf: [ref('Base')] },
  });
  expect(text).toContain('export interface Base {\n  id: number;\n}');
  expect(text).toContain('export interface Whole extends Base {\n  name?: string;\n}');
  expect(text).toContain('export interface Same extends Base {\n}');
});

test('a value that is more than a plain one has its own name, and a plain one has none', () => {
  const text = generated({
    Level: { type: 'integer', enum: [1, 2] },
    OtherLevel: { type: 'string', not: { enum: ['low'] } },
    Time: { type: 'string', description: 'ISO 8601.' },
    Whole: object({ level: ref('Level'), other: ref('OtherLevel'), at: ref('Time') }),
  });
  expect(text).toContain('export type Level = 1 | 2;');
  expect(text).toContain('export type OtherLevel = ');
  expect(text).not.toContain('Time');
  expect(text).toContain('level?: Level;\n  other?: OtherLevel;\n  /** ISO 8601. */\n  at?: string;');
});

test('a union becomes a type, and so does what contains one', () => {
  const text = generated({
    One: object({ type: { const: 'one' } }, 'type'),
    Other: object({ type: { const: 'other' } }, 'type'),
    Either: { oneOf: [ref('One'), ref('Other')] },
    More: { allOf: [ref('Either'), object({ more: { type: 'boolean' } }, 'more')] },
    Mixed: { ...object({ id: { type: 'integer' } }, 'id'), oneOf: [ref('One'), ref('Other')] },
  });
  expect(text).toContain('export type Either = One | Other;');
  expect(text).toContain('export type More = Either & {\n  more: boolean;\n};');
  expect(text).toContain('export type Mixed = {\n  id: number;\n} & (One | Other);');
});

test('descriptions become docstrings in the words of users', () => {
  const text = generated({
    Whole: {
      ...object({
        unit: { type: 'integer', description: 'Unit: not shown. Field knowledge: points.', default: 3 },
      }),
      description: 'A whole.\nIn two lines.',
    },
  });
  expect(text).toContain('/**\n * A whole.\n * In two lines.\n * @see docs/service.md, Section\n */');
  expect(text).toContain(
    '  /**\n   * Unit: left open by the service. Seen, not promised: points.\n   * @default 3\n   */\n  unit?: number;',
  );
});

test('a type without a section, and a name that is not there, are refused', () => {
  const schemas = { Whole: object({}) };
  expect(() => objectsOf({ components: { schemas }, 'x-see': {} })).toThrow(
    'x-see of the contract names no section',
  );
  expect(() => generated({ Whole: object({ a: ref('Nothing') }) })).toThrow('has no schema Nothing');
});
