import fc from 'fast-check';
import { contract, type Node } from './contract.js';

type Arbitrary = fc.Arbitrary<unknown>;

const timestamp = fc
  .tuple(
    fc.date({ min: new Date('2001-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
    fc.constantFrom('+09:00', '-03:30', '+00:00'),
  )
  .map(([date, offset]) => date.toISOString().replace('Z', offset));

const known = new Map<string, Arbitrary>([
  ['Timestamp', timestamp],
  ['TimestampOrNull', fc.option(timestamp)],
  ['OtherEventType', fc.constantFrom('question.created', 'project.finished', 'simple_question.', '')],
]);

const texts: Arbitrary = fc
  .string({ minLength: 16, maxLength: 20 })
  .map((text) => `a${text.trim()}${'b'.repeat(16)}`);

function ofType(node: Node, type: string): Arbitrary {
  switch (type) {
    case 'integer':
      return fc.integer({ min: node.minimum ?? -5, max: 5_000_000_000 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(makeValues(node.items ?? {}), { minLength: node.minItems ?? 0, maxLength: 2 });
    case 'object':
      return makeObject(node);
    default:
      return texts;
  }
}

function makeObject(node: Node): Arbitrary {
  const required = new Set(node.required);
  // A field that is not checked is no part of the promise, so schema and contract need not agree on it.
  const fields = Object.entries(node.properties ?? {}).filter(([, field]) => field['x-check'] !== 'none');
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, makeValues(field)])), {
    requiredKeys: [...required],
    noNullPrototype: true,
  });
}

function makeValues(node: Node): Arbitrary {
  const name = node.$ref?.split('/').at(-1);
  if (name !== undefined) return makeArbitrary(name);
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum) return fc.constantFrom(...node.enum);
  const branches = node.anyOf ?? node.oneOf;
  if (branches) return fc.oneof(...branches.map(makeValues));
  if (node.allOf) {
    return fc.tuple(...node.allOf.map(makeValues)).map((parts) => Object.assign({}, ...parts));
  }
  const types = [node.type ?? 'null'].flat();
  return fc.oneof(...types.map((type) => ofType(node, type)));
}

/** Values that the contract allows, by the name of the schema. */
export function makeArbitrary(name: string): Arbitrary {
  const node = contract.components.schemas[name];
  if (!node) throw new Error(`The contract has no schema ${name}`);
  return known.get(name) ?? makeValues(node);
}

/** Where a value can be changed: every place in it, its own included. */
function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))];
}

function changed(value: unknown, [key, ...rest]: readonly string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const inner = changed(Reflect.get(copy, key), rest, replacement);
  // Undefined stands for a field that is missing, as in JSON.
  if (inner === undefined && !Array.isArray(copy)) Reflect.deleteProperty(copy, key);
  else Reflect.set(copy, key, inner);
  return copy;
}

const replacements = [undefined, null, true, -1, 0.5, '', 'x', [], {}, '2020-02-30'];

/** Values that the contract allows but for one place, where something else stands. */
export function makeMutated(name: string): Arbitrary {
  return fc
    .tuple(makeArbitrary(name), fc.nat(), fc.constantFrom(...replacements))
    .map(([value, where, replacement]) => {
      const all = places(value);
      return changed(value, all[where % all.length] ?? [], replacement);
    });
}
