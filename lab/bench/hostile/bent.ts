// Answers by the schemas, and ways to bend them.
import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;

/** How an answer differs from its schema. A list is as long as it says; what stays undefined is right. */
export interface Bend {
  /** How many items a list at a place has. */
  items(place: string): number;
  /** What stands in the place of an item or a field, as JSON. */
  instead?(place: string, schema: Schema, value: string): string;
  /** More fields of each object, as JSON: `"a":1`. */
  readonly more?: string;
}

interface Parts {
  readonly type: string;
  readonly shape: Readonly<Record<string, Schema>>;
  readonly element: Schema;
  readonly innerType: Schema;
  readonly options: readonly Schema[];
  readonly values: readonly unknown[];
  readonly checks?: readonly unknown[];
}

// Only the parts that a schema of its type has are read.
export const getParts = (schema: Schema): Parts => schema._zod.def as unknown as Parts;

/** A value of a schema as JSON, bent. */
export function writeText(schema: Schema, bend: Bend, place = ''): string {
  const value = straight(schema, bend, place);
  return bend.instead?.(place, schema, value) ?? value;
}

function straight(schema: Schema, bend: Bend, place: string): string {
  const { type, shape, element, innerType, options, values } = getParts(schema);
  const [first] = options ?? [];
  if (innerType !== undefined) return writeText(innerType, bend, place);
  // A second look at a branch of a union would bend it twice.
  if (first !== undefined) return straight(first, bend, place);
  if (type === 'array') {
    const item = writeText(element, bend, `${place}[]`);
    return `[${Array(bend.items(place)).fill(item).join(',')}]`;
  }
  if (type === 'object') {
    const fields = Object.entries(shape).map(
      ([name, field]) => `"${name}":${writeText(field, bend, place === '' ? name : `${place}.${name}`)}`,
    );
    return `{${[...fields, ...(bend.more === undefined ? [] : [bend.more])].join(',')}}`;
  }
  if (type === 'literal') return JSON.stringify(values[0]);
  return { string: '"2026-11-22T10:00:00.000Z"', boolean: 'true' }[type] ?? '1';
}

/** The places of all lists in a schema. */
export function listsIn(schema: Schema, place = ''): string[] {
  const { type, shape, element, innerType, options } = getParts(schema);
  if (innerType !== undefined) return listsIn(innerType, place);
  if (options?.[0] !== undefined) return listsIn(options[0], place);
  if (type === 'array') return [place, ...listsIn(element, `${place}[]`)];
  if (type !== 'object') return [];
  return Object.entries(shape).flatMap(([name, field]) =>
    listsIn(field, place === '' ? name : `${place}.${name}`),
  );
}
